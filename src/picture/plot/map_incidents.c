/* Incidents on a map: a dot where each was, and its number in a circle next to it. */
#include "plot/map_incidents.h"

#include <math.h>
#include <stdio.h>

#include "base/trigonometry.h"
#include "plot/text_width.h"

enum { RADIUS = 80, DOT = 60, LABEL = 120, NUMBER = 100, RINGS = 5, DIRECTIONS = 16, CLEAR = 25 };

/* More numbers than this are no help, and a place beside all others would have to be found for each. */
enum { MOST_NUMBERS = 500, MOST_POINTS = 4096 /* of a line that are looked at */ };

static uint32_t colour_of(const pdk_theme *theme, pdk_incident_kind kind)
{
    switch (kind) {
    case PDK_INCIDENT_CONTACT: return theme->slower;
    case PDK_INCIDENT_IMPACT: return theme->series[3];
    case PDK_INCIDENT_SPIN: return theme->text;
    default: return theme->muted;
    }
}

/* --------------------------------------------------------------------------------------------- which of them */

static bool all_named(const pdk_plot_work *work, bool drivers)
{
    for (size_t i = 0; i < work->count; i++) {
        const char *name = drivers ? work->laps[i].driver : work->laps[i].lap;
        if (name == NULL || name[0] == '\0') return false;
    }
    return true;
}

static bool has_party(const pdk_document *document, const pdk_incident *incident, uint64_t slot)
{
    for (size_t i = 0; i < incident->party_count; i++) {
        const pdk_incident_party *party = pdk_incident_party_at(document, (size_t)incident->first_party + i);
        if (party != NULL && party->slot == slot) return true;
    }
    return false;
}

static bool is_wanted(const pdk_plot_work *work, const pdk_incident *incident, const pdk_plot_lap *laps, size_t count)
{
    bool by_driver = all_named(work, true),
         by_time = all_named(work, false) || work->options->has_from || work->options->has_to;
    if (!isfinite(incident->x) || !isfinite(incident->y)) return false;
    for (size_t i = 0; i < count; i++) {
        bool timely = !by_time || (incident->time >= laps[i].start && incident->time <= laps[i].end);
        if (timely && (!by_driver || has_party(laps[i].document, incident, laps[i].slot))) return true;
    }
    return false;
}

/* ------------------------------------------------------------------------------------------------ their places */

typedef struct spot {
    int32_t x, y;
} spot;

/* What a number should not hide. */
typedef struct crowd {
    const pdk_plot_work *work;
    spot *points; /* of the lines */
    size_t point_count;
    const pdk_vector *taken; /* pdk_map_circle */
} crowd;

static size_t step_of(const pdk_map_line *line)
{
    return line->count / MOST_POINTS + 1;
}

static pdk_status gather_points(crowd *around, const pdk_panel *panel, const pdk_map_line *lines, size_t count,
                                pdk_error *error)
{
    size_t most = 0;
    for (size_t i = 0; i < count; i++) most += lines[i].count / step_of(&lines[i]) + 1;
    around->points = pdk_alloc_array(around->work->memory, most, sizeof *around->points);
    if (around->points == NULL) return pdk_fail_memory(error, around->work->memory, "incidents");
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < lines[i].count; k += step_of(&lines[i])) {
            const pdk_map_place *place = &lines[i].places[k];
            around->points[around->point_count++] =
                (spot){ pdk_scale_at(&panel->x, place->x), pdk_scale_at(&panel->y, place->y) };
        }
    }
    return PDK_OK;
}

static bool is_within(spot a, int32_t x, int32_t y, int32_t reach)
{
    double dx = (double)a.x - x, dy = (double)a.y - y;
    return dx * dx + dy * dy < (double)reach * reach;
}

/* How much a circle there would hide: other words most of all, then lines. Stops at `least`, which is no better. */
static int hidden(const crowd *around, spot at, int least)
{
    int worse = 0;
    const pdk_map_circle *circles = around->taken->items;
    for (size_t i = 0; i < around->taken->count && worse < least; i++)
        worse += is_within(at, circles[i].x, circles[i].y, circles[i].radius + RADIUS + CLEAR) ? 1000 : 0;
    for (size_t i = 0; i < around->point_count && worse < least; i++)
        worse += is_within(at, around->points[i].x, around->points[i].y, RADIUS + CLEAR);
    return worse;
}

