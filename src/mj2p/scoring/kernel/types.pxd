# Gives: the structs that the core hands around (Hand, Facts, Entry, Rules, Reading, Result), what their numbers mean.
# Needs: codes, catalogue, settings, splits.
# Follows: rulebook sections 1, 2; the layouts are the public contract of `hand_dtype` and `SCORE_DTYPE`.
#
# Flow of one hand: row -> check (Hand) -> split (ways to take it apart) -> match (facts of each family of fans)
# -> score (the packed value of those facts; `count` where families exclude one another) -> Result.

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from mj2p.codes cimport FORM_KNITTED, FORM_KNITTED_STRAIGHT, FORM_THIRTEEN_ORPHANS
from mj2p.rules.catalogue cimport N_FANS, N_REPEATERS
from mj2p.rules.settings cimport ScoringSettings, TilesSettings
from mj2p.scoring.kernel.splits cimport CHOW_SETS_3

cdef enum:
    NO_KIND = 255

# How a drawn tile wins that need not complete the hand
cdef enum:
    LUCK_TREASURE = 1
    LUCK_DOUBLE = 2         # the treasure is the tile of a sole edge, closed or single wait
    LUCK_WIND = 3
    LUCK_WIND_CHOW = 4      # ... and stands in a chow beside the whole pung, at its edge or in its middle
    LUCK_WIND_LOOSE = 5     # LUCK_WIND whose pung leaves no edge, closed or single wait

# Forms of three suits alone
cdef enum:
    SPECIAL_FORMS = FORM_THIRTEEN_ORPHANS | FORM_KNITTED | FORM_KNITTED_STRAIGHT

# What the sets of a hand add up to: the kongs key (match), of which a concealed pung is 25; from SUMS_PUNGS how
# many are pungs.
cdef enum:
    SUMS_PUNGS = 7
    SUMS_CONCEALED_KONG = 1
    SUMS_MELDED_KONG = 5
    SUMS_CONCEALED = 25
    SUMS_KONGS = 127

# What the melds add up to; all 0 in a hand without.
cdef struct Melds:
    uint64_t counts          # how many there are (a byte); then from COUNT_...
    uint64_t chow_keys      # twelve bits per suit
    uint64_t marks          # pungs and kongs, nine bits per suit; then from MARK_...

cdef enum:
    COUNT_CHOWS = 8         # a byte each
    COUNT_OPEN = 16         # claimed sets: chow, pung, melded kong
    COUNT_KONGS = 24        # of either sort
    COUNT_SUMS = 32         # SUMS_...
    MARK_RANKS = 27         # bit r: rank r + 1 occurs, in any suit
    MARK_HONORS = 36        # HONORS_... of table

# A checked hand. Counts are nibbles: suits[s] holds ranks 1-9 from the lowest nibble, suits[3] E S W N C F P; with one
# suit the other two are not there.
cdef struct Hand:
    uint64_t suits[4]       # concealed, the winning tile included
    uint64_t used[4]        # concealed and melded together
    uint16_t situation
    uint8_t win_suit        # 0-2, or 3: an honour
    uint8_t win_rank        # 0-8; honours 0-6
    uint8_t win_count       # concealed copies of the winning kind
    uint8_t flowers
    uint8_t seat_wind
    uint16_t winds          # of round and seat, as in the winds key
    uint8_t flowers_key
    uint16_t declared_key
    Melds melds

# What matches, before anything is taken away: a mask of fans, how often the repeating ones occur (a nibble each),
# and the wind pungs of which `its` exclusions take their own.
cdef struct Facts:
    uint64_t fans[2]
    uint64_t repeats
    uint8_t winds
    uint8_t round_wind
    uint8_t seat_wind

# What counts of some facts, after exclusions, and what it is worth; and a sum of such entries, two vectors of two words
# kept in registers: to add up the families of a hand is an `or` and an `add` for each.
cdef extern from *:
    """
    typedef uint64_t mj2p_two __attribute__((vector_size(16)));
    typedef struct {
        union { mj2p_two masks; uint64_t fans[2]; };
        union { mj2p_two sums; struct { uint64_t repeats; int64_t value; }; };
    } mj2p_entry;
    typedef struct { mj2p_two masks; mj2p_two sums; } mj2p_sum;
    static inline mj2p_sum mj2p_sum_of(const mj2p_entry *entry) {
        mj2p_sum sum = {entry->masks, entry->sums};
        return sum;
    }
    static inline mj2p_sum mj2p_plus(mj2p_sum sum, const mj2p_entry *entry) {
        sum.masks |= entry->masks;
        sum.sums += entry->sums;
        return sum;
    }
    static inline int64_t mj2p_value_of(mj2p_sum sum) { return (int64_t)sum.sums[1]; }
    static inline void mj2p_put(mj2p_entry *entry, mj2p_sum sum) {
        entry->masks = sum.masks;
        entry->sums = sum.sums;
    }
    """
    ctypedef struct Entry "mj2p_entry":
        uint64_t fans[2]
        uint64_t repeats
        int64_t value
    ctypedef struct Sum "mj2p_sum":
        pass
    Sum sum_of "mj2p_sum_of" (const Entry* entry) noexcept nogil
    Sum plus_entry "mj2p_plus" (Sum sum, const Entry* entry) noexcept nogil
    int64_t value_of "mj2p_value_of" (Sum sum) noexcept nogil
    void put_sum "mj2p_put" (Entry* entry, Sum sum) noexcept nogil

