/* The cars of an incident at one moment, each with a line to its name. Names are beside the ground, so that none can
 * cover a car. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/trigonometry.h"
#include "base/whole.h"
#include "plot/driver_name.h"
#include "plot/place_labels.h"
#include "plot/plot_incident.h"
#include "plot/text_width.h"

enum { MOST_WITHOUT_NUMBERS = 5 }; /* parties: cars are small, so colours alone are hard to distinguish */
enum { ROW = 150, LABEL = PDK_INCIDENT_LABEL, NUMBER = 100, ASIDE = 60 };

typedef struct drawn_car {
    const pdk_scene_car *car;
    char name[64];
    size_t party; /* SIZE_MAX = it took no part */
    pdk_incident_place centre;
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
static size_t passed(const pdk_incident_moment *at, const drawn_car *cars, size_t count, size_t number, bool left)
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

/* On the side where its line passes under the fewest cars, otherwise on the nearer one, if there is room. Those that
 * took part come first. Returns how many are on the left. */
static size_t choose_sides(const pdk_incident_moment *at, drawn_car *cars, size_t count)
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

/* Those that are wholly on the ground, those that took part first, and no more than there is room for names. */
static size_t take_cars(pdk_incident_plot *plot, const pdk_incident_moment *at, drawn_car *cars)
{
    const pdk_draw_box *box = &at->ground;
    double reach = pdk_hypot(PDK_SCENE_CAR_LENGTH, PDK_SCENE_CAR_WIDTH) / 2 * at->per_metre;
    size_t count = 0, rows = (size_t)((box->bottom - box->top) / ROW);
    for (size_t i = 0; i < at->count; i++) {
        const pdk_scene_car *car = &at->cars[i];
        pdk_incident_place centre = pdk_incident_spot(plot, at, car->x, car->y);
        if (!(centre.x - reach > box->left && centre.x + reach < box->right && centre.y - reach > box->top &&
              centre.y + reach < box->bottom))
            continue;
        size_t party = pdk_incident_party_number(plot, car->slot);
        int32_t dash[2];
        cars[count] = (drawn_car){ .car = car,
                                   .party = party,
                                   .centre = centre,
                                   .away = pdk_hypot(car->x - at->middle[0], car->y - at->middle[1]),
                                   .colour = party != SIZE_MAX ? pdk_series_colour(plot->work->theme, party, dash)
                                                               : plot->work->theme->context };
        pdk_draw_driver(cars[count].name, sizeof cars[count].name, car->name, car->slot, car->repeats);
        count++;
    }
    if (count > 0) qsort(cars, count, sizeof *cars, by_part);
    if (count > 2 * rows) {
        if (count - 2 * rows > plot->left_out) plot->left_out = count - 2 * rows;
        count = 2 * rows;
    }
    return count;
}

/* To scale, with a pointed nose. */
static void draw_car(pdk_incident_plot *plot, const pdk_incident_moment *at, const drawn_car *drawn)
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
        pdk_incident_place corner = pdk_incident_spot(plot, at, drawn->car->x + along * cosine - left * sine,
                                                      drawn->car->y + along * sine + left * cosine);
        pdk_draw_to(&plot->work->list, pdk_whole_i32(corner.x), pdk_whole_i32(corner.y), i == 0);
    }
}

/* Those that took part, where there are more of them than colours. */
static bool is_numbered(const pdk_incident_plot *plot, const drawn_car *drawn)
{
    return drawn->party != SIZE_MAX && plot->incident->party_count > MOST_WITHOUT_NUMBERS;
}

/* On its car, instead of a dot; the same number is before the name. */
static void put_number(pdk_incident_plot *plot, const drawn_car *drawn)
{
    char number[24];
    pdk_draw_label label = { .x = pdk_whole_i32(drawn->centre.x),
                             .y = pdk_whole_i32(drawn->centre.y) + NUMBER / 3,
                             .size = NUMBER,
                             .anchor = PDK_ANCHOR_MIDDLE,
                             .colour = plot->work->theme->text,
                             .bold = true,
                             .has_halo = true,
                             .halo = plot->work->theme->background };
    snprintf(number, sizeof number, "%zu", drawn->party + 1);
    pdk_draw_text(&plot->work->list, number, &label);
}

static void put_name(pdk_incident_plot *plot, const pdk_incident_moment *at, const drawn_car *drawn, int32_t x,
                     int32_t y, int32_t room)
{
    const pdk_theme *theme = plot->work->theme;
    char speed[32] = "", name[sizeof drawn->name + 24] = "";
    bool meant = drawn->party != SIZE_MAX, left = x < at->ground.left;
    double driven = at->is_moment ? drawn->car->speed_before : drawn->car->speed;
    if (meant && isfinite(driven)) snprintf(speed, sizeof speed, "%.0f km/h", driven * 3.6);
    if (is_numbered(plot, drawn)) snprintf(name, sizeof name, "%zu ", drawn->party + 1);
    strcat(name, drawn->name);
    int32_t behind = speed[0] != '\0' ? pdk_text_width(speed, LABEL, false) + 60 : 0;
    if (pdk_text_width(name, LABEL, meant) + behind > room && room < 2 * behind) behind = 0; /* the name first */
    pdk_draw_label label = { .x = x,
                             .y = y + LABEL / 3,
                             .size = LABEL,
                             .anchor = left ? PDK_ANCHOR_END : PDK_ANCHOR_START,
                             .colour = meant ? theme->text : theme->muted,
                             .bold = meant,
                             .behind = behind > 0 ? speed : NULL,
                             .behind_colour = theme->muted,
                             .room = room - behind };
    pdk_draw_text(&plot->work->list, name, &label);
}

/* The names of the cars on one half of the ground, in the order in which the cars are from top to bottom. */
static bool draw_names(pdk_incident_plot *plot, const pdk_incident_moment *at, drawn_car *cars, size_t count, bool left,
                       int32_t room)
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
        put_name(plot, at, drawn, edge + out, y, room - ASIDE);
    }
    work->list.driver = NULL;
    return true;
}

/* Lines first, cars over them, and where each line ends a dot over its car. */
bool pdk_incident_draw_cars(pdk_incident_plot *plot, const pdk_incident_moment *at, int32_t room)
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
            if (is_numbered(plot, &cars[i])) continue;
            pdk_draw_dot(&work->list, pdk_whole_i32(cars[i].centre.x), pdk_whole_i32(cars[i].centre.y),
                         work->theme->background, 22);
        }
    }
    work->list.driver = NULL;
    for (size_t i = 0; i < count; i++) {
        if (is_numbered(plot, &cars[i])) put_number(plot, &cars[i]);
    }
    return true;
}

/* What the widest name needs. */
int32_t pdk_incident_name_room(const pdk_incident_plot *plot, const pdk_incident_moment *at)
{
    bool numbered = plot->incident->party_count > MOST_WITHOUT_NUMBERS;
    int32_t widest = 600, speed = pdk_text_width(numbered ? "10  300 km/h" : " 300 km/h", LABEL, false);
    for (size_t i = 0; i < at->count; i++) {
        char name[64];
        pdk_draw_driver(name, sizeof name, at->cars[i].name, at->cars[i].slot, at->cars[i].repeats);
        int32_t wide = pdk_text_width(name, LABEL, true) + speed;
        if (wide > widest) widest = wide;
    }
    return widest + 2 * ASIDE;
}
