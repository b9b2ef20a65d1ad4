# Gives: choose_action, what a player does; play_game, a whole game of players.
# Needs: types, legal, deal, step, record, speed, value, search.
# Follows: DESIGN "many games". A player reads of the state only what its seat may see.

from mj2p.codes cimport PHASE_OVER, PLAYER_SEARCH, PLAYER_SPEED, PLAYER_VALUE


cdef int choose_action(const State* s, const Flow* f, int player, uint64_t key) noexcept nogil:
    """What the player of the seat that is asked does. `key`: of the game's choices."""
    if player == PLAYER_SPEED:
        return speed_action(s, f)
    if player == PLAYER_VALUE:
        return value_action(s, f)
    if player == PLAYER_SEARCH:
        return search_action(s, f, key)
    return nth_action(s, drawn_number(key, 256 + s.decisions, count_actions(s)))


cdef void play_game(State* s, const Flow* f, const uint8_t* players, uint64_t key, Notes* notes) noexcept nogil:
    """From a shuffled deck to the end, as `step` would."""
    cdef int action
    begin_notes(notes)
    begin(s, f)
    legal(s, f)
    while s.phase != PHASE_OVER:
        if is_single(s):
            action = nth_action(s, 0)
        else:
            action = choose_action(s, f, players[s.seat], key)
            s.decisions += 1
        note_action(notes, s, f, action)
        act(s, f, action)
        legal(s, f)
