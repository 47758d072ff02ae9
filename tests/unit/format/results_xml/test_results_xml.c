/* Results files: one by hand, every cell of it spoiled in turn, damage of every kind, and real ones. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

#define HEAD                                                                                                         \
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!DOCTYPE rF [\n<!ENTITY rFEnt \"rFactor Entity\">\n]>\n"           \
    "<rFactorXML version=\"1.0\">\n<RaceResults>\n<Setting>Multiplayer</Setting>\n<PlayerFile>player</PlayerFile>\n" \
    "<Mod>Club</Mod>\n<TrackVenue>Paddock Ring</TrackVenue>\n<TrackCourse>Short</TrackCourse>\n"                     \
    "<TrackLength>4535.8</TrackLength>\n<GameVersion>1.155</GameVersion>\n"
#define TAIL "</Race>\n</RaceResults>\n</rFactorXML>\n"

/* A race of three in three laps, with a line of each kind: tests/files/results_xml/race.xml. In the file the second of
 * the race comes first. */
static char *race;
static size_t race_size, race_room;

static int read_race(void **state)
{
    (void)state;
    uint8_t *bytes = read_file(PADDOCK_FILES "/results_xml/race.xml", &race_size);
    race_room = race_size + 1;
    race = calloc(1, race_room);
    assert_non_null(race);
    memcpy(race, bytes, race_size);
    free(bytes);
    return 0;
}

static int free_race(void **state)
{
    (void)state;
    free(race);
    return 0;
}

static pdk_document *open_text(const char *text)
{
    return open_bytes_or_fail(text, strlen(text));
}

static double number(const pdk_document *document, const char *table, const char *column, uint64_t row)
{
    return cell_or_nan(pdk_document_find_table(document, table), column, row);
}

/* ------------------------------------------------------------------------------------------------ sound */

static void tables(void **state)
{
    (void)state;
    pdk_document *document = open_text(race);
    assert_string_equal(pdk_document_format(document)->id, "results-xml");
    pdk_error error;
    uint64_t findings;
    assert_ok(pdk_check(document, PDK_CHECK_FULL, NULL, NULL, &findings, &error), error);
    assert_int_equal(findings, 0);
    assert_property_text(document, "track", "Paddock Ring");
    assert_property_text(document, "config", "Short");
    assert_property_text(document, "software", "Le Mans Ultimate 1.155");
    assert_property_text(document, "date", "2024/10/24 23:12:18");
    assert_near(property_number(document, "track_length"), 4535.8, 0);
    assert_string_equal(pdk_document_find_property(document, "session")->label, "race");

    assert_int_equal(table_rows(document, "drivers"), 3);
    assert_text(text_at(document, "drivers", "name", 0), "Bo (the) Li");
    assert_text(text_at(document, "drivers", "team", 0), "Smith & Sons");
    assert_text(text_at(document, "drivers", "number", 0), "007");
    assert_text(text_at(document, "drivers", "class", 0), "Cup");
    assert_text(text_at(document, "drivers", "retirement", 2), "Engine");
    assert_near(number(document, "drivers", "driver", 0), 4, 0);
    assert_false(has_value(document, "drivers", "driver", 2)); /* is in no line of the stream */
    assert_near(number(document, "drivers", "finish_time", 0), 345, 0);
    assert_false(has_value(document, "drivers", "finish_time", 2));
    assert_int_equal(table_rows(document, "recorded_laps"), 7);
    assert_near(number(document, "recorded_laps", "top_speed", 0), 70, 1e-9);
    assert_near(number(document, "recorded_laps", "rear_left_tread", 0), 0.8, 0);
    assert_text(text_at(document, "recorded_laps", "rear_compound", 0), "1,Hard");
    assert_false(has_value(document, "recorded_laps", "lap_time", 1));
    assert_false(has_value(document, "recorded_laps", "fuel", 1));
    assert_near(number(document, "recorded_laps", "pits", 1), 1, 0);
    assert_text(text_at(document, "driver_changes", "who", 1), "Li");
    assert_near(number(document, "driver_changes", "first_lap", 1), 3, 0);
    assert_text(text_at(document, "controls", "control", 2), "AIControl");
    assert_text(text_at(document, "controls", "name", 2), "C. Lind");
    pdk_close(document);
}

