/* positions and gaps: a race lap by lap. */
#include <math.h>
#include <stdio.h>

#include "plot/plot_facts.h"
#include "plot/plot_laps.h"
#include "plot/plot_race.h"

enum { BELOW = 440, SIDE = 240, LABEL = 120, ROW_HEIGHT = 26, PLACES = 220, GAPS_ROW = 15 };

/* A car that was always laps down has no gap in seconds. */
static bool is_absent(const pdk_race_driver *driver)
{
    for (size_t k = 0; k < driver->count; k++)
        if (isfinite(driver->laps[k].value)) return false;
    return true;
}

static bool is_unnamed(const pdk_race_driver *driver)
{
    return driver->unnamed;
}

/* Their names, of many the first. */
static size_t list_those(const pdk_race *race, bool (*is_one)(const pdk_race_driver *), char *text, size_t size)
{
    enum { MOST = 3 };
    size_t at = 0, absent = 0;
    text[0] = '\0';
    for (size_t i = 0; i < race->count; i++) {
        const pdk_race_driver *driver = &race->drivers[i];
        if (!is_one(driver)) continue;
        if (absent++ < MOST) at += (size_t)snprintf(text + at, size - at, "%s%.30s", at > 0 ? ", " : "", driver->name);
    }
    if (absent > MOST) snprintf(text + at, size - at, " and %zu others", absent - MOST);
    return absent;
}

/* Beneath the panel, on the left. */
static void put_note(pdk_plot_work *work, const pdk_panel *panel, const pdk_race *race, pdk_race_value value)
{
    char absent[160], unnamed[160], text[460];
    bool lacks = value == PDK_RACE_GAP && list_those(race, is_absent, absent, sizeof absent) > 0,
         crowded = list_those(race, is_unnamed, unnamed, sizeof unnamed) > 0,
         goes_on = race->result_lap > race->last_lap;
    if (!lacks && !goes_on && !crowded) return;
    snprintf(text, sizeof text, "%s%s%s%s%s%s%s", goes_on ? "The last step is the result, with penalties. " : "",
             lacks ? "Without a gap in seconds: " : "", lacks ? absent : "", lacks ? ". " : "",
             crowded ? "No room for the names of " : "", crowded ? unnamed : "", crowded ? "." : "");
    pdk_draw_label label = { .x = panel->x.from,
                             .y = pdk_panel_bottom(panel) + 360,
                             .size = LABEL,
                             .anchor = PDK_ANCHOR_START,
                             .colour = work->theme->muted,
                             .room = panel->x.to - panel->x.from - 400 };
    pdk_draw_text(&work->list, text, &label);
}

static void write_title(pdk_plot_work *work, const char *what)
{
    char session[48];
    const char *file = work->laps[0].name != NULL ? pdk_plot_file_name(work->laps[0].name) : "";
    const pdk_property *property = pdk_document_find_property(work->laps[0].document, "session");
    snprintf(session, sizeof session, "%s%s", property != NULL && property->label != NULL ? ", " : "",
             property != NULL && property->label != NULL ? property->label : "");
    snprintf(work->title, sizeof work->title, "%.100s%s%s", file, file[0] != '\0' ? ": " : "", what);
    char rest[160];
    pdk_plot_describe(work, rest, sizeof rest);
    snprintf(work->subtitle, sizeof work->subtitle, "%s%s", rest, session);
    pdk_plot_put_title(work);
}

/* The panel of a race: names on both sides, or on the right with numbers on the left. */
static void lay_out(const pdk_plot_work *work, const pdk_race *race, bool places, bool names_left, pdk_panel *panel)
{
    int32_t names = pdk_race_name_width(race) + (places ? 380 : 200), third = pdk_plot_width(work) / 3;
    if (names > third) names = third;
    panel->x.from = names_left ? (names > SIDE ? names : SIDE) : 620;
    panel->x.to = pdk_plot_width(work) - (names > SIDE ? names : SIDE);
    panel->y.from = pdk_plot_height(work) - BELOW;
    panel->y.to = PDK_PLOT_TOP + (places ? 140 : 60); /* a title above places says what they are */
}

static void put_laps_axis(pdk_plot_work *work, const pdk_panel *panel)
{
    pdk_ticks ticks;
    pdk_axis_ticks(&ticks, PDK_AXIS_WHOLE, panel->x.low, panel->x.high, panel->x.to - panel->x.from, true);
    pdk_panel_grid_x(work, panel, &ticks);
    pdk_panel_labels_x(work, panel, &ticks, "lap");
}

