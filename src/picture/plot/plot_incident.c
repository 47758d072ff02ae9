/* incident: its cars from above at four moments, to one scale, each with a line to its name. Names stand beside the
 * ground, so that none can cover a car. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/incident/incident_scene.h"
#include "base/trigonometry.h"
#include "base/whole.h"
#include "plot/map_page.h"
#include "plot/place_labels.h"
#include "plot/plot_laps.h"
#include "plot/text_width.h"

enum {
    MOMENTS = 4,
    ROW = 150,
    LABEL = 115,
    HEADING = 130,
    BETWEEN = 240,
    ASIDE = 60,
    MOST_MEANT = 2 * PDK_SERIES_COLOURS
};
static const double moments[MOMENTS] = { -2, -1, 0, 1 };          /* s */
static const double least_seen = 16, most_seen = 150, beside = 8; /* m from the middle; around the furthest */

typedef struct incident_plot {
    pdk_plot_work *work;
    const pdk_document *document;
    const pdk_incident *incident;
    double up[2];    /* the direction that is drawn upwards */
    double seen;     /* m, from the middle of a panel to its nearer edge */
    size_t left_out; /* cars for whose names there was no room */
} incident_plot;

/* One moment, in a box of the page. */
typedef struct scene {
    double time, middle[2];
    pdk_scene_car *cars;
    size_t count;
    pdk_draw_box ground; /* between the names */
    double per_metre;
} scene;

typedef struct spot {
    double x, y; /* tenths */
} spot;

/* ---------------------------------------------------------------------------------------------- which incident */

static pdk_status find_incident(incident_plot *plot, pdk_error *error)
{
    pdk_plot_work *work = plot->work;
    const char *wanted = work->options->incident;
    const pdk_table *table;
    size_t count = 0;
    pdk_status status = pdk_plot_answer(work, plot->document, "incidents", &table, error);
    if (status == PDK_OK) status = pdk_incident_count(plot->document, &count, error);
    if (status != PDK_OK) return status;
    if (count == 0) return pdk_plot_lacks(error, "there are no incidents in this recording");
    for (size_t i = 0; i < count; i++) {
        const pdk_incident *incident = pdk_incident_at(plot->document, i);
        size_t size = wanted != NULL ? strlen(wanted) : 0;
        if (size > incident->incident.size || (size > 0 && memcmp(incident->incident.data, wanted, size) != 0))
            continue;
        plot->incident = incident;
        return PDK_OK;
    }
    const pdk_incident *first = pdk_incident_at(plot->document, 0);
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "plot.incident",
                    "there is no incident \"%.40s\"; the table `incidents` has their ids, such as %.*s", wanted,
                    (int)first->incident.size, first->incident.data);
}

/* Its number among those that took part; SIZE_MAX = it did not. */
static size_t party_of(const incident_plot *plot, uint32_t slot)
{
    for (uint32_t i = 0; i < plot->incident->party_count; i++) {
        if (pdk_incident_party_at(plot->document, (size_t)plot->incident->first_party + i)->slot == slot) return i;
    }
    return SIZE_MAX;
}

/* ------------------------------------------------------------------------------------------------- where it is */

static void find_middle(const incident_plot *plot, scene *at)
{
    size_t count = 0;
    double sum[2] = { 0, 0 };
    for (size_t i = 0; i < at->count; i++) {
        if (party_of(plot, at->cars[i].slot) == SIZE_MAX) continue;
        sum[0] += at->cars[i].x;
        sum[1] += at->cars[i].y;
        count++;
    }
    at->middle[0] = count > 0 ? sum[0] / (double)count : plot->incident->x;
    at->middle[1] = count > 0 ? sum[1] / (double)count : plot->incident->y;
}

static pdk_status read_scenes(incident_plot *plot, scene scenes[MOMENTS], pdk_error *error)
{
    for (size_t i = 0; i < MOMENTS; i++) {
        scene *at = &scenes[i];
        *at = (scene){ .time = plot->incident->time + moments[i] };
        pdk_status status = pdk_scene_cars(plot->document, at->time, plot->work->memory, &at->cars, &at->count, error);
        if (status != PDK_OK) return status;
        find_middle(plot, at);
    }
    return PDK_OK;
}

