/* Pictures of 500 incidents of generated races: every name belongs to its car, and covers nothing. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

enum { MOST_ITEMS = 512, MOST_POINTS = 16 };

typedef struct item {
    char driver[80];
    bool is_text, is_closed, ends;
    double points[MOST_POINTS][2]; /* of a path; of a text: where it begins or ends */
    size_t count;
    double size, width;
} item;

typedef struct panel {
    item items[MOST_ITEMS];
    size_t count;
} panel;

/* ------------------------------------------------------------------------------------------------ reading SVG */

static bool attribute(const char *tag, const char *name, char *value, size_t size)
{
    char wanted[32];
    snprintf(wanted, sizeof wanted, " %s=\"", name);
    const char *at = strstr(tag, wanted), *end = strchr(tag, '>');
    if (at == NULL || at > end) return false;
    at += strlen(wanted);
    size_t length = (size_t)(strchr(at, '"') - at);
    assert_true(length < size);
    memcpy(value, at, length);
    value[length] = '\0';
    return true;
}

/* Steps as the writer makes them: M x y, then h, v and l from point to point, z at the end. */
static void read_path(const char *steps, item *made)
{
    char command = 0;
    double x = 0, y = 0;
    for (char *at = (char *)steps; *at != '\0';) {
        if (strchr("Mhvlz", *at) != NULL) {
            command = *at++;
            made->is_closed |= command == 'z';
            continue;
        }
        if (*at == ' ') {
            at++;
            continue;
        }
        double one = strtod(at, &at), other = command == 'h' || command == 'v' ? 0 : strtod(at, &at);
        if (command == 'M') x = y = 0;
        x += command == 'v' ? 0 : one;
        y += command == 'v' ? one : other;
        assert_true(made->count < MOST_POINTS);
        made->points[made->count][0] = x;
        made->points[made->count++][1] = y;
    }
}

static void read_text(const char *tag, item *made)
{
    char value[32];
    made->is_text = true;
    made->count = 1;
    assert_true(attribute(tag, "x", value, sizeof value));
    made->points[0][0] = strtod(value, NULL);
    assert_true(attribute(tag, "y", value, sizeof value));
    made->points[0][1] = strtod(value, NULL);
    made->size = attribute(tag, "font-size", value, sizeof value) ? strtod(value, NULL) : 12;
    made->ends = attribute(tag, "text-anchor", value, sizeof value) && strcmp(value, "end") == 0;
    size_t letters = 0; /* all runs, without tags and the second bytes of characters */
    bool inside = true;
    for (const char *at = strchr(tag, '>'); strncmp(at, "</text>", 7) != 0; at++) {
        if (*at == '<') inside = false;
        else if (*at == '>') inside = true;
        else letters += inside && ((unsigned char)*at & 0xC0) != 0x80;
    }
    made->width = (double)letters * made->size * 0.56;
}

static bool read_item(const char *tag, item *made)
{
    char steps[1024];
    *made = (item){ .count = 0 };
    if (!attribute(tag, "data-driver", made->driver, sizeof made->driver)) return false;
    if (strncmp(tag, "<text", 5) == 0) read_text(tag, made);
    else {
        assert_true(attribute(tag, "d", steps, sizeof steps));
        read_path(steps, made);
    }
    return true;
}

/* --------------------------------------------------------------------------------------------------- judging */

static const item *car_of(const panel *at, const char *driver)
{
    for (size_t i = 0; i < at->count; i++) {
        if (at->items[i].is_closed && strcmp(at->items[i].driver, driver) == 0) return &at->items[i];
    }
    return NULL;
}

static void box_of(const item *one, double box[4])
{
    box[0] = box[1] = INFINITY;
    box[2] = box[3] = -INFINITY;
    if (one->is_text) {
        box[0] = one->points[0][0] - (one->ends ? one->width : 0);
        box[2] = box[0] + one->width;
        box[1] = one->points[0][1] - one->size * 0.75;
        box[3] = one->points[0][1] + one->size * 0.2;
        return;
    }
    for (size_t i = 0; i < one->count; i++) {
        for (int k = 0; k < 2; k++) {
            box[k] = fmin(box[k], one->points[i][k]);
            box[k + 2] = fmax(box[k + 2], one->points[i][k]);
        }
    }
}

