/* The channel "Beacon" of an ADL, decoded from a real log: 16 bits once a second. Each crossing is a burst of words,
 * whose two top bits say what they are, then the beacon's code stays until the next one:
 *
 *     11 low bits of the logger's clock, ms    10 its next bits    01 milliseconds in the second    00 the code
 *
 * The crossing was in the second of the first of these words. */
#include <math.h>

#include "base/load.h"
#include "format/ld/ld.h"

enum { BEACON_ID = 110, FINISH_CODE = 100 };

/* A crossing with its code in `sector`. */
static bool collect(const pdk_ld_signal *beacon, pdk_vector *events)
{
    double second = NAN, milliseconds = NAN;
    for (uint64_t i = 0; i < beacon->samples; i++) {
        uint16_t word = pdk_load_u16(beacon->data + i * beacon->size), payload = word & 0x3FFF;
        switch (word >> 14) {
        case 3:
            if (isnan(second) || isfinite(milliseconds)) second = (double)i; /* a word may stand twice */
            milliseconds = NAN;
            break;
        case 2: break;
        case 1: milliseconds = payload; break;
        default:
            if (isfinite(second) && isfinite(milliseconds) && milliseconds < 1000) {
                pdk_ld_crossing *event = pdk_vector_push(events);
                if (event == NULL) return false;
                *event = (pdk_ld_crossing){ second + milliseconds / 1000, payload };
            }
            second = milliseconds = NAN;
            break;
        }
    }
    return true;
}

/* How often a code is there, and the longest time between two of it. */
static size_t count_code(const pdk_vector *events, uint32_t code, double *apart)
{
    const pdk_ld_crossing *all = events->items;
    size_t count = 0;
    double last = NAN;
    *apart = 0;
    for (size_t i = 0; i < events->count; i++) {
        if (all[i].sector != code) continue;
        if (count++ > 0) *apart = fmax(*apart, all[i].time - last);
        last = all[i].time;
    }
    return count;
}

/* The code of the finish line: 100, or if there is none, the one that comes back after the longest time. */
static uint32_t find_finish(const pdk_vector *events)
{
    const pdk_ld_crossing *all = events->items;
    double apart, longest = 0;
    uint32_t found = FINISH_CODE;
    if (count_code(events, FINISH_CODE, &apart) > 0) return FINISH_CODE;
    for (size_t i = 0; i < events->count && i < 64; i++) {
        if (count_code(events, all[i].sector, &apart) < 2 || !(apart > longest)) continue;
        longest = apart;
        found = all[i].sector;
    }
    return found;
}

/* Splits are sectors where every lap has as many, and no more than a session has. */
static bool has_sectors(const pdk_vector *events, uint32_t finish)
{
    const pdk_ld_crossing *all = events->items;
    size_t since = 0, first = SIZE_MAX;
    bool begun = false;
    for (size_t i = 0; i < events->count; i++) {
        if (all[i].sector != finish) {
            since++;
            continue;
        }
        if (begun && first == SIZE_MAX) first = since;
        if (begun && since != first) return false;
        begun = true;
        since = 0;
    }
    return first != SIZE_MAX && first < PDK_SESSION_SECTORS;
}

void pdk_ld_read_beacon(pdk_ld *log, pdk_vector *crossings)
{
    const pdk_ld_signal *beacon = pdk_ld_find(log, "Beacon");
    pdk_vector events = pdk_vector_of(&log->document->memory, sizeof(pdk_ld_crossing));
    if (beacon == NULL || beacon->id != BEACON_ID || beacon->size != 2 || beacon->rate != 1) return;
    if (!collect(beacon, &events)) log->document->failed = true;
    const pdk_ld_crossing *all = events.items;
    uint32_t finish = find_finish(&events), split = 0;
    bool sectors = has_sectors(&events, finish), begun = false;
    for (size_t i = 0; i < events.count && !log->document->failed; i++) {
        bool line = all[i].sector == finish;
        begun |= line;
        split = line ? 0 : split + 1;
        if (!line && (!sectors || !begun || split >= PDK_SESSION_SECTORS)) continue;
        pdk_ld_crossing *crossing = pdk_vector_push(crossings);
        if (crossing == NULL) log->document->failed = true;
        else *crossing = (pdk_ld_crossing){ all[i].time, split };
    }
    pdk_free(&log->document->memory, events.items);
}
