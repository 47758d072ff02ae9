/* Damage: an event says what broke, or bits of the poses change. No source says whether a set bit means that a part is
 * fixed or lost, so only a change counts: from what the car had at first to something else that lasts. */
#include "analysis/incident/incident_damage.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/incident/incidents.h"
#include "base/text.h"

enum { ROWS = 512, PIECES_AT = 6 /* bits of small parts follow those of large ones */ };

static const double lasts = 1;       /* s: a bit that changes for less says nothing */
static const double same_damage = 5; /* s: events of one part are recorded again and again */
static const double longest_gap = PDK_PATH_GAP;

const pdk_damaged_part pdk_damaged_parts[] = { { 1 << 0, "front left wheel", "lost its front left wheel" },
                                               { 1 << 1, "front right wheel", "lost its front right wheel" },
                                               { 1 << 2, "rear left wheel", "lost its rear left wheel" },
                                               { 1 << 3, "rear right wheel", "lost its rear right wheel" },
                                               { PDK_PART_FRONT_WING, "front wing", "lost its front wing" },
                                               { PDK_PART_REAR_WING, "rear wing", "lost its rear wing" },
                                               { PDK_PART_WHEEL, "wheel", "lost a wheel" },
                                               { PDK_PART_WING, "wing", "lost a wing" },
                                               { PDK_PART_PIECE, "piece of the body", "lost a piece of its body" },
                                               { PDK_PART_BODY, "body", "dented its body" },
                                               { PDK_PART_ENGINE, "engine", "damaged its engine" },
                                               { PDK_PART_SUSPENSION, "suspension", "damaged its suspension" },
                                               { PDK_PART_ANY, "part", "damaged a part" },
                                               { 0, NULL, NULL } };

uint32_t pdk_parts_said(uint32_t parts)
{
    enum { WHEELS = 15, WINGS = PDK_PART_FRONT_WING | PDK_PART_REAR_WING, LARGE = WHEELS | WINGS | PDK_PART_PIECE };
    if ((parts & WHEELS) != 0) parts &= ~(uint32_t)PDK_PART_WHEEL;
    if ((parts & WINGS) != 0) parts &= ~(uint32_t)PDK_PART_WING;
    if ((parts & (LARGE | PDK_PART_WHEEL | PDK_PART_WING)) != 0) parts &= ~(uint32_t)PDK_PART_ANY;
    return parts;
}

static bool add_damage(pdk_vector *damages, uint32_t car, double time, uint32_t parts)
{
    pdk_damage *damage = pdk_vector_push(damages);
    if (damage != NULL) *damage = (pdk_damage){ car, time, parts };
    return damage != NULL;
}

/* ------------------------------------------------------------------------------------------------ by events */

static uint32_t part_of(pdk_text name)
{
    for (const pdk_damaged_part *part = pdk_damaged_parts; part->part != 0; part++) {
        if (pdk_text_is(name, part->name)) return part->part;
    }
    return PDK_PART_ANY;
}

/* When each part of each car was last recorded. */
typedef struct told_parts {
    double last[13];
} told_parts;

static unsigned number_of(uint32_t part)
{
    unsigned number = 0;
    while (part > 1) {
        part >>= 1;
        number++;
    }
    return number;
}

static bool take_events(pdk_incident_work *work, pdk_vector *damages)
{
    const pdk_session *session = work->session;
    pdk_vector told = pdk_vector_of(work->scratch, sizeof(told_parts)); /* by car */
    for (size_t i = 0; i < session->damage_count; i++) {
        const pdk_session_damage *event = &session->damages[i];
        uint32_t car = pdk_incident_car_of(&work->cars, event->slot), part = part_of(event->part);
        if (car == PDK_NUMBER_NONE) return false;
        while (told.count <= car) {
            told_parts *fresh = pdk_vector_push(&told);
            if (fresh == NULL) return false;
            for (size_t k = 0; k < sizeof fresh->last / sizeof fresh->last[0]; k++) fresh->last[k] = -HUGE_VAL;
        }
        double *last = &((told_parts *)told.items)[car].last[number_of(part)];
        bool again = event->time - *last <= same_damage;
        *last = event->time;
        if (!again && !add_damage(damages, car, event->time, part | PDK_PART_BY_EVENT)) return false;
    }
    pdk_free(work->scratch, told.items);
    return true;
}

/* -------------------------------------------------------------------------------------------------- by bits */

