/* The document of a results file. */
#include "format/results_xml/results_xml.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "model/document.h"

enum { HEAD = 4096 /* bytes that the root is looked for in */, LONGEST_VERSION = 40 };

static int probe(const pdk_probe *probe, char *reason, size_t capacity)
{
    const char *begin = (const char *)probe->bytes.data;
    if (probe->bytes.size == 0) return 0;
    pdk_xml_span head = { begin, begin + (probe->bytes.size < HEAD ? probe->bytes.size : HEAD) };
    bool results = pdk_xml_has(head, "<RaceResults");
    if (!pdk_xml_has(head, "<rFactorXML")) return 0;
    snprintf(reason, capacity, "the element rFactorXML%s", results ? ", and RaceResults in it" : "");
    return results ? PDK_SCORE_CERTAIN : PDK_SCORE_MAGIC;
}

/* --------------------------------------------------------------------------------------------- properties */

static pdk_text find(const pdk_vector *settings, const char *name)
{
    const pdk_results_setting *all = settings->items;
    for (size_t i = 0; i < settings->count; i++)
        if (pdk_text_is(all[i].name, name)) return all[i].value;
    return (pdk_text){ NULL, 0 };
}

static void add_text(pdk_results_file *file, const pdk_vector *settings, const char *element, const char *name,
                     const char *meaning)
{
    pdk_text text = find(settings, element);
    if (text.size == 0) return;
    pdk_value value = { .type = PDK_TEXT, .as.text = text };
    pdk_document_add_property(file->document, name, value, NULL, meaning, PDK_CONFIRMED);
}

/* Elements of the header that are numbers. An element that is there and is none is a finding. */
static void add_number(pdk_results_file *file, const pdk_vector *settings, const char *element, const char *name,
                       const char *unit, const char *meaning)
{
    const pdk_results_setting *all = settings->items;
    for (size_t i = 0; i < settings->count; i++) {
        double value;
        if (!pdk_text_is(all[i].name, element)) continue;
        const char *at = all[i].value.data != NULL ? all[i].value.data : "";
        if (pdk_results_number((pdk_xml_span){ at, at + all[i].value.size }, &value)) {
            pdk_document_add_number(file->document, name, value, unit, meaning, PDK_CONFIRMED);
            return;
        }
        pdk_document_add_finding(file->document, PDK_ERROR, "results-xml.value", all[i].offset, element,
                                 "<%s> is not a number; the value is left out", element);
        return;
    }
}

static bool ends_with(pdk_text text, const char *word)
{
    size_t size = strlen(word);
    return text.size >= size && memcmp(text.data + text.size - size, word, size) == 0;
}

/* Files do not name their game, except for a few. The rules are those of programs that read them (docs/formats). */
static const char *game_of(const pdk_results_file *file)
{
    pdk_text mod = find(&file->settings, "Mod"), version = find(&file->settings, "GameVersion"),
             game = find(&file->settings, "Game");
    const pdk_results_driver *drivers = file->drivers.items;
    const pdk_results_lap *laps = file->laps.items;
    bool speeds = false, categories = false;
    for (size_t i = 0; i < file->laps.count; i++) speeds |= isfinite(laps[i].top_speed);
    for (size_t i = 0; i < file->drivers.count; i++) categories |= drivers[i].category.size > 0;
    bool reiza = mod.size > 5 && memcmp(mod.data, "reiza", 5) == 0;
    if (pdk_text_is(game, "Automobilista") || ends_with(mod, ".srs")) return "Automobilista";
    if (reiza && ends_with(mod, ".rfm")) return "Game Stock Car";
    if (pdk_text_is(version, "1.255") || pdk_text_is(version, "1.250")) return "rFactor";
    if (speeds || (categories && find(&file->settings, "LimitedTires").size > 0)) return "Le Mans Ultimate";
    return "rFactor 2";
}

static void add_session(pdk_results_file *file)
{
    static const pdk_label kinds[] = { { PDK_SESSION_UNKNOWN, "none" },
                                       { PDK_SESSION_TEST, "test" },
                                       { PDK_SESSION_PRACTICE, "practice" },
                                       { PDK_SESSION_QUALIFYING, "qualifying" },
                                       { PDK_SESSION_WARMUP, "warmup" },
                                       { PDK_SESSION_RACE, "race" },
                                       { 0, NULL } };
    static const pdk_field field = { .name = "session",
                                     .storage = PDK_RAW_U8,
                                     .labels = kinds,
                                     .certainty = PDK_CONFIRMED,
                                     .meaning = "by the name of the session's element" };
    uint8_t kind = (uint8_t)pdk_results_kind_of(file->session_element);
    pdk_document_add_field(file->document, &field, &kind);
}