/* The number of each place, on both sides; where they lie too close, of some. */
static void put_places(pdk_plot_work *work, const pdk_panel *panel, uint32_t most)
{
    int32_t last[2] = { INT32_MIN / 2, INT32_MIN / 2 };
    pdk_draw_label name = { .x = panel->x.from - PLACES / 2 - 20,
                            .y = panel->y.to - 40,
                            .size = LABEL,
                            .anchor = PDK_ANCHOR_MIDDLE,
                            .colour = work->theme->muted };
    pdk_draw_text(&work->list, "place", &name);
    for (uint32_t place = 1; place <= most; place++) {
        for (int side = 0; side < 2; side++) {
            int32_t y = pdk_scale_at(&panel->y, place);
            if (y - last[side] < LABEL) continue;
            char text[16];
            snprintf(text, sizeof text, "%u", place);
            pdk_draw_label label = { .x = side == 0 ? panel->x.from - PLACES / 2 - 20 : panel->x.to + PLACES / 2 + 20,
                                     .y = y + 42,
                                     .size = LABEL,
                                     .anchor = PDK_ANCHOR_MIDDLE,
                                     .colour = work->theme->muted };
            pdk_draw_text(&work->list, text, &label);
            last[side] = y;
        }
    }
}

pdk_status pdk_plot_positions(pdk_plot_work *work, pdk_error *error)
{
    pdk_race race;
    pdk_panel panel;
    pdk_status status = pdk_race_read(work, PDK_RACE_POSITION, &race, error);
    double most = 1;
    bool grid = false;
    for (size_t i = 0; status == PDK_OK && i < race.count; i++) {
        grid = grid || isfinite(race.drivers[i].grid);
        if (isfinite(race.drivers[i].grid)) most = fmax(most, race.drivers[i].grid);
        for (size_t k = 0; k < race.drivers[i].count; k++) {
            if (isfinite(race.drivers[i].laps[k].value)) most = fmax(most, race.drivers[i].laps[k].value);
        }
    }
    uint32_t height = (PDK_PLOT_TOP + BELOW) / 10 + ROW_HEIGHT * (uint32_t)fmin(most, 200) + 28;
    if (status == PDK_OK) status = pdk_plot_settle(work, 960, height > 300 ? height : 300, 200, error);
    if (status != PDK_OK) return status;
    lay_out(work, &race, true, grid, &panel);
    panel.x.low = grid ? 0 : fmin(1, race.last_lap - 1.0);
    panel.x.high = race.result_lap;
    panel.y.low = most + 0.5; /* the first is above */
    panel.y.high = 0.5;
    put_laps_axis(work, &panel);
    put_places(work, &panel, (uint32_t)fmin(most, 1000));
    pdk_race_draw(work, &panel, &race, grid, PLACES);
    put_note(work, &panel, &race, PDK_RACE_POSITION);
    write_title(work, "places lap by lap");
    return PDK_OK;
}

pdk_status pdk_plot_gaps(pdk_plot_work *work, pdk_error *error)
{
    pdk_race race;
    pdk_panel panel;
    pdk_status status = pdk_race_read(work, PDK_RACE_GAP, &race, error);
    double low = 0, high = 0;
    uint32_t ends = 0; /* names next to the last lap */
    for (size_t i = 0; status == PDK_OK && i < race.count; i++) {
        for (size_t k = 0; k < race.drivers[i].count; k++)
            pdk_range_take(&low, &high, &race.drivers[i].laps[k].value, 1);
        ends++;
    }
    uint32_t height = (PDK_PLOT_TOP + BELOW) / 10 + GAPS_ROW * (ends < 200 ? ends : 200);
    if (status == PDK_OK) status = pdk_plot_settle(work, 960, height > 480 ? height : 480, 200, error);
    if (status != PDK_OK) return status;
    if (!(high > low)) high = low + 1;
    lay_out(work, &race, false, false, &panel);
    panel.x.low = fmin(1, race.last_lap - 1.0);
    panel.x.high = race.result_lap;
    panel.y.low = high + (high - low) * 0.04; /* the leader is above */
    panel.y.high = low - (high - low) * 0.04;
    put_laps_axis(work, &panel);
    pdk_ticks ticks;
    pdk_axis_ticks(&ticks, PDK_AXIS_NUMBER, low, panel.y.low, panel.y.from - panel.y.to, false);
    pdk_ticks_add_unit(&ticks, "s");
    pdk_panel_grid_y(work, &panel, &ticks);
    pdk_race_draw(work, &panel, &race, false, 0);
    put_note(work, &panel, &race, PDK_RACE_GAP);
    write_title(work, "gaps in seconds behind the leader");
    return PDK_OK;
}