typedef struct bits_watch {
    bool seen;
    uint32_t sound;  /* the bits that it began with, or had in the pits */
    uint32_t now;    /* the last that lasted */
    uint32_t coming; /* others, since ... */
    double since, before;
    size_t pit;
} bits_watch;

static bool settle(bits_watch *watch, uint32_t car, pdk_vector *damages)
{
    uint32_t lost = (watch->coming ^ watch->sound) & ~(watch->now ^ watch->sound);
    uint32_t parts = (lost & (PDK_PART_PIECE - 1)) | (lost >> PIECES_AT != 0 ? PDK_PART_PIECE : 0);
    watch->now = watch->coming;
    return parts == 0 || add_damage(damages, car, watch->since, parts | PDK_PART_BY_BITS);
}

static bool watch_bits(bits_watch *watch, uint32_t car, double time, uint32_t bits, bool anew, pdk_vector *damages)
{
    if (!watch->seen || anew) {
        watch->seen = true;
        watch->sound = watch->now = watch->coming = bits;
        return true;
    }
    if (bits != watch->coming) {
        watch->coming = bits;
        watch->since = time;
    }
    return watch->coming == watch->now || time - watch->since < lasts || settle(watch, car, damages);
}

typedef struct bit_columns {
    size_t time, driver, parts, pieces; /* the last may be PDK_NO_COLUMN */
} bit_columns;

static bool find_columns(const pdk_table *table, bit_columns *columns)
{
    columns->time = pdk_table_find_role(table, PDK_ROLE_TIME);
    columns->driver = pdk_table_find_role(table, PDK_ROLE_DRIVER);
    columns->parts = pdk_table_find_role(table, PDK_ROLE_DETACHED_PARTS);
    columns->pieces = pdk_table_find_role(table, PDK_ROLE_DEBRIS);
    return columns->time != PDK_NO_COLUMN && columns->driver != PDK_NO_COLUMN && columns->parts != PDK_NO_COLUMN;
}

static bool take_pose(pdk_incident_work *work, bits_watch *watch, uint32_t number, double time, uint32_t bits,
                      pdk_vector *damages)
{
    const pdk_incident_car *car = (pdk_incident_car *)work->cars.list.items + number;
    bool in_pits = pdk_incident_in_pits(car, &watch->pit, time, 0);
    bool anew = in_pits || !(time - watch->before <= longest_gap); /* there it is repaired, and here it is unknown */
    watch->before = time;
    return watch_bits(watch, number, time, bits, anew, damages);
}

static pdk_status take_bits(pdk_incident_work *work, const pdk_table *table, const bit_columns *columns,
                            bits_watch *watches, pdk_vector *damages, pdk_error *error)
{
    double times[ROWS], drivers[ROWS], parts[ROWS], pieces[ROWS] = { 0 };
    uint64_t rows = pdk_table_rows(table);
    pdk_column_read reads[] = { { .column = columns->time, .type = PDK_FLOAT64, .values = times },
                                { .column = columns->driver, .type = PDK_FLOAT64, .values = drivers },
                                { .column = columns->parts, .type = PDK_FLOAT64, .values = parts },
                                { .column = columns->pieces, .type = PDK_FLOAT64, .values = pieces } };
    for (uint64_t first = 0; first < rows; first += ROWS) {
        size_t count = rows - first < ROWS ? (size_t)(rows - first) : ROWS;
        pdk_status status = pdk_table_read(table, first, count, reads, columns->pieces != PDK_NO_COLUMN ? 4 : 3, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < count; i++) {
            if (!isfinite(times[i]) || !(drivers[i] >= 0) || drivers[i] >= PDK_SESSION_NONE) continue;
            uint32_t car = pdk_number_map_find(&work->cars.by_slot, (uint64_t)drivers[i]);
            if (car == PDK_NUMBER_NONE) continue;
            uint32_t bits = (uint32_t)parts[i] | (uint32_t)pieces[i] << PIECES_AT;
            if (!take_pose(work, &watches[car], car, times[i], bits, damages))
                return pdk_fail_memory(error, work->scratch, "damage");
        }
    }
    return PDK_OK;
}

