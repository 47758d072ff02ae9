/* What is missing in public structs: each value that may be has a bool, which says the same as the answer's table; and
 * structs can be had in any order of calls. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

typedef struct told {
    const char *column;
    size_t value, has; /* offsets; has 0 = it is never missing */
    char kind;         /* d double, u uint32_t, i int32_t, t pdk_text, b bool or PDK_MAYBE_* */
} told;

#define TOLD(column, owner, member, has)             \
    {                                                \
        column, offsetof(owner, member), has,        \
            _Generic(((owner *)NULL)->member, double \
                     : 'd', uint32_t                 \
                     : 'u', int32_t                  \
                     : 'i', pdk_text                 \
                     : 't', bool                     \
                     : 'b', uint8_t                  \
                     : 'b')                          \
    }
#define TOLD_AS(column, owner, member) TOLD(column, owner, member, offsetof(owner, has_##member))
#define ALWAYS(owner, member) TOLD(#member, owner, member, 0)
#define LAP(member) TOLD_AS(#member, pdk_lap, member)
#define SECTOR(index)                                                        \
    {                                                                        \
        "sector_" #index "_time", offsetof(pdk_lap, sector_time[index - 1]), \
            offsetof(pdk_lap, has_sector_time[index - 1]), 'd'               \
    }
#define RESULT(member) TOLD_AS(#member, pdk_result, member)
#define INCIDENT(member) TOLD_AS(#member, pdk_incident, member)
#define PARTY(member) TOLD_AS(#member, pdk_incident_party, member)

static const told laps[] = { LAP(driver),
                             LAP(start_time),
                             LAP(end_time),
                             LAP(lap_time),
                             SECTOR(1),
                             SECTOR(2),
                             SECTOR(3),
                             SECTOR(4),
                             LAP(position),
                             LAP(gap_to_leader),
                             LAP(top_speed),
                             LAP(distance),
                             LAP(contacts),
                             LAP(co_driver),
                             LAP(team),
                             LAP(number),
                             TOLD_AS("class", pdk_lap, class_name),
                             TOLD_AS("who", pdk_lap, drivers),
                             LAP(stint),
                             LAP(compound),
                             LAP(weather),
                             LAP(rain),
                             LAP(recorded_lap_time),
                             ALWAYS(pdk_lap, slot),
                             ALWAYS(pdk_lap, lap),
                             ALWAYS(pdk_lap, clean),
                             ALWAYS(pdk_lap, best),
                             ALWAYS(pdk_lap, counts),
                             { NULL, 0, 0, 0 } };
static const told results[] = { RESULT(position),
                                RESULT(driver),
                                RESULT(vehicle),
                                RESULT(total_time),
                                RESULT(gap),
                                RESULT(interval),
                                RESULT(laps_down),
                                RESULT(best_lap_time),
                                RESULT(best_lap),
                                RESULT(grid_position),
                                RESULT(pit_stops),
                                RESULT(penalties),
                                RESULT(penalty_time),
                                RESULT(contacts),
                                RESULT(co_driver),
                                RESULT(team),
                                RESULT(number),
                                TOLD_AS("class", pdk_result, class_name),
                                RESULT(recorded_position),
                                RESULT(rulings),
                                RESULT(recorded_time),
                                ALWAYS(pdk_result, slot),
                                ALWAYS(pdk_result, laps),
                                { NULL, 0, 0, 0 } };
static const told incidents[] = { INCIDENT(lap),
                                  INCIDENT(sector),
                                  INCIDENT(turn),
                                  INCIDENT(positions_text),
                                  INCIDENT(contacts),
                                  INCIDENT(distance),
                                  INCIDENT(x),
                                  INCIDENT(y),
                                  INCIDENT(z),
                                  INCIDENT(closing_speed),
                                  INCIDENT(impact_speed),
                                  INCIDENT(speed_change),
                                  INCIDENT(magnitude),
                                  INCIDENT(beyond),
                                  INCIDENT(objects),
                                  INCIDENT(place),
                                  INCIDENT(judged_by),
                                  INCIDENT(unavailable),
                                  INCIDENT(sentence),
                                  INCIDENT(reason),
                                  ALWAYS(pdk_incident, incident),
                                  TOLD("kind", pdk_incident, kind_name, 0),
                                  ALWAYS(pdk_incident, time),
                                  ALWAYS(pdk_incident, end_time),
                                  ALWAYS(pdk_incident, drivers),
                                  ALWAYS(pdk_incident, first_lap),
                                  ALWAYS(pdk_incident, last_lap),
                                  { NULL, 0, 0, 0 } };