/* The nearest place next to the dot that hides nothing, or least. */
static spot find_spot(const crowd *around, spot dot)
{
    const pdk_plot_work *work = around->work;
    spot best = dot;
    int least = INT32_MAX;
    for (int ring = 0; ring < RINGS && least > 0; ring++) {
        for (int direction = 0; direction < DIRECTIONS && least > 0; direction++) {
            double angle = direction * 6.283185307179586 / DIRECTIONS, away = 190 + 140 * ring;
            spot at = { dot.x + (int32_t)(away * pdk_cos(angle)), dot.y + (int32_t)(away * pdk_sin(angle)) };
            if (at.x < RADIUS || at.y < PDK_PLOT_TOP || at.x > pdk_plot_width(work) - RADIUS ||
                at.y > pdk_map_bottom(work))
                continue;
            int worse = hidden(around, at, least);
            if (worse >= least) continue;
            least = worse;
            best = at;
        }
    }
    return best;
}

static void put_dot(pdk_plot_work *work, spot dot, uint32_t colour)
{
    pdk_draw_dot(&work->list, dot.x, dot.y, work->theme->background, DOT + 20);
    pdk_draw_dot(&work->list, dot.x, dot.y, colour, DOT);
}

static void put_mark(pdk_plot_work *work, spot dot, spot at, size_t number, uint32_t colour)
{
    char text[24];
    pdk_draw_line(&work->list, (pdk_draw_span){ dot.x, dot.y, at.x, at.y }, colour, 10);
    put_dot(work, dot, colour);
    pdk_draw_dot(&work->list, at.x, at.y, colour, 2 * RADIUS);
    pdk_draw_dot(&work->list, at.x, at.y, work->theme->background, 2 * RADIUS - 30);
    snprintf(text, sizeof text, "%zu", number);
    pdk_draw_label label = { .x = at.x,
                             .y = at.y + 36,
                             .size = number < 100 ? NUMBER : NUMBER * 3 / 4,
                             .anchor = PDK_ANCHOR_MIDDLE,
                             .colour = work->theme->text,
                             .bold = true };
    pdk_draw_text(&work->list, text, &label);
}

typedef struct kind_words {
    char text[48];
    int32_t width; /* with its dot */
} kind_words;

enum { BETWEEN = 120, MARK = 110 };

static void name_kind(pdk_incident_kind kind, kind_words *words)
{
    snprintf(words->text, sizeof words->text, "%s", pdk_incident_kind_name(kind));
    for (char *at = words->text; *at != '\0'; at++) {
        if (*at == '_') *at = ' ';
    }
    words->width = MARK + pdk_text_width(words->text, LABEL, false);
}

/* "incidents: contact, spin", each in its colour: in the lower right next to the scale; where that is too narrow, in
 * the row above, and what has no room there next to the scale. */
static void put_kinds(pdk_plot_work *work, const bool seen[PDK_INCIDENT_DAMAGE + 1], const char *title)
{
    kind_words words;
    int32_t first = pdk_text_width(title, LABEL, false), wide = first, right = pdk_plot_width(work) - PDK_PLOT_MARGIN,
            y = pdk_plot_height(work) - 200;
    for (int kind = PDK_INCIDENT_CONTACT; kind <= PDK_INCIDENT_DAMAGE; kind++) {
        if (!seen[kind]) continue;
        name_kind((pdk_incident_kind)kind, &words);
        wide += BETWEEN + words.width;
    }
    int32_t x = right - wide;
    bool above = x < pdk_map_scale_end(work);
    if (above) {
        x = PDK_PLOT_MARGIN;
        y = pdk_map_bottom(work) + 140;
    }
    pdk_draw_label label = { .x = x, .y = y, .size = LABEL, .colour = work->theme->muted };
    pdk_draw_text(&work->list, title, &label);
    x += first + BETWEEN;
    for (int kind = PDK_INCIDENT_CONTACT; kind <= PDK_INCIDENT_DAMAGE; kind++) {
        if (!seen[kind]) continue;
        name_kind((pdk_incident_kind)kind, &words);
        if (above && x + words.width > right && label.y == y) {
            x = pdk_map_scale_end(work);
            label.y = pdk_plot_height(work) - 200;
        }
        pdk_draw_dot(&work->list, x + DOT / 2, label.y - 42, colour_of(work->theme, (pdk_incident_kind)kind), DOT + 20);
        label.x = x + MARK;
        pdk_draw_text(&work->list, words.text, &label);
        x += words.width + BETWEEN;
    }
}