static void stream(void **state)
{
    (void)state;
    pdk_document *document = open_text(race);
    assert_int_equal(table_rows(document, "contacts"), 2);
    assert_text(text_at(document, "contacts", "name", 0), "Bo (the) Li");
    assert_text(text_at(document, "contacts", "other_name", 0), "A. Varga");
    assert_near(number(document, "contacts", "other", 0), 2, 0);
    assert_near(number(document, "contacts", "magnitude", 0), 0.16, 0);
    assert_text(text_at(document, "contacts", "object", 1), "Immovable");
    assert_int_equal(table_rows(document, "checkpoints"), 1);
    assert_near(number(document, "checkpoints", "crossing_time", 0), 80.35, 0);
    assert_near(number(document, "checkpoints", "sector", 0), 1, 0);
    assert_int_equal(table_rows(document, "penalties"), 2);
    assert_text(text_at(document, "penalties", "kind", 0), "stop_and_go");
    assert_text(text_at(document, "penalties", "reason", 0), "Speeding");
    assert_near(number(document, "penalties", "laps", 0), 2, 0);
    assert_near(number(document, "penalties", "driver", 0), 4, 0);
    assert_text(text_at(document, "penalties", "step", 1), "added");
    assert_near(number(document, "penalties", "seconds", 1), 35, 0);
    assert_near(number(document, "track_limits", "lap", 0), 1, 0);
    assert_near(number(document, "track_limits", "current_points", 0), 1.5, 0);
    assert_text(text_at(document, "damages", "part", 0), "suspension");
    assert_near(number(document, "best_sectors", "sector", 0), 2, 0);
    assert_int_equal(table_rows(document, "notices"), 2);
    pdk_close(document);
}

/* Addresses and numbers of accounts are in no table. */
static void private_things(void **state)
{
    (void)state;
    pdk_document *document = open_text(race);
    assert_text(text_at(document, "notices", "text", 0), "Bo (the) Li(4) (left out) has joined as a participant");
    assert_text(text_at(document, "chat", "text", 0), "my number is (left out), at 12:30:05");
    pdk_close(document);
    static const char *const hidden[][2] = {
        { "see 2001:db8::1 and fe80::1", "see (left out) and (left out)" },
        { "10.0.0.1,10.0.0.2", "(left out),(left out)" },
        { "lap 1.25.500 at 12:30:05", "lap 1.25.500 at 12:30:05" },
        { "Ann(3) STEAM_0:1:99 has joined as a spectator", "Ann(3) (left out) has joined as a spectator" },
        { "Ann has joined as a spectator", "Ann has joined as a spectator" },
        { "::1 ::2 ::3 ::4 ::5 ::6", "(left out) (left out) (left out) (left out) (left out) (left out)" },
        { "", NULL },
    };
    for (size_t i = 0; hidden[i][1] != NULL; i++) {
        char text[sizeof HEAD + 400];
        snprintf(text, sizeof text, HEAD "<Race><Stream><System et=\"1\">%s</System></Stream>" TAIL, hidden[i][0]);
        document = open_text(text);
        assert_text(text_at(document, "notices", "text", 0), hidden[i][1]);
        pdk_close(document);
    }
}