# Bits of an entry's value. One above them is set where its fans exclude one of another family, or have a limit: such a
# hand is counted the slow way.
cdef enum:
    VALUE_BITS = 40

# Sizes of the families' tables (the index is made in match.pxi)
cdef enum:
    KINDS_SIZE = 32768
    SITUATION_SIZE = 512
    KEY_WAIT = 128          # in the situation key (match): times the wait, 0-3
    WINDS_SIZE = 2048
    DRAGONS_SIZE = 32
    KONGS_SIZE = 125
    PUNGS_SIZE = 512
    PAIR_SIZE = 16
    HOGS_SIZE = 4
    FLOWERS_SIZE = 192
    DECLARED_SIZE = 2048
    CHOW_ENTRIES = 1024

# What a fan takes away where it counts.
cdef struct Exclusion:
    uint64_t whole[2]
    uint16_t one            # bit per repeating fan: one occurrence less
    uint16_t its            # ... : those of the fan's own sets
    uint8_t fan

# A rule set, packed. Which fans match is in the code; values, exclusions and limits are here.
cdef struct Rules:
    uint64_t fans[2]        # in the rule set
    uint64_t excluding[2]   # fans that take others away
    uint64_t links[2]       # fans of two chows
    int32_t values[N_FANS]
    uint8_t repeater[N_FANS]    # its nibble, or 255
    uint8_t fan_of[N_REPEATERS]
    uint8_t limit[N_REPEATERS]
    uint8_t dearest[N_FANS]     # fans by value, then place
    uint8_t n_dearest
    uint8_t n_exclusions
    Exclusion exclusions[N_FANS]    # in topological order
    uint8_t place[N_FANS]       # a fan's among them, or 255
    ScoringSettings scoring
    TilesSettings tiles
    int32_t cap_total       # the most a total can be; without a cap the largest number
    uint8_t nsuits
    uint32_t ends_closed       # bytes of a counts of melds: what ends a closed hand
    uint64_t lacking        # honours that it has no tiles of, four bits each
    uint8_t chicken
    uint8_t has_pair_fans   # 二五八将, 幺九头
    uint8_t has_dealer_fans  # counts even where nothing is declared
    uint8_t wait_pick[KEY_WAIT][8]  # situation, readings of a sole wait (bits edge, closed, single) -> the one to count
    uint16_t chow_entry[CHOW_SETS_3]    # by number of the multiset; with one suit by key
    uint16_t n_chow_entries
    Entry kinds[KINDS_SIZE]
    Entry situation[SITUATION_SIZE]
    Entry winds[WINDS_SIZE]
    Entry dragons[DRAGONS_SIZE]
    Entry kongs[KONGS_SIZE]
    Entry pungs[PUNGS_SIZE]
    Entry pair[PAIR_SIZE]
    Entry hogs[HOGS_SIZE]
    Entry flower[FLOWERS_SIZE]
    Entry declared[DECLARED_SIZE]
    Entry chows[CHOW_ENTRIES]
    Entry chosen[CHOW_ENTRIES]  # the same before exclusions: what choose_chows left

# One way to read a complete hand: an index into each family.
cdef struct Reading:
    uint64_t special[2]     # rare fans, found outside the families
    uint32_t order          # the smaller (pair, sets) is shown among equals
    uint16_t kinds
    uint16_t situation
    uint16_t winds
    uint16_t pungs
    uint16_t chows          # number of the chow multiset; with one suit its key
    uint16_t split[3]       # index into `splits`, per suit
    uint16_t declared
    uint8_t dragons
    uint8_t kongs
    uint8_t pair
    uint8_t hogs
    uint8_t flowers
    uint8_t wait
    uint8_t waits           # all readings of a sole wait: bits edge, closed, single
    uint8_t form

cdef struct Result:
    Entry best              # its value is the total before the cap
    Reading reading         # kept where asked for; always its order and wait
    uint8_t status
    uint8_t stands_for      # by score_lucky: the kind that the winning tile was read as