/* Where the cars came from goes up; where they stood, north does. */
static void settle_view(incident_plot *plot, const scene scenes[MOMENTS])
{
    double way[2] = { scenes[2].middle[0] - scenes[1].middle[0], scenes[2].middle[1] - scenes[1].middle[1] },
           length = pdk_hypot(way[0], way[1]);
    bool known = length > 1 && length < 1000;
    plot->up[0] = known ? way[0] / length : 0;
    plot->up[1] = known ? way[1] / length : 1;
    plot->seen = least_seen;
    for (size_t m = 0; m < MOMENTS; m++) {
        for (size_t i = 0; i < scenes[m].count; i++) {
            const pdk_scene_car *car = &scenes[m].cars[i];
            double away = pdk_hypot(car->x - scenes[m].middle[0], car->y - scenes[m].middle[1]) + beside;
            if (party_of(plot, car->slot) != SIZE_MAX && away > plot->seen) plot->seen = fmin(away, most_seen);
        }
    }
}

static spot spot_of(const incident_plot *plot, const scene *at, double x, double y)
{
    double dx = x - at->middle[0], dy = y - at->middle[1];
    double along = dx * plot->up[0] + dy * plot->up[1], right = dx * plot->up[1] - dy * plot->up[0];
    return (spot){ (at->ground.left + at->ground.right) / 2.0 + right * at->per_metre,
                   (at->ground.top + at->ground.bottom) / 2.0 - along * at->per_metre };
}

/* ------------------------------------------------------------------------------------------------- the ground */

/* One side of a box: what is beyond it is cut off a polygon. Returns how many points are left; `to` has room for twice
 * as many. */
static size_t clip(const spot *from, size_t count, int side, const pdk_draw_box *box, spot *to)
{
    size_t made = 0;
    double edge = side == 0 ? box->left : side == 1 ? box->right : side == 2 ? box->top : box->bottom;
    for (size_t i = 0; i < count; i++) {
        const spot *a = &from[i], *b = &from[(i + 1) % count];
        double sign = side % 2 == 0 ? 1 : -1, one = side < 2 ? a->x : a->y, other = side < 2 ? b->x : b->y;
        bool in = sign * (one - edge) >= 0, next = sign * (other - edge) >= 0;
        if (in) to[made++] = *a;
        if (in == next) continue;
        double share = (edge - one) / (other - one);
        to[made++] = (spot){ a->x + share * (b->x - a->x), a->y + share * (b->y - a->y) };
    }
    return made;
}

/* A stretch of the track without a break. */
static void draw_stretch(incident_plot *plot, const scene *at, const pdk_scene_edge *edges, size_t count, spot *room[2])
{
    size_t made = 2 * count;
    for (size_t i = 0; i < count; i++) {
        room[0][i] = spot_of(plot, at, edges[i].left[0], edges[i].left[1]);
        room[0][made - 1 - i] = spot_of(plot, at, edges[i].right[0], edges[i].right[1]);
    }
    for (int side = 0; side < 4 && made > 0; side++)
        made = clip(room[side % 2], made, side, &at->ground, room[1 - side % 2]);
    if (made < 3) return;
    pdk_draw_path style = {
        .stroke = PDK_NO_COLOUR, .fill = plot->work->theme->ribbon, .closed = true, .square = true
    };
    pdk_draw_path_begin(&plot->work->list, &style);
    for (size_t i = 0; i < made; i++)
        pdk_draw_to(&plot->work->list, pdk_whole_i32(room[0][i].x), pdk_whole_i32(room[0][i].y), i == 0);
}

static pdk_status draw_ground(incident_plot *plot, const scene *at, pdk_error *error)
{
    pdk_plot_work *work = plot->work;
    pdk_scene_ground ground;
    double high = at->ground.bottom - at->ground.top, wide = at->ground.right - at->ground.left,
           reach = fmax(high, wide) / at->per_metre + 20;
    pdk_status status = pdk_scene_track(plot->document, at->middle, reach, work->memory, &ground, error);
    if (status != PDK_OK || ground.count == 0) return status;
    spot *room[2];
    for (int i = 0; i < 2; i++) room[i] = pdk_alloc_array(work->memory, ground.count, 64 * sizeof(spot));
    if (room[0] == NULL || room[1] == NULL) return pdk_fail_memory(error, work->memory, "the ground");
    for (size_t first = 0; first < ground.count;) {
        size_t end = first + 1;
        while (end < ground.count && !ground.edges[end].begins) end++;
        draw_stretch(plot, at, ground.edges + first, end - first, room);
        first = end;
    }
    return PDK_OK;
}