static const told parties[] = { PARTY(driver),
                                PARTY(lap),
                                PARTY(contacts),
                                PARTY(position_before),
                                PARTY(position_after),
                                PARTY(positions_lost),
                                PARTY(speed_before),
                                PARTY(speed_after),
                                PARTY(heading_change),
                                PARTY(closing_speed),
                                PARTY(impact_speed),
                                PARTY(overlap),
                                PARTY(magnitude),
                                PARTY(yaw_rate),
                                PARTY(stopped_duration),
                                PARTY(time_lost),
                                PARTY(object),
                                PARTY(damage),
                                PARTY(sentence),
                                PARTY(reason),
                                PARTY(skid_time),
                                PARTY(overlap_at_turn_in),
                                PARTY(overlap_share),
                                PARTY(throttle),
                                PARTY(brake),
                                ALWAYS(pdk_incident_party, ahead_at_turn_in),
                                ALWAYS(pdk_incident_party, incident),
                                ALWAYS(pdk_incident_party, slot),
                                ALWAYS(pdk_incident_party, behind),
                                ALWAYS(pdk_incident_party, spun),
                                ALWAYS(pdk_incident_party, left_track),
                                ALWAYS(pdk_incident_party, retired),
                                ALWAYS(pdk_incident_party, unsafe_return),
                                { NULL, 0, 0, 0 } };

/* The structs by number, as the header has them. */
static const void *lap_at(const pdk_document *document, size_t index)
{
    return pdk_lap_at(document, index);
}
static const void *result_at(const pdk_document *document, size_t index)
{
    return pdk_result_at(document, index);
}
static const void *incident_at(const pdk_document *document, size_t index)
{
    return pdk_incident_at(document, index);
}
static const void *party_at(const pdk_document *document, size_t index)
{
    return pdk_incident_party_at(document, index);
}

static const struct answer {
    const char *name;
    const void *(*at)(const pdk_document *document, size_t index);
    const told *members;
    const char *others; /* columns that the struct has in another way */
} answers[] = {
    { "laps", lap_at, laps, " kind source reasons " },
    { "results", result_at, results, " status reasons " },
    { "incidents", incident_at, incidents, " approach_speed " },
    { "incident_parties", party_at, parties, " approach_speed " },
};

/* The cell's text, or its number; has it a value? */
static bool read_cell(const pdk_table *table, size_t column, uint64_t row, double *number, pdk_text *text)
{
    bool is_text = pdk_table_column_at(table, column)->type == PDK_TEXT;
    uint8_t bits = 1;
    pdk_error error;
    const pdk_column_read read = { column, is_text ? PDK_TEXT : PDK_FLOAT64, is_text ? (void *)text : number, &bits };
    assert_ok(pdk_table_read(table, row, 1, &read, 1, &error), error);
    return (bits & 1) != 0;
}

static bool is_same(const told *member, const char *value, double number, pdk_text text)
{
    const pdk_text *words = (const pdk_text *)value;
    switch (member->kind) {
    case 'd': return *(const double *)value == number;
    case 'u': return *(const uint32_t *)value == (uint32_t)number;
    case 'i': return *(const int32_t *)value == (int32_t)number;
    case 'b': return *(const uint8_t *)value == (uint8_t)number;
    default: return words->size == text.size && memcmp(words->data, text.data, text.size) == 0;
    }
}

/* How many of the struct's values are there; each agrees with its cell. */
static size_t compare_row(const struct answer *answer, const pdk_table *table, uint64_t row, const char *item)
{
    size_t there = 0;
    for (const told *member = answer->members; member->column != NULL; member++) {
        size_t column = pdk_table_find_column(table, member->column);
        if (column == PDK_NO_COLUMN) fail_msg("%s has no column %s", answer->name, member->column);
        double number = NAN;
        pdk_text text = { NULL, 0 };
        const char *value = item + member->value;
        bool exists = read_cell(table, column, row, &number, &text), has = true;
        if (member->has != 0) has = *(const bool *)(item + member->has);
        else if (member->kind == 'b') has = *(const uint8_t *)value != PDK_MAYBE_UNKNOWN;
        if (has != exists) fail_msg("%s, row %u: has_ of %s is %d", answer->name, (unsigned)row, member->column, has);
        if (has && !is_same(member, value, number, text))
            fail_msg("%s, row %u: %s differs", answer->name, (unsigned)row, member->column);
        there += has;
    }
    return there;
}

/* No column is forgotten. */
static void assert_complete(const struct answer *answer, const pdk_table *table)
{
    for (size_t i = 0; i < pdk_table_columns(table); i++) {
        const pdk_column_info *info = pdk_table_column_at(table, i);
        char word[64];
        snprintf(word, sizeof word, " %s ", info->name);
        bool known = strstr(answer->others, word) != NULL;
        for (const told *member = answer->members; member->column != NULL; member++)
            known |= strcmp(member->column, info->name) == 0;
        if (!known) fail_msg("%s.%s is not a member of its struct", answer->name, info->name);
    }
}