static void add_properties(pdk_results_file *file)
{
    const pdk_vector *header = &file->settings, *session = &file->session_settings;
    pdk_document *document = file->document;
    pdk_text version = find(header, "GameVersion");
    add_session(file);
    add_text(file, header, "TrackVenue", "track", "the place");
    if (!pdk_same_text(find(header, "TrackCourse"), find(header, "TrackVenue")))
        add_text(file, header, "TrackCourse", "config", "its layout");
    add_text(file, header, "TrackEvent", "event", "name of the event");
    add_number(file, header, "TrackLength", "track_length", "m", NULL);
    add_text(file, header, "Mod", "mod", "file, package or number of the mod");
    const char *software = pdk_keep_printf(&document->memory, "%s%s%.*s", game_of(file), version.size > 0 ? " " : "",
                                           (int)(version.size < LONGEST_VERSION ? version.size : LONGEST_VERSION),
                                           version.size > 0 ? version.data : "");
    if (software == NULL) document->failed = true;
    pdk_document_add_text(document, "software", software, software != NULL ? strlen(software) : 0,
                          "the game, which the file does not name: by its mod, version and what drivers have",
                          PDK_LIKELY);
    add_text(file, session, "TimeString", "date", "when the session began, in the local time of the recording PC");
    add_number(file, session, "DateTime", "unix_time", "s", "the same, since 1970 in UTC");
    add_text(file, header, "Setting", "setting", "kind of play");
    add_text(file, header, "ServerName", "server", NULL);
    add_text(file, header, "PlayerFile", "player_file", "profile that wrote the file; in newer games no driver's name");
    add_number(file, session, "Laps", "race_laps", NULL, "of the session; 2147483647 = no limit");
    add_number(file, session, "Minutes", "race_minutes", "min", "of the session; 0 = no limit");
    add_number(file, session, "MostLapsCompleted", "most_laps", NULL, "by a driver");
    pdk_document_add_text(document, "results", "official", 8,
                          "positions, times, laps and stops are what the game wrote at the end", PDK_CONFIRMED);
    pdk_document_add_unrecorded(document, "co_driver; distance; weather; rain");
}

static const char *short_name(const char *game)
{
    static const char *const names[][2] = {
        { "rFactor", "R1" }, { "Game Stock Car", "GSC" }, { "Automobilista", "AM" }, { "Le Mans Ultimate", "LMU" }
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(game, names[i][0]) == 0) return names[i][1];
    return "R2";
}

/* Two with the same position, or one of them with a number that there cannot be: edited by hand, or a fault of the
 * game. They stay as they are. */
static pdk_status check_positions(pdk_results_file *file, pdk_error *error)
{
    const pdk_results_driver *drivers = file->drivers.items;
    size_t count = file->drivers.count, wrong = 0;
    bool *taken = pdk_alloc_array(&file->document->memory, count + 1, sizeof *taken);
    if (taken == NULL) return pdk_fail_memory(error, &file->document->memory, "positions");
    for (size_t i = 0; i < count; i++) {
        if (drivers[i].position == PDK_RESULTS_NONE) continue;
        bool fits = drivers[i].position <= count && !taken[drivers[i].position];
        wrong += !fits;
        if (fits) taken[drivers[i].position] = true;
    }
    pdk_free(&file->document->memory, taken);
    if (wrong > 0)
        pdk_document_add_finding(file->document, PDK_WARNING, "results-xml.positions", file->session_offset, "Driver",
                                 "positions are not 1 to %llu, each once: %llu are not", (unsigned long long)count,
                                 (unsigned long long)wrong);
    return PDK_OK;
}

static pdk_status open_document(pdk_document *document, pdk_error *error)
{
    pdk_results_file *file = pdk_document_new_state(document, sizeof *file);
    if (file == NULL) return pdk_document_built(document, error);
    const struct {
        pdk_vector *list;
        size_t size;
    } lists[] = {
        { &file->settings, sizeof(pdk_results_setting) },  { &file->session_settings, sizeof(pdk_results_setting) },
        { &file->drivers, sizeof(pdk_results_driver) },    { &file->laps, sizeof(pdk_results_lap) },
        { &file->swaps, sizeof(pdk_results_span) },        { &file->controls, sizeof(pdk_results_span) },
        { &file->scores, sizeof(pdk_results_score) },      { &file->contacts, sizeof(pdk_results_contact) },
        { &file->penalties, sizeof(pdk_results_penalty) }, { &file->bests, sizeof(pdk_results_sector) },
        { &file->damages, sizeof(pdk_results_sector) },    { &file->limits, sizeof(pdk_results_limit) },
        { &file->chat, sizeof(pdk_results_line) },         { &file->notices, sizeof(pdk_results_line) }
    };
    file->document = document;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        *lists[i].list = pdk_vector_of(&document->memory, lists[i].size);
    pdk_status status = pdk_results_read(file, error);
    if (status == PDK_OK) status = check_positions(file, error);
    if (status != PDK_OK) return status;
    pdk_document_set_dialect(document, "%s (%s)", short_name(game_of(file)), game_of(file));
    add_properties(file);
    status = pdk_results_add_tables(file, error);
    return status == PDK_OK ? pdk_document_built(document, error) : status;
}

/* A text has no records. */
static const pdk_record *const no_records[] = { NULL };

static const pdk_services services = { .session = pdk_results_session,
                                       .session_has = PDK_HAS_CROSSINGS | PDK_HAS_CONTACTS | PDK_HAS_PENALTIES };

const pdk_format pdk_format_results_xml = {
    .info = { .id = "results-xml",
              .title = "gMotor results (rFactor, rFactor 2, Le Mans Ultimate, Automobilista)",
              .extensions = ".xml",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK,
              .certainty = PDK_CONFIRMED,
              .basis = "34 real files of five games; what newer games add is published and marked as likely",
              .records = no_records },
    .probe = probe,
    .open = open_document,
    .services = &services,
};