/* --------------------------------------------------------------------------------------------------- the cars */

typedef struct drawn_car {
    const pdk_scene_car *car;
    char name[64];
    size_t party; /* SIZE_MAX = it took no part */
    spot centre;
    bool left;   /* its name stands on the left */
    double away; /* m from the middle */
    uint32_t colour;
} drawn_car;

static int by_part(const void *left, const void *right)
{
    const drawn_car *a = left, *b = right;
    bool one = a->party != SIZE_MAX, other = b->party != SIZE_MAX;
    if (one != other) return one ? -1 : 1;
    if (a->away != b->away) return a->away < b->away ? -1 : 1;
    return a->car->slot < b->car->slot ? -1 : a->car->slot > b->car->slot;
}

static int by_side(const void *left, const void *right)
{
    const drawn_car *a = left, *b = right;
    if (a->left != b->left) return a->left ? -1 : 1;
    return a->car->slot < b->car->slot ? -1 : a->car->slot > b->car->slot;
}

/* How many cars a line to the name on one side would pass under. */
static size_t passed(const scene *at, const drawn_car *cars, size_t count, size_t number, bool left)
{
    double reach = PDK_SCENE_CAR_WIDTH * at->per_metre;
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        double aside = cars[i].centre.x - cars[number].centre.x;
        found +=
            i != number && fabs(cars[i].centre.y - cars[number].centre.y) < reach && (left ? aside < 0 : aside > 0);
    }
    return found;
}

/* On the side where its line passes under the fewest cars, else on the nearer one, as long as there is room. Those that
 * took part come first. Returns how many stand on the left. */
static size_t choose_sides(const scene *at, drawn_car *cars, size_t count)
{
    size_t rows = (size_t)((at->ground.bottom - at->ground.top) / ROW), on_left = 0;
    double middle = (at->ground.left + at->ground.right) / 2.0;
    for (size_t i = 0; i < count; i++) {
        size_t left = passed(at, cars, count, i, true), right = passed(at, cars, count, i, false);
        cars[i].left = left != right ? left < right : cars[i].centre.x < middle;
        if (cars[i].left ? on_left == rows : i - on_left == rows) cars[i].left = !cars[i].left;
        on_left += cars[i].left;
    }
    if (count > 0) qsort(cars, count, sizeof *cars, by_side);
    return on_left;
}

/* Two cars of one name: their numbers tell them apart. */
static void name_car(const scene *at, drawn_car *drawn)
{
    const pdk_text name = drawn->car->name;
    bool again = false;
    pdk_draw_clean(drawn->name, sizeof drawn->name - 16, name.data != NULL ? name.data : "", name.size);
    for (size_t i = 0; i < at->count && name.size > 0; i++) {
        const pdk_scene_car *other = &at->cars[i];
        again |=
            other != drawn->car && other->name.size == name.size && memcmp(other->name.data, name.data, name.size) == 0;
    }
    size_t length = strlen(drawn->name);
    if (length == 0) snprintf(drawn->name, sizeof drawn->name, "car %lu", (unsigned long)drawn->car->slot);
    else if (again)
        snprintf(drawn->name + length, sizeof drawn->name - length, " (%lu)", (unsigned long)drawn->car->slot);
}

