/* The table of catalogue.h as data. */
#include "catalogue.h"

#define FAN(name, id, a, b, c, d, e, f) {a, b, c, d, e, f},
const int VALUES[NFANS][NRULES] = {FANS};
#undef FAN

#define FAN(name, id, a, b, c, d, e, f) id,
const char *const IDS[NFANS] = {FANS};
#undef FAN