static pdk_status find_by_bits(pdk_incident_work *work, pdk_vector *damages, pdk_error *error)
{
    const pdk_document *source = work->answers->source;
    const pdk_services *services = source->services;
    const pdk_table *table =
        services != NULL && services->motion != NULL ? pdk_document_own_table(source, services->motion->rows) : NULL;
    bit_columns columns;
    if (work->paths == NULL || !work->paths->parts_vary) return PDK_OK; /* only a change counts */
    if (table == NULL || !find_columns(table, &columns)) return PDK_OK;
    bits_watch *watches = pdk_alloc_array(work->scratch, work->cars.list.count, sizeof *watches);
    if (watches == NULL) return pdk_fail_memory(error, work->scratch, "damage");
    pdk_status status = take_bits(work, table, &columns, watches, damages, error);
    pdk_free(work->scratch, watches);
    return status;
}

/* ------------------------------------------------------------------------------------------------- together */

static int by_car_and_time(const void *a, const void *b)
{
    const pdk_damage *one = a, *other = b;
    if (one->car != other->car) return one->car < other->car ? -1 : 1;
    if (one->time != other->time) return one->time < other->time ? -1 : 1;
    return (one->parts > other->parts) - (one->parts < other->parts);
}

pdk_status pdk_find_damage(pdk_incident_work *work, pdk_vector *damages, pdk_error *error)
{
    pdk_status status = take_events(work, damages) ? PDK_OK : pdk_fail_memory(error, work->scratch, "damage");
    if (status == PDK_OK) status = find_by_bits(work, damages, error);
    if (status == PDK_OK && damages->count > 0)
        qsort(damages->items, damages->count, sizeof(pdk_damage), by_car_and_time);
    return status;
}

/* The parties of all cars by car and begin. */
typedef struct placed_party {
    uint32_t car, party, incident;
    double from, to;
} placed_party;

static int by_car_and_begin(const void *a, const void *b)
{
    const placed_party *one = a, *other = b;
    if (one->car != other->car) return one->car < other->car ? -1 : 1;
    if (one->from != other->from) return one->from < other->from ? -1 : 1;
    return (one->party > other->party) - (one->party < other->party);
}

static placed_party *place_parties(const pdk_incident_drafts *drafts, pdk_memory *memory, size_t *count)
{
    const pdk_incident_draft *incidents = drafts->incidents.items;
    const pdk_party_draft *parties = drafts->parties.items;
    placed_party *placed = pdk_alloc_array(memory, drafts->parties.count, sizeof *placed);
    *count = 0;
    for (size_t i = 0; placed != NULL && i < drafts->incidents.count; i++) {
        for (uint32_t k = 0; k < incidents[i].party_count; k++) {
            uint32_t number = incidents[i].first_party + k;
            placed[(*count)++] = (placed_party){ parties[number].car, number, (uint32_t)i, parties[number].from,
                                                 fmax(parties[number].to, incidents[i].to) };
        }
    }
    if (placed != NULL && *count > 0) qsort(placed, *count, sizeof *placed, by_car_and_begin);
    return placed;
}

/* The last of the car's that had begun `gap` before or so, if it was not over for longer. */
static const placed_party *find_party(const placed_party *placed, size_t count, const pdk_damage *damage, double gap)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        bool before = placed[middle].car < damage->car ||
                      (placed[middle].car == damage->car && placed[middle].from <= damage->time + gap);
        if (before) low = middle + 1;
        else high = middle;
    }
    if (low == 0 || placed[low - 1].car != damage->car) return NULL;
    return placed[low - 1].to >= damage->time - gap ? &placed[low - 1] : NULL;
}

bool pdk_draft_damage(const pdk_vector *damages, double gap, pdk_memory *memory, pdk_incident_drafts *drafts)
{
    size_t count;
    const pdk_damage *all = damages->items, *own = NULL; /* the last that is a separate incident */
    if (damages->count == 0) return true;
    placed_party *placed = place_parties(drafts, memory, &count);
    if (placed == NULL) return false;
    for (size_t i = 0; i < damages->count; i++) {
        const placed_party *party = find_party(placed, count, &all[i], gap);
        bool goes_on = party == NULL && own != NULL && own->car == all[i].car && all[i].time <= own->time + gap;
        uint32_t number = party != NULL ? party->party : (uint32_t)drafts->parties.count - 1;
        if (party == NULL && !goes_on) {
            if (pdk_add_draft(drafts, PDK_INCIDENT_DAMAGE, all[i].time, all[i].time) == NULL) return false;
            number = pdk_add_party(drafts, all[i].car, all[i].time, all[i].time);
            if (number == PDK_NUMBER_NONE) return false;
        }
        if (party == NULL) own = &all[i];
        ((pdk_party_draft *)drafts->parties.items)[number].damage |= all[i].parts;
    }
    pdk_free(memory, placed);
    return true;
}