/* Those that are wholly on the ground, those that took part first, and no more than there is room for names. */
static size_t take_cars(incident_plot *plot, const scene *at, drawn_car *cars)
{
    const pdk_draw_box *box = &at->ground;
    double reach = pdk_hypot(PDK_SCENE_CAR_LENGTH, PDK_SCENE_CAR_WIDTH) / 2 * at->per_metre;
    size_t count = 0, rows = (size_t)((box->bottom - box->top) / ROW);
    for (size_t i = 0; i < at->count; i++) {
        const pdk_scene_car *car = &at->cars[i];
        spot centre = spot_of(plot, at, car->x, car->y);
        if (!(centre.x - reach > box->left && centre.x + reach < box->right && centre.y - reach > box->top &&
              centre.y + reach < box->bottom))
            continue;
        size_t party = party_of(plot, car->slot);
        int32_t dash[2];
        cars[count] = (drawn_car){ .car = car,
                                   .party = party,
                                   .centre = centre,
                                   .away = pdk_hypot(car->x - at->middle[0], car->y - at->middle[1]),
                                   .colour = party < MOST_MEANT ? pdk_series_colour(plot->work->theme, party, dash)
                                                                : plot->work->theme->context };
        name_car(at, &cars[count++]);
    }
    if (count > 0) qsort(cars, count, sizeof *cars, by_part);
    if (count > 2 * rows) {
        if (count - 2 * rows > plot->left_out) plot->left_out = count - 2 * rows;
        count = 2 * rows;
    }
    return count;
}

/* To scale, with a pointed nose. */
static void draw_car(incident_plot *plot, const scene *at, const drawn_car *drawn)
{
    static const double shape[][2] = { { 0.5, 0 }, { 0.3, 0.5 }, { -0.5, 0.5 }, { -0.5, -0.5 }, { 0.3, -0.5 } };
    const pdk_theme *theme = plot->work->theme;
    pdk_draw_path style = {
        .stroke = theme->background, .fill = drawn->colour, .width = 10, .closed = true, .square = true
    };
    double sine, cosine;
    pdk_sin_cos(drawn->car->heading, &sine, &cosine);
    pdk_draw_path_begin(&plot->work->list, &style);
    for (size_t i = 0; i < sizeof shape / sizeof shape[0]; i++) {
        double along = shape[i][0] * PDK_SCENE_CAR_LENGTH, left = shape[i][1] * PDK_SCENE_CAR_WIDTH;
        spot corner = spot_of(plot, at, drawn->car->x + along * cosine - left * sine,
                              drawn->car->y + along * sine + left * cosine);
        pdk_draw_to(&plot->work->list, pdk_whole_i32(corner.x), pdk_whole_i32(corner.y), i == 0);
    }
}

static void put_name(incident_plot *plot, const drawn_car *drawn, int32_t x, int32_t y, bool left, int32_t room)
{
    const pdk_theme *theme = plot->work->theme;
    char speed[32] = "";
    bool meant = drawn->party != SIZE_MAX;
    if (meant && isfinite(drawn->car->speed)) snprintf(speed, sizeof speed, "%.0f km/h", drawn->car->speed * 3.6);
    int32_t behind = speed[0] != '\0' ? pdk_text_width(speed, LABEL, false) + 60 : 0;
    if (pdk_text_width(drawn->name, LABEL, meant) + behind > room) behind = 0; /* the name first */
    pdk_draw_label label = { .x = x,
                             .y = y + LABEL / 3,
                             .size = LABEL,
                             .anchor = left ? PDK_ANCHOR_END : PDK_ANCHOR_START,
                             .colour = meant ? theme->text : theme->muted,
                             .bold = meant,
                             .behind = behind > 0 ? speed : NULL,
                             .behind_colour = theme->muted,
                             .room = room - behind };
    pdk_draw_text(&plot->work->list, drawn->name, &label);
}

/* The names of the cars on one half of the ground, in the order in which the cars are from top to bottom. */
static bool draw_names(incident_plot *plot, const scene *at, drawn_car *cars, size_t count, bool left, int32_t room)
{
    pdk_plot_work *work = plot->work;
    pdk_placed_label *labels = pdk_alloc_array(work->memory, count, sizeof *labels);
    if (labels == NULL) return false;
    for (size_t i = 0; i < count; i++) labels[i] = (pdk_placed_label){ cars[i].centre.y, 0, i };
    pdk_place_labels(labels, count, ROW, at->ground.top + ROW / 2.0, at->ground.bottom - ROW / 2.0);
    int32_t edge = left ? at->ground.left : at->ground.right, out = left ? -ASIDE : ASIDE;
    for (size_t i = 0; i < count; i++) {
        const drawn_car *drawn = &cars[labels[i].number];
        int32_t y = pdk_whole_i32(labels[i].at);
        work->list.driver = drawn->name;
        pdk_draw_path style = { .stroke = drawn->colour, .fill = PDK_NO_COLOUR, .width = 8, .square = true };
        pdk_draw_path_begin(&work->list, &style);
        pdk_draw_to(&work->list, edge + out * 3 / 4, y, true);
        pdk_draw_to(&work->list, edge, y, false);
        pdk_draw_to(&work->list, pdk_whole_i32(drawn->centre.x), pdk_whole_i32(drawn->centre.y), false);
        put_name(plot, drawn, edge + out, y, left, room - ASIDE);
    }
    work->list.driver = NULL;
    return true;
}