static void structs_say_what_tables_say(void **state)
{
    (void)state;
    static const char *const formats[] = { "vcr", "raf", "rply" };
    size_t there = 0, missing = 0;
    for (size_t f = 0; f < 3; f++) {
        pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
        if (f != 1) options.session = "race";
        if (f != 1) options.laps = 3;
        size_t size;
        uint8_t *bytes = synth_or_fail(formats[f], &options, &size);
        pdk_document *document = open_bytes_or_fail(bytes, size);
        for (size_t a = 0; a < sizeof answers / sizeof answers[0]; a++) {
            const struct answer *answer = &answers[a];
            const void *first = answer->at(document, 0); /* before anything else was asked of the document */
            const pdk_table *table = NULL;
            if (pdk_answer(document, answer->name, &table, NULL) != PDK_OK) {
                assert_null(first);
                continue;
            }
            uint64_t rows = pdk_table_rows(table);
            assert_true((first != NULL) == (rows > 0));
            assert_complete(answer, table);
            size_t members = 0;
            while (answer->members[members].column != NULL) members++;
            for (uint64_t row = 0; row < rows; row++) {
                size_t has = compare_row(answer, table, row, answer->at(document, (size_t)row));
                there += has;
                missing += members - has;
            }
            assert_null(answer->at(document, (size_t)rows));
        }
        pdk_close(document);
        free(bytes);
    }
    assert_true(there > 100 && missing > 100);
}

/* A cloud of no finite point has no bounds; a lone triangle has everything. */
static void stats_say_what_they_have(void **state)
{
    (void)state;
    float nowhere[3] = { NAN, 0, 0 }, corners[9] = { 0, 0, 0, 1, 0, 0, 0, 1, 0 };
    const uint32_t triangle[3] = { 0, 1, 2 };
    pdk_surface_stats stats;
    pdk_error error;
    assert_ok(pdk_surface_measure(&(pdk_surface){ .positions = nowhere, .vertex_count = 1 }, NULL, &stats, &error),
              error);
    assert_false(stats.has_bounds || stats.has_areas || stats.has_normal || stats.has_edge_lengths);
    assert_ok(pdk_surface_measure(
                  &(pdk_surface){ .positions = corners, .vertex_count = 3, .triangles = triangle, .triangle_count = 1 },
                  NULL, &stats, &error),
              error);
    assert_true(stats.has_bounds && stats.has_areas && stats.has_normal && stats.has_edge_lengths);
    assert_true(stats.maximum[0] == 1 && stats.triangle_area_min == 0.5 && stats.normal[2] == 1);
}

/* A profile that leaves the surface, a packing whose header is cut. */
static void others_say_what_they_have(void **state)
{
    (void)state;
    const float corners[9] = { 0, 0, 3, 10, 0, 3, 0, 10, 3 };
    const uint32_t triangle[3] = { 0, 1, 2 };
    pdk_surface surface = { .positions = corners, .vertex_count = 3, .triangles = triangle, .triangle_count = 1 };
    pdk_height_index *index;
    pdk_profile_point points[4];
    size_t made;
    pdk_error error;
    const pdk_profile_options ten = { .struct_size = sizeof ten, .step = 10 };
    const double path[2][2] = { { 1, 1 }, { 31, 1 } };
    assert_ok(pdk_height_index_create(&surface, NULL, &index, &error), error);
    assert_ok(pdk_surface_profile(index, path, 2, &ten, points, 4, &made, &error), error);
    assert_true(points[0].has_surface && points[0].z == 3);
    assert_false(points[3].has_surface);
    pdk_height_index_close(index);
    pdk_roughness roughness;
    static double flat[400], level[400];
    for (size_t i = 0; i < 400; i++) flat[i] = 0.01 * sin((double)i);
    assert_ok(pdk_roughness_of(flat, 400, 0.25, &roughness, &error), error);
    assert_true(roughness.has_road_class && roughness.road_class >= 'A');
    assert_ok(pdk_roughness_of(level, 400, 0.25, &roughness, &error), error);
    assert_false(roughness.has_road_class);
}

/* A run by the number of its driver. */
static void runs_are_found_by_slot(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seconds = 3;
    size_t size;
    uint8_t *bytes = synth_or_fail("vcr", &options, &size);
    pdk_document *document = open_bytes_or_fail(bytes, size);
    pdk_motion *motion;
    pdk_error error;
    assert_ok(pdk_motion_open(document, NULL, &motion, &error), error);
    assert_true(pdk_motion_run_count(motion) > 1);
    for (size_t i = 0; i < pdk_motion_run_count(motion); i++) {
        const pdk_motion_run *run = pdk_motion_run_at(motion, i);
        assert_int_equal(pdk_motion_find_run(motion, run->slot), i);
        assert_true(run->has_name == (run->name.size > 0));
    }
    assert_true(pdk_motion_find_run(motion, 12345) == PDK_NO_RUN);
    const pdk_motion_driver *driver = pdk_motion_driver_at(motion, 0, 0);
    assert_true(driver->has_from == !isnan(driver->from) && driver->has_to == !isnan(driver->to));
    pdk_motion_close(motion);
    const pdk_driven_track *track = NULL;
    if (pdk_driven_track_of(document, &track, NULL) == PDK_OK) {
        pdk_driven_track_point point;
        assert_ok(pdk_driven_track_read(track, 0, 1, &point, &error), error);
        assert_true(point.has_left == !isnan(point.left) && point.has_right == !isnan(point.right));
    }
    pdk_close(document);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(structs_say_what_tables_say),
        cmocka_unit_test(stats_say_what_they_have),
        cmocka_unit_test(others_say_what_they_have),
        cmocka_unit_test(runs_are_found_by_slot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