typedef struct marked_spot {
    spot dot;
    size_t number;
    uint32_t colour;
} marked_spot;

/* With its number, as long as there are not too many. */
static pdk_status draw_incident(pdk_plot_work *work, const crowd *around, pdk_vector *taken, marked_spot mark,
                                pdk_error *error)
{
    if (taken->count >= MOST_NUMBERS) {
        put_dot(work, mark.dot, mark.colour);
        return PDK_OK;
    }
    spot at = find_spot(around, mark.dot);
    pdk_map_circle *circle = pdk_vector_push(taken);
    if (circle == NULL) return pdk_fail_memory(error, work->memory, "incidents");
    *circle = (pdk_map_circle){ at.x, at.y, RADIUS };
    put_mark(work, mark.dot, at, mark.number, mark.colour);
    return PDK_OK;
}

typedef struct crowds {
    const crowd *around;
    size_t count, incidents;
} crowds;

static pdk_status draw_all(pdk_plot_work *work, const pdk_panel *panel, const pdk_plot_lap *laps, crowds shown,
                           pdk_vector *taken, pdk_error *error)
{
    bool seen[PDK_INCIDENT_DAMAGE + 1] = { false }, any = false;
    pdk_status status = PDK_OK;
    for (size_t i = 0; i < shown.incidents && status == PDK_OK; i++) {
        const pdk_incident *incident = pdk_incident_at(laps[0].document, i);
        if (!is_wanted(work, incident, laps, shown.count)) continue;
        spot dot = { pdk_scale_at(&panel->x, incident->x), pdk_scale_at(&panel->y, incident->y) };
        if (dot.x < 0 || dot.y < 0 || dot.x > pdk_plot_width(work) || dot.y > pdk_plot_height(work)) continue;
        status = draw_incident(work, shown.around, taken,
                               (marked_spot){ dot, i + 1, colour_of(work->theme, incident->kind) }, error);
        if (status == PDK_OK) status = pdk_plot_go_on(work, i, shown.incidents, error);
        if ((unsigned)incident->kind <= PDK_INCIDENT_DAMAGE) seen[incident->kind] = any = true;
    }
    if (any && status == PDK_OK)
        put_kinds(work, seen, taken->count < MOST_NUMBERS ? "incidents:" : "incidents, not all with numbers:");
    return status;
}

pdk_status pdk_map_draw_incidents(pdk_plot_work *work, const pdk_panel *panel, pdk_map_laps map, pdk_vector *taken,
                                  pdk_error *error)
{
    size_t incidents;
    const pdk_table *table;
    for (size_t i = 1; i < map.count; i++) {
        if (map.laps[i].document != map.laps[0].document) return PDK_OK; /* numbers would mean several things */
    }
    pdk_status status = pdk_plot_answer(work, map.laps[0].document, "incidents", &table, error);
    if (status == PDK_OK) status = pdk_incident_count(map.laps[0].document, &incidents, error);
    if (status == PDK_E_UNSUPPORTED) return PDK_OK;
    crowd around = { .work = work, .taken = taken };
    if (status == PDK_OK) status = gather_points(&around, panel, map.lines, map.count, error);
    if (status == PDK_OK)
        status = draw_all(work, panel, map.laps, (crowds){ &around, map.count, incidents }, taken, error);
    return status;
}