/* Lines first, cars over them, and where each line ends a dot over its car. */
static bool draw_cars(incident_plot *plot, const scene *at, int32_t room)
{
    pdk_plot_work *work = plot->work;
    drawn_car *cars = pdk_alloc_array(work->memory, at->count, sizeof *cars);
    if (cars == NULL) return false;
    size_t count = take_cars(plot, at, cars), left = choose_sides(at, cars, count);
    if (!draw_names(plot, at, cars, left, true, room) || !draw_names(plot, at, cars + left, count - left, false, room))
        return false;
    for (size_t pass = 0; pass < 2; pass++) { /* who took part is above */
        for (size_t i = 0; i < count; i++) {
            if ((cars[i].party != SIZE_MAX) != (pass == 1)) continue;
            work->list.driver = cars[i].name;
            draw_car(plot, at, &cars[i]);
            pdk_draw_dot(&work->list, pdk_whole_i32(cars[i].centre.x), pdk_whole_i32(cars[i].centre.y),
                         work->theme->background, 22);
        }
    }
    work->list.driver = NULL;
    return true;
}

/* --------------------------------------------------------------------------------------------------- the page */

/* What the widest name needs. */
static int32_t name_room(const scene *at)
{
    int32_t widest = 600, speed = pdk_text_width(" 300 km/h", LABEL, false);
    for (size_t i = 0; i < at->count; i++) {
        char name[64];
        const pdk_text given = at->cars[i].name;
        pdk_draw_clean(name, sizeof name, given.data != NULL ? given.data : "", given.size);
        int32_t wide = pdk_text_width(name, LABEL, true) + speed;
        if (wide > widest) widest = wide;
    }
    return widest + 2 * ASIDE;
}

static pdk_status draw_scene(incident_plot *plot, scene *at, pdk_draw_box cell, const char *heading, pdk_error *error)
{
    pdk_plot_work *work = plot->work;
    int32_t room = name_room(at), most = (cell.right - cell.left) * 29 / 100;
    if (room > most) room = most;
    at->ground = (pdk_draw_box){ cell.left + room, cell.top + 190, cell.right - room, cell.bottom };
    double wide = at->ground.right - at->ground.left, high = at->ground.bottom - at->ground.top;
    at->per_metre = fmin(wide, high) / 2 / plot->seen;
    pdk_draw_rectangle(&work->list, at->ground, work->theme->faint, 40);
    pdk_status status = draw_ground(plot, at, error);
    if (status != PDK_OK) return status;
    pdk_draw_label label = { .x = (at->ground.left + at->ground.right) / 2,
                             .y = cell.top + 120,
                             .size = HEADING,
                             .anchor = PDK_ANCHOR_MIDDLE,
                             .colour = work->theme->text,
                             .bold = true };
    char clock[PDK_TIME_SIZE];
    pdk_format_time(clock, at->time, 2);
    label.behind = clock;
    label.behind_colour = work->theme->muted;
    pdk_draw_text(&work->list, heading, &label);
    return draw_cars(plot, at, room) ? PDK_OK : pdk_fail_memory(error, work->memory, "cars");
}

/* As on a phone: the moments are below each other. */
static bool is_narrow(const pdk_plot_work *work)
{
    return pdk_plot_width(work) < 8000;
}