static void answers(void **state)
{
    (void)state;
    pdk_error error;
    pdk_document *document = open_text(race);
    size_t count;
    assert_ok(pdk_result_count(document, &count, &error), error);
    assert_int_equal(count, 3);
    const pdk_result *first = pdk_result_at(document, 0), *second = pdk_result_at(document, 1),
                     *third = pdk_result_at(document, 2);
    assert_text(first->driver, "A. Varga");
    assert_near(first->total_time, 299.5, 0);
    assert_near(first->best_lap_time, 99, 0);
    assert_int_equal(first->best_lap, 3);
    assert_int_equal(first->grid_position, 2);
    assert_text(second->driver, "Bo (the) Li");
    assert_near(second->gap, 45.5, 0); /* with the seconds that the game added */
    assert_near(second->penalty_time, 35, 0);
    assert_int_equal(second->penalties, 1);
    assert_int_equal(second->pit_stops, 1);
    assert_int_equal(second->contacts, 1);
    assert_text(second->number, "007");
    assert_int_equal(third->status, PDK_RESULT_RETIRED);
    assert_int_equal(third->laps_down, 2);

    assert_ok(pdk_lap_count(document, &count, &error), error);
    assert_int_equal(count, 7);
    const pdk_lap *lap = pdk_lap_at(document, 1); /* into the pits, without a time: until the next began */
    assert_false(lap->has_lap_time);
    assert_near(lap->end_time, 250.25, 0);
    assert_int_equal(lap->kind, PDK_LAP_IN);
    assert_int_equal(lap->reasons, PDK_LAP_REASON_PIT_IN | PDK_LAP_REASON_INVALID);
    assert_false(lap->counts);
    assert_near(lap->sector_time[1], 30, 0);
    assert_true(lap->has_sector_time[1] && !lap->has_sector_time[2]);
    assert_text(pdk_lap_at(document, 0)->compound, "Soft/Hard");
    assert_text(pdk_lap_at(document, 0)->drivers, "Bo");
    assert_int_equal(pdk_lap_at(document, 0)->contacts, 1);
    assert_text(pdk_lap_at(document, 2)->drivers, "Li");
    assert_int_equal(pdk_lap_at(document, 2)->kind, PDK_LAP_OUT);
    assert_int_equal(pdk_lap_at(document, 2)->stint, 2);
    assert_near(pdk_lap_at(document, 4)->gap_to_leader, 0, 0);
    assert_int_equal(pdk_lap_at(document, 5)->position, 1);
    assert_int_equal(table_rows(document, "stints"), 4);
    assert_text(text_at(document, "penalty_outcomes", "outcome", 0), "added");
    assert_int_equal(table_rows(document, "positions"), 7);
    assert_int_equal(pdk_answer_available(document, "pit_stops", &error), PDK_E_UNSUPPORTED);
    read_everything(document);
    pdk_close(document);
}

/* Results before the end are made of laps. */
static void before_the_end(void **state)
{
    (void)state;
    pdk_error error;
    pdk_document *document = open_text(race), *then;
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    static const char *const names[] = { "results", NULL };
    options.names = names;
    options.until_lap = 1;
    assert_ok(pdk_analyse(document, &options, &then, &error), error);
    assert_text(text_at(then, "results", "driver", 0), "Bo (the) Li");
    assert_near(number(then, "results", "gap", 1), 0.5, 1e-9);
    pdk_close(then);
    pdk_close(document);
}

/* A ruling of time changes the official order, and places that nothing is decided about stay. */
static void rulings(void **state)
{
    (void)state;
    pdk_error error;
    static const char decided[] = "driver,kind,value\nA. Varga,time,60\n";
    pdk_document *document = open_text(race), *ruled;
    pdk_rulings *rulings = NULL;
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    static const char *const names[] = { "results", NULL };
    assert_ok(pdk_rulings_read(decided, sizeof decided - 1, NULL, &rulings, &error), error);
    options.names = names;
    options.rulings = rulings;
    assert_ok(pdk_analyse(document, &options, &ruled, &error), error);
    assert_text(text_at(ruled, "results", "driver", 0), "Bo (the) Li");
    assert_near(number(ruled, "results", "recorded_position", 0), 2, 0);
    assert_near(number(ruled, "results", "gap", 1), 14.5, 1e-9);
    assert_near(number(ruled, "results", "total_time", 1), 359.5, 1e-9);
    assert_text(text_at(ruled, "results", "driver", 2), "C. Lind");
    pdk_close(ruled);
    pdk_rulings_close(rulings);
    pdk_close(document);
}

/* The stream numbers drivers whom the list names otherwise: nobody else gets their numbers, nor their penalties. */
static void numbers(void **state)
{
    (void)state;
    static const char text[] =
        HEAD "<Race>\n<Stream>\n"
             "<Score et=\"9.0\">A. Varga  (0) lap=0 point=1 t=9.000 et=9.000</Score>\n"
             "<Score et=\"9.0\">left before(1) lap=0 point=1 t=9.000 et=9.000</Score>\n"
             "<Penalty et=\"20.0\">left before received Drive Thru penalty, 0s, 0laps. Result: penalties=1</Penalty>\n"
             "</Stream>\n<Driver>\n<Name>Bo</Name>\n<Position>1</Position>\n<Laps>0</Laps>\n</Driver>\n"
             "<Driver>\n<Name>A. Varga</Name>\n<Position>2</Position>\n<Laps>0</Laps>\n</Driver>\n" TAIL;
    pdk_document *document = open_text(text);
    assert_text(text_at(document, "results", "driver", 0), "Bo");
    assert_near(number(document, "results", "slot", 0), 2, 0);
    assert_near(number(document, "results", "penalties", 0), 0, 0);
    assert_near(number(document, "results", "slot", 1), 0, 0);
    pdk_close(document);
}

