/* Rulings in the results. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/race/ranking.h"
#include "analysis/ruling/rulings.h"

static void take_laps(pdk_contender *one, uint32_t laps, size_t sectors)
{
    one->result.laps -= laps;
    one->point -= (uint64_t)laps * sectors;
}

void pdk_rule_results(pdk_ranking *work)
{
    for (size_t i = 0; i < work->laps->ruled_count; i++) {
        const pdk_ruling *ruling = work->laps->ruled[i].ruling;
        pdk_contender *one = &work->all[work->laps->ruled[i].entry];
        switch (ruling->kind) {
        case PDK_RULING_TIME:
            one->penalty += ruling->value;
            one->result.total_time += ruling->value;
            break;
        case PDK_RULING_LAPS:
            take_laps(one, (uint32_t)fmin(ruling->value, one->result.laps), work->laps->sector_count);
            break;
        case PDK_RULING_DISQUALIFY: pdk_disqualify(&one->result); break;
        default: break;
        }
    }
}

/* ------------------------------------------------------------------------------------------------- places */

static bool is_ranked(const pdk_contender *one)
{
    return one->result.status != PDK_RESULT_NOT_STARTED && one->result.status != PDK_RESULT_DISQUALIFIED;
}

/* Is `one` behind `other` whatever a ruling of places says: not ranked, or retired where the other is not? */
static bool stays_behind(const pdk_contender *one, const pdk_contender *other)
{
    bool retired = one->result.status == PDK_RESULT_RETIRED && other->result.status != PDK_RESULT_RETIRED;
    return !is_ranked(one) || retired;
}

/* Down by that many places, but not behind those that did not finish. */
static void move_down(pdk_ranking *work, size_t entry, double places)
{
    size_t count = work->laps->entry_count, at = 0;
    while (at < count && work->all[at].result.entry != entry) at++;
    if (at == count || !is_ranked(&work->all[at])) return;
    for (; places >= 1 && at + 1 < count && !stays_behind(&work->all[at + 1], &work->all[at]); places--, at++) {
        pdk_contender other = work->all[at];
        work->all[at] = work->all[at + 1];
        work->all[at + 1] = other;
    }
}

/* A driver who lost places stays as far behind in time as before: a gap that would be negative is none. */
static void settle_gaps(pdk_ranking *work)
{
    double first = NAN, ahead = NAN;
    for (size_t i = 0; i < work->laps->entry_count; i++) {
        pdk_race_result *result = &work->all[i].result;
        double gap = result->gap;
        result->position = (uint32_t)i + 1;
        if (isnan(gap)) continue;
        if (isnan(first)) first = gap;
        result->gap = gap >= first ? gap - first : NAN;
        result->interval = gap >= ahead ? gap - ahead : NAN;
        ahead = gap;
    }
}

bool pdk_rule_places(pdk_ranking *work)
{
    bool any = false;
    for (size_t i = 0; i < work->laps->ruled_count; i++) {
        const pdk_ruled *ruled = &work->laps->ruled[i];
        if (ruled->ruling->kind != PDK_RULING_POSITIONS) continue;
        move_down(work, ruled->entry, ruled->ruling->value);
        any = true;
    }
    if (any) settle_gaps(work);
    return true;
}

/* -------------------------------------------------------------------------------------------------- words */

int pdk_ruling_words(char text[PDK_RULING_WORDS], const pdk_ruling *ruling)
{
    enum { room = PDK_RULING_WORDS };
    text[0] = '\0';
    char number[PDK_NUMBER_SIZE];
    bool one = fabs(ruling->value) <= 1;
    number[pdk_format_number(number, fabs(ruling->value), PDK_FLOAT64)] = '\0';
    const char *sign = ruling->value < 0 ? "-" : "+";
    switch (ruling->kind) {
    case PDK_RULING_TIME: return snprintf(text, room, "%s%s s", sign, number);
    case PDK_RULING_LAPS: return snprintf(text, room, "-%s lap%s", number, one ? "" : "s");
    case PDK_RULING_POSITIONS: return snprintf(text, room, "%s place%s lost", number, one ? "" : "s");
    case PDK_RULING_POINTS: return snprintf(text, room, "%s%s point%s", sign, number, one ? "" : "s");
    case PDK_RULING_DISQUALIFY: return snprintf(text, room, "disqualified");
    case PDK_RULING_LAP_INVALID: return snprintf(text, room, "lap %u invalid", (unsigned)ruling->lap);
    case PDK_RULING_LAP_VALID: return snprintf(text, room, "lap %u valid", (unsigned)ruling->lap);
    case PDK_RULING_NOTE: break;
    }
    return ruling->has_reason ? 0 : snprintf(text, room, "note");
}

/* One of them: what was decided, and in parentheses why: the reason, and the incident that it is about. */
static size_t add_ruling(char *text, size_t room, const pdk_ruling *ruling)
{
    char words[PDK_RULING_WORDS];
    int put = pdk_ruling_words(words, ruling);
    bool both = ruling->has_reason && ruling->has_incident, why = ruling->has_reason || ruling->has_incident;
    return (size_t)snprintf(text, room, "%s%s%s%s%s%s%s", words, put == 0 || !why ? "" : " (",
                            ruling->has_reason ? ruling->reason.data : "", both ? ", " : "",
                            ruling->has_incident ? "incident " : "", ruling->has_incident ? ruling->incident.data : "",
                            put > 0 && why ? ")" : "");
}

/* All about one driver: "+5 s (unsafe return); lap 3 invalid". Two passes: its size, then its bytes. */
static pdk_status put_rulings(const pdk_laps *laps, size_t entry, pdk_memory *memory, pdk_text *text, pdk_error *error)
{
    enum { BETWEEN = 32 }; /* parentheses, commas, "incident " */
    size_t size = 0;
    for (size_t i = 0; i < laps->ruled_count; i++) {
        const pdk_ruling *ruling = laps->ruled[i].ruling;
        if (laps->ruled[i].entry == entry)
            size += PDK_RULING_WORDS + BETWEEN + ruling->reason.size + ruling->incident.size;
    }
    *text = (pdk_text){ NULL, 0 };
    if (size == 0) return PDK_OK;
    char *made = pdk_keep_room(memory, size);
    if (made == NULL) return pdk_fail_memory(error, memory, "rulings");
    size_t at = 0;
    for (size_t i = 0; i < laps->ruled_count; i++) {
        if (laps->ruled[i].entry != entry) continue;
        if (at > 0) at += (size_t)snprintf(made + at, size - at, "; ");
        at += add_ruling(made + at, size - at, laps->ruled[i].ruling);
    }
    *text = (pdk_text){ made, at };
    return PDK_OK;
}

pdk_status pdk_tell_rulings(const pdk_laps *laps, const pdk_results *recorded, pdk_results *results, pdk_memory *memory,
                            pdk_error *error)
{
    const pdk_race_result **of = pdk_alloc_array(memory, laps->entry_count, sizeof *of);
    if (of == NULL) return pdk_fail_memory(error, memory, "rulings");
    for (size_t i = 0; i < recorded->count; i++) of[recorded->results[i].entry] = &recorded->results[i];
    pdk_status status = PDK_OK;
    for (size_t i = 0; i < results->count && status == PDK_OK; i++) {
        pdk_race_result *result = &results->results[i];
        bool is_recorded = !laps->entries[result->entry].is_added;
        if (is_recorded) result->recorded_position = of[result->entry]->position;
        if (is_recorded) result->recorded_time = of[result->entry]->total_time;
        status = put_rulings(laps, result->entry, memory, &result->rulings, error);
    }
    pdk_free(memory, of);
    return status;
}