static pdk_status draw_scenes(incident_plot *plot, scene scenes[MOMENTS], pdk_error *error)
{
    static const char *const headings[MOMENTS] = { "2 s before", "1 s before", "the moment", "1 s after" };
    pdk_plot_work *work = plot->work;
    int32_t columns = is_narrow(work) ? 1 : 2, rows = MOMENTS / columns;
    int32_t top = PDK_PLOT_TOP, bottom = pdk_plot_height(work) - 420,
            wide = (pdk_plot_width(work) - PDK_PLOT_MARGIN * 2 - BETWEEN * (columns - 1)) / columns,
            high = (bottom - top - BETWEEN * (rows - 1)) / rows;
    pdk_status status = PDK_OK;
    for (int32_t i = 0; i < MOMENTS && status == PDK_OK; i++) {
        int32_t left = PDK_PLOT_MARGIN + i % columns * (wide + BETWEEN), above = top + i / columns * (high + BETWEEN);
        status =
            draw_scene(plot, &scenes[i], (pdk_draw_box){ left, above, left + wide, above + high }, headings[i], error);
        if (status == PDK_OK) status = pdk_plot_go_on(work, (uint64_t)i + 1, MOMENTS, error);
    }
    return status;
}

/* What the picture cannot show, and how long a metre is. */
static void put_foot(incident_plot *plot, const scene *at)
{
    pdk_plot_work *work = plot->work;
    const pdk_panel panel = { .x = { 0, 1000, 0, pdk_whole_i32(1000 * at->per_metre) },
                              .y = { 0, 1000, pdk_whole_i32(1000 * at->per_metre), 0 } };
    pdk_map_put_scale(work, &panel);
    char text[160], left_out[64] = "";
    if (plot->left_out > 0)
        snprintf(left_out, sizeof left_out, "; %zu cars further away are not drawn", plot->left_out);
    snprintf(text, sizeof text, "cars are drawn 4.5 m by 2 m; strip: where laps went%s", left_out);
    bool narrow = is_narrow(work); /* then below the bar */
    pdk_draw_label label = { .x = narrow ? PDK_PLOT_MARGIN : pdk_plot_width(work) - PDK_PLOT_MARGIN,
                             .y = pdk_plot_height(work) - (narrow ? 50 : 200),
                             .size = LABEL,
                             .anchor = narrow ? PDK_ANCHOR_START : PDK_ANCHOR_END,
                             .colour = work->theme->muted,
                             .room =
                                 narrow ? pdk_plot_width(work) - 2 * PDK_PLOT_MARGIN : pdk_plot_width(work) * 7 / 10 };
    pdk_draw_text(&work->list, text, &label);
}

static void put_titles(const incident_plot *plot)
{
    pdk_plot_work *work = plot->work;
    const pdk_incident *incident = plot->incident;
    char lap[32] = "", drivers[160];
    if (incident->has_lap) snprintf(lap, sizeof lap, ", lap %lu", (unsigned long)incident->lap);
    snprintf(drivers, sizeof drivers, "%.*s", (int)(incident->drivers.size < 150 ? incident->drivers.size : 150),
             incident->drivers.data);
    snprintf(work->title, sizeof work->title, "%s: %s%s%s%.*s", pdk_incident_kind_title(incident->kind), drivers, lap,
             incident->has_place ? ", " : "", incident->has_place ? (int)incident->place.size : 0,
             incident->has_place ? incident->place.data : "");
    for (char *mark = strchr(work->title, ';'); mark != NULL; mark = strchr(mark, ';')) *mark = ',';
    if (work->title[0] >= 'a' && work->title[0] <= 'z') work->title[0] = (char)(work->title[0] - 'a' + 'A');
    snprintf(work->subtitle, sizeof work->subtitle, "%.*s", incident->has_sentence ? (int)incident->sentence.size : 0,
             incident->has_sentence ? incident->sentence.data : "");
    pdk_plot_put_title(work);
}

pdk_status pdk_plot_incident(pdk_plot_work *work, pdk_error *error)
{
    incident_plot plot = { .work = work, .document = work->laps[0].document };
    scene scenes[MOMENTS];
    pdk_status status = find_incident(&plot, error);
    if (status == PDK_OK) status = read_scenes(&plot, scenes, error);
    if (status != PDK_OK) return status;
    settle_view(&plot, scenes);
    uint32_t wide = work->width > 0 ? work->width : 1200;
    status = pdk_plot_settle(work, 1200, wide >= 800 ? 1000 : 1700, 500, error);
    if (status == PDK_OK) status = draw_scenes(&plot, scenes, error);
    if (status != PDK_OK) return status;
    put_foot(&plot, &scenes[0]);
    put_titles(&plot);
    return PDK_OK;
}