/* ------------------------------------------------------------------------------------------------ damage */

static char *with(const char *from, const char *to)
{
    const char *at = strstr(race, from);
    char *text = malloc(race_room + strlen(to));
    assert_non_null(at);
    assert_non_null(text);
    size_t before = (size_t)(at - race);
    memcpy(text, race, before);
    strcpy(text + before, to);
    strcat(text, at + strlen(from));
    return text;
}

/* The finding of a kind is at this text of the file. */
typedef struct wanted {
    const char *code;
    uint64_t count, offset;
} wanted;
static bool see(void *user, const pdk_finding *finding)
{
    wanted *want = user;
    if (strcmp(finding->code, want->code) != 0) return true;
    if (want->count++ == 0) want->offset = finding->offset;
    return true;
}

static void damage(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *code, *at; /* `at`: where the finding is, in `to` */
    } cases[] = {
        { "Smith &amp; Sons", "Smith & Sons", "results-xml.ampersand", "& Sons" },
        { "Smith &amp; Sons", "Smith &rFEnt; Sons", "results-xml.ampersand", "&rFEnt" },
        { "Paddock Ring", "Paddock R\351ng", "results-xml.encoding", "\351" },
        { "</Driver>\n<Driver>", "<Driver>", "results-xml.unclosed", NULL },
        { "<FinishTime>345.0000</FinishTime>", "<FinishTime>345.0000", "results-xml.unclosed", "<FinishTime" },
        { "<Minutes>0</Minutes>", "<Minutes>0", "results-xml.unclosed", "<Minutes" },
        { "</Stream>", "", "results-xml.unclosed", NULL },
        { "</rFactorXML>", "", "results-xml.unclosed", NULL },
        { "</rFactorXML>", "</rFactorXML>\355", "results-xml.behind_root", "\355" },
        { "</rFactorXML>", "</rFactorXML><rFactorXML/>", "results-xml.behind_root", "<rFactorXML/" },
        { "<Laps>3</Laps>\n<Minutes>", "<Laps>3 < 4</Laps>\n<Minutes>", "results-xml.markup", "< 4" },
        { "<Stream>", "</Swap><Stream>", "results-xml.end", "</Swap" },
        { "<Connected>1</Connected>", "<Connected>1</Connected", "results-xml.tag", "</Connected" },
        { "p=\"1\" et", "p=1 et", "results-xml.attribute", "p=1" },
        { "p=\"1\" et", "pos=\"1\" et", "results-xml.unknown", "pos" },
        { "p=\"1\" et", "p=\"1\" p=\"1\" et", "results-xml.repeated", "p=\"1\" et" },
        { "<Connected>1</Connected>", "<Connectd>1</Connectd>", "results-xml.unknown", "<Connectd" },
        { "<Connected>1</Connected>", "<Connectd>1</Connectd>", "results-xml.missing", NULL },
        { "<Connected>1</Connected>", "<Connected>1</Connected>words", "results-xml.text", "words" },
        { "<Connected>1</Connected>", "<Connected>1</Connected><Connected>0</Connected>", "results-xml.repeated",
          "<Connected>0" },
        { "reported contact (0.32)", "reported contact (0.3x)", "results-xml.sentence", NULL },
        { "lap=0 point=1", "lap=0 point=", "results-xml.sentence", NULL },
        { "set new best for sector 2", "set new best for sector", "results-xml.sentence", NULL },
        { "Stop/Go penalty, 10s", "Stop/Go penalty, s", "results-xml.sentence", NULL },
        { "<Position>2</Position>", "<Position>1</Position>", "results-xml.positions", NULL },
        { "<Laps>3</Laps>\n<Pitstops>1", "<Laps>4</Laps>\n<Pitstops>1", "results-xml.lap_count", NULL },
        { "</Race>", "</Race><Qualify></Qualify>", "results-xml.second_session", "<Qualify" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = with(cases[i].from, cases[i].to);
        pdk_document *document = open_text(text);
        wanted want = { .code = cases[i].code };
        pdk_error error;
        assert_ok(pdk_check(document, PDK_CHECK_FULL, see, &want, NULL, &error), error);
        if (want.count == 0) fail_msg("case %zu: no finding %s", i, cases[i].code);
        size_t at = (size_t)(strstr(race, cases[i].from) - race);
        if (cases[i].at != NULL)
            assert_int_equal(want.offset, at + (size_t)(strstr(cases[i].to, cases[i].at) - cases[i].to));
        assert_int_equal(table_rows(document, "drivers"), 3); /* everybody is still there */
        read_everything(document);
        pdk_close(document);
        free(text);
    }
}

