/* What is not recorded of a session, and what is recorded late or old. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "format/vcr/vcr_synth.h"

static const char *const kinds[PDK_VCR_KINDS] = {
    "crossings", "order", "contacts", "pit", "penalties", "start", "joins", "notices"
};                               /* in the order of the bits */
static const double latest = 10; /* s: more than any game is late */

/* The number of a kind; PDK_VCR_KINDS for none. */
static unsigned find_kind(const char *name, size_t length)
{
    unsigned kind = 0;
    while (kind < PDK_VCR_KINDS && (strlen(kinds[kind]) != length || strncmp(kinds[kind], name, length) != 0)) kind++;
    return kind;
}

bool pdk_vcr_read_without(const char *list, unsigned *without, pdk_error *error)
{
    *without = 0;
    for (const char *at = list; at != NULL && *at != '\0';) {
        size_t length = strcspn(at, ",");
        unsigned kind = find_kind(at, length);
        if (kind == PDK_VCR_KINDS) {
            pdk_fail(
                error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.without",
                "\"%.*s\" cannot be left out; crossings, order, contacts, pit, penalties, start, joins and notices can",
                (int)length, at);
            return false;
        }
        *without |= 1U << kind;
        at += length + (at[length] == ',');
    }
    return true;
}

/* --------------------------------------------------------------------------------------------------- reading */

static pdk_status fail_lost(pdk_error *error, const char *item, size_t length)
{
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.lost",
                    "\"%.*s\" names no events to lose; write crossings:0.1 for a tenth of them, crossings#17 for one",
                    (int)length, item);
}

static bool add_share(pdk_vcr_faults *faults, const char *name, size_t length, const char *text)
{
    char *end;
    double share = strtod(text, &end);
    if (end == text || (*end != '\0' && *end != ',') || !(share >= 0) || share > 1) return false;
    bool all = length == 3 && strncmp(name, "all", 3) == 0;
    unsigned kind = find_kind(name, length);
    for (unsigned i = 0; i < PDK_VCR_KINDS; i++) {
        if (all || i == kind) faults->lost[i] = share;
    }
    return all || kind < PDK_VCR_KINDS;
}

static bool add_single(pdk_vcr_faults *faults, const char *name, size_t length, const char *text)
{
    char *end;
    unsigned long long number = strtoull(text, &end, 10);
    unsigned kind = find_kind(name, length);
    if (end == text || (*end != '\0' && *end != ',') || number == 0 || kind == PDK_VCR_KINDS) return false;
    if (faults->single_count == PDK_VCR_MOST_SINGLE) return false;
    faults->single[faults->single_count].kind = kind;
    faults->single[faults->single_count++].number = number;
    return true;
}

static bool lists(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = list; at != NULL && *at != '\0';) {
        size_t item = strcspn(at, ",");
        if (item == length && strncmp(at, name, length) == 0) return true;
        at += item + (at[item] == ',');
    }
    return false;
}

pdk_status pdk_vcr_read_faults(const pdk_synth_options *options, pdk_vcr_faults *faults, pdk_error *error)
{
    *faults = (pdk_vcr_faults){ .seed = options->seed, .late = options->late, .lags = lists(options->with, "lag") };
    if (!(options->late >= 0) || options->late > latest) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.late", "events are 0 to %g seconds late",
                        latest);
    }
    for (const char *at = options->lost; at != NULL && *at != '\0';) {
        size_t length = strcspn(at, ","), name = strcspn(at, ":#,");
        bool good = false;
        if (at[name] == ':') good = add_share(faults, at, name, at + name + 1);
        else if (at[name] == '#') good = add_single(faults, at, name, at + name + 1);
        if (!good) return fail_lost(error, at, length);
        at += length + (at[length] == ',');
    }
    return PDK_OK;
}

/* --------------------------------------------------------------------------------------------------- deciding */

void pdk_vcr_begin_fate(pdk_vcr_fate *fate, const pdk_vcr_faults *faults)
{
    *fate = (pdk_vcr_fate){ .faults = faults, .random = { faults->seed + 0x6C6F7374 } };
}

static unsigned number_of(unsigned bit)
{
    unsigned kind = 0;
    while (kind < PDK_VCR_KINDS && bit != 1U << kind) kind++;
    return kind;
}

bool pdk_vcr_loses(pdk_vcr_fate *fate, unsigned kind_bit)
{
    const pdk_vcr_faults *faults = fate->faults;
    unsigned kind = number_of(kind_bit);
    if (kind == PDK_VCR_KINDS) return false;
    uint64_t number = ++fate->counted[kind];
    for (size_t i = 0; i < faults->single_count; i++) {
        if (faults->single[i].kind == kind && faults->single[i].number == number) return true;
    }
    return faults->lost[kind] > 0 && pdk_random_unit(&fate->random) < faults->lost[kind];
}

double pdk_vcr_lateness(pdk_vcr_fate *fate, const pdk_sim_session_event *event)
{
    if (!(fate->faults->late > 0) || event->car == PDK_SIM_NOBODY) return 0;
    return pdk_random_between(&fate->random, 0, fate->faults->late);
}

uint32_t pdk_vcr_lag_of(const pdk_vcr_faults *faults, uint32_t car)
{
    pdk_random random = { faults->seed * 31 + car };
    return faults->lags ? (uint32_t)(pdk_random_next(&random) % (PDK_VCR_LAG_TICKS + 1)) : 0;
}
