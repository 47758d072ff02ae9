/* Whose result is whose: drivers of all rounds by name, and by the number of the car where several have one name. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "season/season.h"

/* When a row of the results drove: from its first lap's start to its last lap's end; NaN = it drove no lap. */
typedef struct row_span {
    double from, to;
} row_span;

/* A round's results while they get their drivers. */
typedef struct round_people {
    pdk_season *season;
    const pdk_document *race;
    size_t count;
    row_span *spans;
    size_t *same;  /* the first row of the same person */
    bool *doubled; /* somebody else of the round has the name */
} round_people;

static void find_spans(const round_people *people)
{
    const pdk_lap *lap;
    for (size_t i = 0; i < people->count; i++) people->spans[i] = (row_span){ NAN, NAN };
    for (size_t l = 0; (lap = pdk_lap_at(people->race, l)) != NULL; l++) {
        for (size_t i = 0; i < people->count; i++) {
            if (pdk_result_at(people->race, i)->entry != lap->entry) continue;
            people->spans[i].from = fmin(people->spans[i].from, lap->has_start_time ? lap->start_time : NAN);
            people->spans[i].to = fmax(people->spans[i].to, lap->has_end_time ? lap->end_time : NAN);
        }
    }
}

static bool overlap(row_span one, row_span other)
{
    return one.from < other.to && other.from < one.to;
}

static pdk_text number_of(const pdk_result *result)
{
    return result->has_number && result->number.size > 0 ? result->number : (pdk_text){ NULL, 0 };
}

static bool numbers_differ(const pdk_result *one, const pdk_result *other)
{
    pdk_text a = number_of(one), b = number_of(other);
    return a.data != NULL && b.data != NULL && !pdk_same_text(a, b);
}

static pdk_status fail_double(const round_people *people, size_t one, size_t other, pdk_error *error)
{
    const pdk_result *a = pdk_result_at(people->race, one), *b = pdk_result_at(people->race, other);
    int size = a->driver.size < 80 ? (int)a->driver.size : 80;
    return pdk_fail(
        error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "season.driver",
        "two drivers are called \"%.*s\" (slots %u and %u), drive at the same time, and no numbers tell "
        "them apart: give one another name, with paddock dump and build, or of the same length with paddock set",
        size, a->driver.data, (unsigned)a->slot, (unsigned)b->slot);
}

/* Two of one name are one person who came back, unless they drive at the same time or have other numbers. */
static pdk_status join_rows(const round_people *people, pdk_error *error)
{
    for (size_t i = 0; i < people->count; i++) {
        const pdk_result *own = pdk_result_at(people->race, i);
        people->same[i] = i;
        for (size_t k = 0; k < i; k++) {
            const pdk_result *earlier = pdk_result_at(people->race, k);
            if (people->same[k] != k || !pdk_same_text(own->driver, earlier->driver)) continue;
            if (numbers_differ(own, earlier)) {
                people->doubled[i] = people->doubled[k] = true;
            } else if (overlap(people->spans[i], people->spans[k])) {
                return fail_double(people, k, i, error);
            } else {
                people->same[i] = k;
            }
        }
    }
    return PDK_OK;
}

/* ---------------------------------------------------------------------------------------- over the rounds */

static uint32_t add_driver(pdk_season *season, const pdk_result *result, bool has_double)
{
    pdk_season_driver *driver = pdk_vector_push(&season->drivers);
    season->made->failed |= driver == NULL;
    if (driver == NULL) return PDK_SEASON_NOBODY;
    driver->name = pdk_season_keep(season, result->driver);
    driver->number = pdk_season_keep(season, number_of(result));
    driver->has_double = has_double;
    if (driver->name.size > 0) return (uint32_t)season->drivers.count - 1;
    char text[24];
    snprintf(text, sizeof text, "(%u)", (unsigned)result->slot);
    driver->name = pdk_season_keep(season, (pdk_text){ text, strlen(text) });
    return (uint32_t)season->drivers.count - 1;
}

static pdk_status fail_either(const pdk_result *result, pdk_error *error)
{
    int size = result->driver.size < 80 ? (int)result->driver.size : 80;
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "season.driver",
                    "several drivers of earlier rounds are called \"%.*s\", and no number says which of them this is",
                    size, result->driver.data);
}

static pdk_status find_person(const round_people *people, size_t row, uint32_t *driver, pdk_error *error)
{
    pdk_season *season = people->season;
    const pdk_result *result = pdk_result_at(people->race, row);
    pdk_season_driver *all = season->drivers.items;
    pdk_text number = number_of(result);
    size_t known = 0;
    for (size_t i = 0; i < season->drivers.count; i++) {
        if (result->driver.size == 0 || !pdk_same_text(all[i].name, result->driver)) continue;
        *driver = (uint32_t)i;
        if (number.data != NULL && pdk_same_text(all[i].number, number)) return PDK_OK;
        known++;
    }
    if (known == 1 && !people->doubled[row]) return PDK_OK;
    if (known > 1 && number.data == NULL) return fail_either(result, error);
    for (size_t i = 0; i < season->drivers.count; i++) all[i].has_double |= pdk_same_text(all[i].name, result->driver);
    *driver = add_driver(season, result, known > 0 || people->doubled[row]);
    return season->made->failed ? pdk_fail_memory(error, pdk_season_memory(season), "drivers") : PDK_OK;
}

pdk_status pdk_season_identify(pdk_season *season, const pdk_document *race, uint32_t *drivers, size_t count,
                               pdk_error *error)
{
    pdk_memory *memory = pdk_season_memory(season);
    round_people people = { .season = season,
                            .race = race,
                            .count = count,
                            .spans = pdk_alloc_array(memory, count, sizeof *people.spans),
                            .same = pdk_alloc_array(memory, count, sizeof *people.same),
                            .doubled = pdk_alloc_array(memory, count, sizeof *people.doubled) };
    pdk_status status = PDK_OK;
    if (people.spans == NULL || people.same == NULL || people.doubled == NULL) {
        status = pdk_fail_memory(error, memory, "drivers");
    } else {
        find_spans(&people);
        status = join_rows(&people, error);
    }
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        if (people.same[i] != i) drivers[i] = drivers[people.same[i]];
        else status = find_person(&people, i, &drivers[i], error);
    }
    pdk_free(memory, people.spans);
    pdk_free(memory, people.same);
    pdk_free(memory, people.doubled);
    return status;
}