/* No digit of a number can be lost without a word: each number in turn becomes none. A cell that stays a number is
 * another value, which nothing in the file can know. */
static void every_number(void **state)
{
    (void)state;
    size_t spoiled = 0;
    for (size_t at = (size_t)(strstr(race, "<Race>") - race); at < race_size - (sizeof TAIL - 1); at++) {
        bool inside = race[at] >= '0' && race[at] <= '9' && (race[at - 1] == '"' || race[at - 1] == '>');
        bool is_text = race[at - 1] == '>' && (strncmp(race + at - 12, "<TimeString>", 12) == 0 ||
                                               strncmp(race + at - 11, "<CarNumber>", 11) == 0 ||
                                               strncmp(race + at - 13, "<UpgradeCode>", 13) == 0);
        bool is_compound = race[at + 1] == ',';
        if (!inside || is_text || is_compound) continue;
        char *text = malloc(race_room);
        assert_non_null(text);
        memcpy(text, race, race_room);
        text[at] = 'x';
        pdk_document *document = open_text(text);
        wanted want = { .code = "results-xml.value" };
        pdk_error error;
        assert_ok(pdk_check(document, PDK_CHECK_FULL, see, &want, NULL, &error), error);
        if (want.count == 0) fail_msg("\"%.30s\" is lost without a word", text + at - 10);
        spoiled++;
        pdk_close(document);
        free(text);
    }
    assert_true(spoiled > 90);
}

static void refused(void **state)
{
    (void)state;
    pdk_document *document = NULL;
    pdk_error error;
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.format = "results-xml";
    assert_fails(pdk_open_memory("<html></html>", 13, &options, &document, &error), error, PDK_E_CORRUPT,
                 "results-xml.root", 0);
    /* Copied while the game wrote it: the second driver is not whole. */
    size_t size = (size_t)(strstr(race, "<Name>A. Varga") - race);
    assert_fails(pdk_open_memory(race, size, &options, &document, &error), error, PDK_E_TRUNCATED,
                 "results-xml.truncated", size);
    assert_non_null(strstr(error.message, "after 1 whole drivers"));
    options.partial = true;
    assert_ok(pdk_open_memory(race, size, &options, &document, &error), error);
    assert_int_equal(table_rows(document, "recorded_laps"), 3);
    pdk_close(document);
}

/* Entities that are made of entities are never expanded. */
static void bomb(void **state)
{
    (void)state;
    static const char text[] = "<!DOCTYPE rF [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>"
                               "<rFactorXML><RaceResults><TrackVenue>&b;&b;&b;</TrackVenue>" TAIL;
    pdk_document *document = open_text(text);
    assert_property_text(document, "track", "&b;&b;&b;");
    assert_int_equal(count_findings(document, PDK_CHECK_FULL, "results-xml.ampersand"), 1);
    pdk_close(document);
}

static void sweeps(void **state)
{
    (void)state;
    sweep_truncation((const uint8_t *)race, race_size, 7, NULL);
    sweep_mutation((const uint8_t *)race, race_size, 0, race_size, 11, "results-xml");
    assert_true(sweep_allocation((const uint8_t *)race, race_size) > 10);
}

/* ------------------------------------------------------------------------------------------------ real files */

typedef struct real_row {
    const char *file, *driver;
    double position, laps, total_time, best_lap_time;
} real_row;