static bool overlap(const item *one, const item *other)
{
    double a[4], b[4];
    box_of(one, a);
    box_of(other, b);
    return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

/* The middle of a car: half way between the back and the tip of its nose. */
static void middle_of(const item *car, double middle[2])
{
    assert_int_equal(car->count, 5);
    for (int k = 0; k < 2; k++) middle[k] = (car->points[0][k] + (car->points[2][k] + car->points[3][k]) / 2) / 2;
}

/* A line ends in the middle of its own car, and of all cars that one is the nearest to where it ends. */
static void judge_line(const panel *at, const item *line)
{
    const item *own = car_of(at, line->driver);
    const double *end = line->points[line->count - 1];
    double middle[2];
    assert_non_null(own);
    middle_of(own, middle);
    double away = hypot(end[0] - middle[0], end[1] - middle[1]);
    assert_true(away < 0.5);
    for (size_t i = 0; i < at->count; i++) {
        const item *other = &at->items[i];
        if (!other->is_closed || other == own) continue;
        middle_of(other, middle);
        assert_true(hypot(end[0] - middle[0], end[1] - middle[1]) >= away);
    }
}

static const item *line_of(const panel *at, const char *driver)
{
    for (size_t i = 0; i < at->count; i++) {
        const item *one = &at->items[i];
        if (!one->is_text && !one->is_closed && one->count == 3 && strcmp(one->driver, driver) == 0) return one;
    }
    return NULL;
}

static void judge_name(const panel *at, const item *name)
{
    const item *line = line_of(at, name->driver);
    assert_non_null(line);
    assert_true(fabs(line->points[0][1] - name->points[0][1]) < name->size); /* it begins beside it */
    assert_true(fabs(line->points[0][0] - name->points[0][0]) < name->size);
    for (size_t i = 0; i < at->count; i++) {
        const item *other = &at->items[i];
        if (other == name || (!other->is_text && !other->is_closed)) continue;
        if (overlap(name, other)) fail_msg("%s stands on %s", name->driver, other->driver);
    }
}

static size_t judge(const panel *at)
{
    size_t names = 0, lines = 0, cars = 0;
    for (size_t i = 0; i < at->count; i++) {
        const item *one = &at->items[i];
        if (one->is_text) judge_name(at, one);
        else if (!one->is_closed && one->count == 3) judge_line(at, one);
        names += one->is_text;
        lines += !one->is_text && !one->is_closed && one->count == 3;
        cars += one->is_closed;
    }
    assert_int_equal(names, cars);
    assert_int_equal(lines, cars);
    return cars;
}

/* Items of drivers that follow each other are of one panel. */
static size_t judge_picture(const char *svg)
{
    static panel at;
    size_t cars = 0;
    at.count = 0;
    for (const char *tag = strchr(svg, '<'); tag != NULL; tag = strchr(tag + 1, '<')) {
        bool drawn = strncmp(tag, "<path", 5) == 0 || strncmp(tag, "<text", 5) == 0 || strncmp(tag, "</svg", 5) == 0;
        if (!drawn) continue;
        assert_true(at.count < MOST_ITEMS);
        if (tag[1] != '/' && read_item(tag, &at.items[at.count])) {
            at.count++;
            continue;
        }
        cars += judge(&at);
        at.count = 0;
    }
    return cars;
}

/* ---------------------------------------------------------------------------------------------------- drawing */

static char *draw(const pdk_document *document, const char *id)
{
    pdk_lap_reference file = { .document = document, .name = "race.vcr" };
    pdk_plot_options options = PDK_PLOT_OPTIONS_INIT;
    pdk_plot *plot = NULL;
    pdk_output *output = NULL;
    pdk_error error;
    options.incident = id;
    options.theme = id[0] % 2 == 0 ? PDK_PLOT_LIGHT : PDK_PLOT_DARK;
    if (id[1] % 2 == 0) options.width = 390; /* a phone */
    assert_ok(pdk_plot_create(PDK_PLOT_INCIDENT, &file, 1, &options, &plot, &error), error);
    assert_ok(pdk_output_memory(&output, &error), error);
    assert_ok(pdk_plot_write(plot, PDK_PLOT_SVG, output, &error), error);
    pdk_bytes bytes = pdk_output_bytes(output);
    char *svg = calloc(bytes.size + 1, 1);
    assert_non_null(svg);
    memcpy(svg, bytes.data, bytes.size);
    pdk_output_close(output);
    pdk_plot_close(plot);
    return svg;
}

static void every_name_belongs_to_its_car(void **state)
{
    (void)state;
    static const uint32_t fields[] = { 40, 60, 10, 2 };
    size_t drawn = 0, cars = 0, crowded = 0;
    for (uint64_t seed = 1; drawn < 500; seed++) {
        pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
        pdk_error error;
        size_t size, count = 0;
        assert_true(seed < 40);
        options.seed = seed;
        options.dialect = seed % 2 == 0 ? "l" : "r2";
        options.session = "race";
        options.cars = seed == 3 ? 10 : seed == 4 ? 2 : fields[seed % 2];
        options.laps = 3;
        options.poses_every = 10;
        uint8_t *bytes = synth_or_fail("vcr", &options, &size);
        pdk_document *document = open_bytes_or_fail(bytes, size);
        assert_ok(pdk_incident_count(document, &count, &error), error);
        for (size_t i = 0; i < count && drawn < 500; i++, drawn++) {
            const pdk_incident *incident = pdk_incident_at(document, i);
            char id[32] = "";
            memcpy(id, incident->incident.data, incident->incident.size);
            char *svg = draw(document, id);
            size_t seen = judge_picture(svg);
            cars += seen;
            crowded += seen > 40;
            free(svg);
        }
        pdk_close(document);
        free(bytes);
    }
    assert_true(cars > 2000 && crowded > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_name_belongs_to_its_car) };
    return cmocka_run_group_tests_name("plot_incidents", tests, NULL, NULL);
}