/* Values of the files, read with Python's own parser. */
static void real_files(void **state)
{
    (void)state;
    static const real_row rows[] = {
        { "results/rfactor1_race.xml", "Will Munney", 1, 22, 1853.5283, 81.4310 },
        { "results/gamestockcar_race.xml", "Jeff Hooper", 1, 30, 2490.6672, 81.7502 },
        { "results/gamestockcar_race.xml", "David Slute", 17, 23, NAN, NAN },
        { "results/automobilista_race_bad_bytes.xml", "Karl Anderson", 15, 20, 1247.1851, 61.5991 },
        { "results/rfactor2_race_latin1.xml", "G\303\251rard larrousse", 3, 10, 1253.6470, 122.0663 },
        { "results/rfactor2_race_bare_ampersand.xml", "mauserrifle", 5, 10, 1332.8855, 125.5250 },
        { "results/rfactor2_race_penalties.xml", "mauserrifle", 3, 13, 1304.1459, 92.4168 },
        { "results/rfactor2_race_tyre_wear.xml", "Giorda", 12, 33, 2964.7805, 81.0006 },
        { "results/rfactor2_practice_compounds.xml", "Martijn Bont", 3, 14, NAN, 48.4399 },
        { "results/lmu_2024_10_24_23_12_01-15Q1.xml", "Timo Inomy", 3, 5, NAN, 99.7852 },
        { "results/lmu_2024_10_24_23_38_59-61R1.xml", "didier didco2000", 8, 14, 1441.4176, 101.2493 },
        { "results/lmu_2024_10_24_23_38_59-61R1.xml", "Sergio Sanchez", 18, 0, NAN, NAN },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *path = real_file(rows[i].file);
        if (path == NULL) skip();
        pdk_document *document = open_or_fail(path);
        pdk_error error;
        size_t count, found = 0;
        assert_ok(pdk_result_count(document, &count, &error), error);
        for (size_t k = 0; k < count; k++) {
            const pdk_result *result = pdk_result_at(document, k);
            if (result->driver.size != strlen(rows[i].driver) ||
                memcmp(result->driver.data, rows[i].driver, result->driver.size) != 0)
                continue;
            found++;
            assert_near(result->position, rows[i].position, 0);
            assert_near(result->laps, rows[i].laps, 0);
            if (isfinite(rows[i].total_time)) assert_near(result->total_time, rows[i].total_time, 0);
            assert_int_equal(result->has_best_lap_time, isfinite(rows[i].best_lap_time));
            if (result->has_best_lap_time) assert_near(result->best_lap_time, rows[i].best_lap_time, 0);
        }
        assert_int_equal(found, 1);
        read_everything(document);
        pdk_close(document);
    }
}

/* What is wrong with the ten files, and nothing else: the reference counted it. */
static void real_damage(void **state)
{
    (void)state;
    static const struct {
        const char *file, *code;
        uint64_t offset;
    } files[] = {
        { "results/rfactor1_race.xml", NULL, 0 },
        { "results/gamestockcar_race.xml", NULL, 0 },
        { "results/automobilista_race_bad_bytes.xml", "results-xml.encoding", 0x41C },
        { "results/rfactor2_race_latin1.xml", "results-xml.encoding", 0x5AF },
        { "results/rfactor2_race_bare_ampersand.xml", "results-xml.ampersand", 0x327D },
        { "results/rfactor2_race_penalties.xml", NULL, 0 },
        { "results/rfactor2_race_tyre_wear.xml", NULL, 0 },
        { "results/rfactor2_practice_compounds.xml", NULL, 0 },
        { "results/lmu_2024_10_24_23_12_01-15Q1.xml", NULL, 0 },
        { "results/lmu_2024_10_24_23_38_59-61R1.xml", NULL, 0 },
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        const char *path = real_file(files[i].file);
        if (path == NULL) skip();
        pdk_document *document = open_or_fail(path);
        pdk_error error;
        uint64_t total;
        wanted want = { .code = files[i].code != NULL ? files[i].code : "" };
        assert_ok(pdk_check(document, PDK_CHECK_FULL, see, &want, &total, &error), error);
        assert_int_equal(total, files[i].code != NULL ? 1 : 0);
        if (files[i].code != NULL) assert_int_equal(want.offset, files[i].offset);
        pdk_close(document);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables),         cmocka_unit_test(stream),      cmocka_unit_test(private_things),
        cmocka_unit_test(answers),        cmocka_unit_test(numbers),     cmocka_unit_test(rulings),
        cmocka_unit_test(before_the_end), cmocka_unit_test(damage),      cmocka_unit_test(refused),
        cmocka_unit_test(every_number),   cmocka_unit_test(bomb),        cmocka_unit_test(sweeps),
        cmocka_unit_test(real_files),     cmocka_unit_test(real_damage),
    };
    return cmocka_run_group_tests_name("results_xml", tests, read_race, free_race);
}
