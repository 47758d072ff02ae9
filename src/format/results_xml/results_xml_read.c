/* Which element is what. The files are flat: root, results, then elements of the header and one session, in which are
 * the stream and the drivers. So an element that lacks its end is closed by the next that cannot be inside it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "format/results_xml/results_xml.h"
#include "text/shown_text.h"

/* Elements that others are in, outermost first. Everything else has only a text. */
typedef enum level { ROOT, RESULTS, SESSION, GROUP, LEAF, FOREIGN } level;

enum { DEEPEST = 16, SHOWN = 40, REST = 24, LIST = 400 };

typedef struct element {
    level level;
    pdk_xml_span name;
    const char *at;
} element;

typedef struct reader {
    pdk_results_file *file;
    pdk_xml_reader markup;
    pdk_xml_token token;
    element open[DEEPEST];
    size_t depth;
    uint64_t deeper;               /* open elements that are not in `open` */
    pdk_xml_span attributes, text; /* of the leaf */
    bool has_root, has_session;
    bool ended, told_behind; /* the root's end was read; that elements follow is reported */
    bool foreign;            /* in a second session */
    uint64_t driver_seen;    /* cells of the driver */
    pdk_results_driver *driver;
} reader;

/* ------------------------------------------------------------------------------------------------------- drivers */

#define AT(member) offsetof(pdk_results_driver, member)
static const pdk_results_cell driver_cells[] = {
    { "Name", PDK_RESULTS_TEXT, AT(name), true },
    { "Connected", PDK_RESULTS_FLAG, AT(connected), true },
    { "VehFile", PDK_RESULTS_TEXT, AT(vehicle_file), true },
    { "UpgradeCode", PDK_RESULTS_TEXT, AT(upgrade_code), true },
    { "VehName", PDK_RESULTS_TEXT, AT(vehicle), true },
    { "Category", PDK_RESULTS_TEXT, AT(category), false },
    { "CarType", PDK_RESULTS_TEXT, AT(car), true },
    { "CarClass", PDK_RESULTS_TEXT, AT(class_name), true },
    { "CarNumber", PDK_RESULTS_TEXT, AT(number), true },
    { "TeamName", PDK_RESULTS_TEXT, AT(team), true },
    { "isPlayer", PDK_RESULTS_FLAG, AT(is_human), true },
    { "ServerScored", PDK_RESULTS_FLAG, AT(is_server_scored), false },
    { "GridPos", PDK_RESULTS_PLACE, AT(grid_position), false },
    { "ClassGridPos", PDK_RESULTS_PLACE, AT(class_grid_position), false },
    { "Position", PDK_RESULTS_PLACE, AT(position), true },
    { "ClassPosition", PDK_RESULTS_PLACE, AT(class_position), true },
    { "LapRankIncludingDiscos", PDK_RESULTS_PLACE, AT(rank_with_left), true },
    { "Points", PDK_RESULTS_NUMBER, AT(points), false },
    { "ClassPoints", PDK_RESULTS_NUMBER, AT(class_points), false },
    { "BestLapTime", PDK_RESULTS_SECONDS, AT(best_lap_time), false },
    { "FinishTime", PDK_RESULTS_SECONDS, AT(finish_time), false },
    { "Laps", PDK_RESULTS_COUNT, AT(laps), true },
    { "Pitstops", PDK_RESULTS_COUNT, AT(pit_stops), true },
    { "FinishStatus", PDK_RESULTS_TEXT, AT(finish_status), true },
    { "DNFReason", PDK_RESULTS_TEXT, AT(retirement), false },
    { NULL, PDK_RESULTS_TEXT, 0, false },
};
#undef AT

#define AT(member) offsetof(pdk_results_lap, member)
#define OF(member, wheel) (offsetof(pdk_results_lap, member) + (wheel) * sizeof((pdk_results_lap *)NULL)->member[0])
static const pdk_results_cell lap_cells[] = {
    { "num", PDK_RESULTS_COUNT, AT(lap), true },
    { "p", PDK_RESULTS_PLACE, AT(position), true },
    { "et", PDK_RESULTS_SECONDS, AT(start_time), true },
    { "s1", PDK_RESULTS_SECONDS, OF(sector_time, 0), false },
    { "s2", PDK_RESULTS_SECONDS, OF(sector_time, 1), false },
    { "s3", PDK_RESULTS_SECONDS, OF(sector_time, 2), false },
    { "fuel", PDK_RESULTS_SHARE, AT(fuel), false },
    { "pit", PDK_RESULTS_FLAG, AT(pits), false },
    { "topspeed", PDK_RESULTS_SPEED, AT(top_speed), false },
    { "fcompound", PDK_RESULTS_TEXT, AT(front_compound), false },
    { "rcompound", PDK_RESULTS_TEXT, AT(rear_compound), false },
    { "twfl", PDK_RESULTS_SHARE, OF(tread, 0), false },
    { "twfr", PDK_RESULTS_SHARE, OF(tread, 1), false },
    { "twrl", PDK_RESULTS_SHARE, OF(tread, 2), false },
    { "twrr", PDK_RESULTS_SHARE, OF(tread, 3), false },
    { "fuelUsed", PDK_RESULTS_NUMBER, AT(fuel_used), false },
    { "ve", PDK_RESULTS_SHARE, AT(virtual_energy), false },
    { "veUsed", PDK_RESULTS_NUMBER, AT(virtual_energy_used), false },
    { "FL", PDK_RESULTS_TEXT, OF(compound, 0), false },
    { "FR", PDK_RESULTS_TEXT, OF(compound, 1), false },
    { "RL", PDK_RESULTS_TEXT, OF(compound, 2), false },
    { "RR", PDK_RESULTS_TEXT, OF(compound, 3), false },
    { NULL, PDK_RESULTS_TEXT, 0, false },
};
static const pdk_results_cell lap_time = { "time", PDK_RESULTS_SECONDS, AT(lap_time), true };
#undef AT
#undef OF

static const pdk_results_cell span_cells[] = {
    { "startLap", PDK_RESULTS_COUNT, offsetof(pdk_results_span, first_lap), true },
    { "endLap", PDK_RESULTS_COUNT, offsetof(pdk_results_span, last_lap), true },
    { NULL, PDK_RESULTS_TEXT, 0, false },
};

static void tell_element(reader *read, pdk_severity severity, const char *code, const char *at, pdk_xml_span name,
                         const char *says)
{
    char shown[SHOWN];
    pdk_text_show(shown, sizeof shown, name.at, (size_t)(name.end - name.at));
    pdk_document_add_finding(read->file->document, severity, code, pdk_results_offset(read->file, at), shown, "<%s> %s",
                             shown, says);
}

static void begin_driver(reader *read)
{
    pdk_results_driver *driver = pdk_results_push(read->file, &read->file->drivers);
    read->driver = driver;
    read->driver_seen = 0;
    if (driver == NULL) return;
    *driver = (pdk_results_driver){ .slot = PDK_RESULTS_NONE,
                                    .position = PDK_RESULTS_NONE,
                                    .class_position = PDK_RESULTS_NONE,
                                    .grid_position = PDK_RESULTS_NONE,
                                    .class_grid_position = PDK_RESULTS_NONE,
                                    .laps = PDK_RESULTS_NONE,
                                    .pit_stops = PDK_RESULTS_NONE,
                                    .rank_with_left = PDK_RESULTS_NONE,
                                    .best_lap_time = NAN,
                                    .finish_time = NAN,
                                    .points = NAN,
                                    .class_points = NAN,
                                    .connected = PDK_RESULTS_NO_FLAG,
                                    .is_human = PDK_RESULTS_NO_FLAG,
                                    .is_server_scored = PDK_RESULTS_NO_FLAG,
                                    .first_lap = read->file->laps.count };
}

/* Rows of a driver may come before the name: they get it here. */
static void end_driver(reader *read, const char *at)
{
    pdk_results_driver *driver = read->driver;
    read->driver = NULL;
    if (driver == NULL) return;
    char list[LIST] = "";
    for (size_t i = 0; driver_cells[i].name != NULL; i++) {
        if (!driver_cells[i].needed || (read->driver_seen & UINT64_C(1) << i) != 0) continue;
        size_t size = strlen(list);
        snprintf(list + size, sizeof list - size, "%s%s", size > 0 ? ", " : "", driver_cells[i].name);
    }
    if (list[0] != '\0')
        pdk_document_add_finding(read->file->document, PDK_ERROR, "results-xml.missing",
                                 pdk_results_offset(read->file, at), "Driver", "the driver before has no %s", list);
    if (driver->laps != PDK_RESULTS_NONE && driver->laps != driver->lap_count)
        pdk_document_add_finding(read->file->document, PDK_WARNING, "results-xml.lap_count",
                                 pdk_results_offset(read->file, at), "Driver",
                                 "the driver before has %llu laps, but <Laps> says %lu",
                                 (unsigned long long)driver->lap_count, (unsigned long)driver->laps);
}

static void read_lap(reader *read)
{
    pdk_results_file *file = read->file;
    pdk_results_lap *lap = pdk_results_push(file, &file->laps);
    if (lap == NULL) return;
    read->driver->lap_count++;
    *lap = (pdk_results_lap){ .slot = PDK_RESULTS_NONE,
                              .lap = PDK_RESULTS_NONE,
                              .position = PDK_RESULTS_NONE,
                              .start_time = NAN,
                              .lap_time = NAN,
                              .sector_time = { NAN, NAN, NAN },
                              .fuel = NAN,
                              .fuel_used = NAN,
                              .virtual_energy = NAN,
                              .virtual_energy_used = NAN,
                              .top_speed = NAN,
                              .tread = { NAN, NAN, NAN, NAN } };
    pdk_results_set_attributes(file, lap_cells, lap, read->attributes, "Lap");
    pdk_results_set(file, &lap_time, lap, read->text, "Lap");
}

static void read_span(reader *read, pdk_vector *spans, const char *where)
{
    pdk_results_span *span = pdk_results_push(read->file, spans);
    if (span == NULL) return;
    size_t number = read->file->drivers.count - 1;
    *span = (pdk_results_span){ .slot = (uint32_t)number, /* of the driver, until there are slots */
                                .first_lap = PDK_RESULTS_NONE,
                                .last_lap = PDK_RESULTS_NONE };
    pdk_results_set_attributes(read->file, span_cells, span, read->attributes, where);
    span->text = pdk_results_text(read->file, pdk_xml_trim(read->text));
}

static void read_of_driver(reader *read, pdk_xml_span name, const char *at)
{
    if (read->driver == NULL) return;
    if (pdk_xml_is(name, "Lap")) read_lap(read);
    else if (pdk_xml_is(name, "Swap")) read_span(read, &read->file->swaps, "Swap");
    else if (pdk_xml_is(name, "ControlAndAids")) read_span(read, &read->file->controls, "ControlAndAids");
    else {
        size_t i = 0;
        while (driver_cells[i].name != NULL && !pdk_xml_is(name, driver_cells[i].name)) i++;
        if (driver_cells[i].name == NULL)
            tell_element(read, PDK_WARNING, "results-xml.unknown", at, name, "is not known in a driver, and not read");
        else if (read->driver_seen & UINT64_C(1) << i)
            tell_element(read, PDK_WARNING, "results-xml.repeated", at, name, "is here twice; the first counts");
        else pdk_results_set(read->file, &driver_cells[i], read->driver, read->text, "Driver");
        if (driver_cells[i].name != NULL) read->driver_seen |= UINT64_C(1) << i;
    }
}

/* ------------------------------------------------------------------------------------------------------- nesting */

static const element *innermost(const reader *read)
{
    return read->depth > 0 ? &read->open[read->depth - 1] : NULL;
}

static bool is_session(pdk_xml_span name)
{
    return pdk_results_kind_of((pdk_text){ name.at, (size_t)(name.end - name.at) }) != PDK_SESSION_UNKNOWN;
}

static level level_of(const reader *read, pdk_xml_span name)
{
    if (pdk_xml_is(name, "rFactorXML")) return ROOT;
    if (pdk_xml_is(name, "RaceResults")) return RESULTS;
    if (pdk_xml_is(name, "Stream") || pdk_xml_is(name, "Driver")) return GROUP;
    if (is_session(name)) return SESSION;
    const element *inside = innermost(read);
    return inside != NULL && inside->level >= LEAF ? FOREIGN : LEAF;
}

/* The leaf is whole: what it says, by what it is in. */
static void read_leaf(reader *read, const element *leaf)
{
    const element *inside = read->depth > 1 ? &read->open[read->depth - 2] : NULL;
    if (inside == NULL || read->foreign || !read->has_root) return;
    if (inside->level == GROUP && pdk_xml_is(inside->name, "Driver")) read_of_driver(read, leaf->name, leaf->at);
    else if (inside->level == GROUP) pdk_results_read_line(read->file, leaf->name, read->attributes, read->text);
    else if (inside->level == SESSION || inside->level == RESULTS) {
        bool header = inside->level == RESULTS;
        pdk_vector *settings = header ? &read->file->settings : &read->file->session_settings;
        pdk_results_setting *setting = pdk_results_push(read->file, settings);
        if (setting == NULL) return;
        setting->name = (pdk_text){ leaf->name.at, (size_t)(leaf->name.end - leaf->name.at) };
        setting->value = pdk_results_hide(read->file, pdk_results_text(read->file, pdk_xml_trim(read->text)));
        setting->offset = pdk_results_offset(read->file, leaf->at);
    } else
        tell_element(read, PDK_WARNING, "results-xml.unknown", leaf->at, leaf->name, "is not known here, and not read");
}

static void close_innermost(reader *read, const char *at)
{
    const element *last = innermost(read);
    if (last->level == LEAF) read_leaf(read, last);
    if (last->level == GROUP && read->driver != NULL) end_driver(read, at);
    if (last->level == SESSION) read->foreign = false;
    if (last->level == ROOT) read->ended = true;
    read->depth--;
}

static void tell_unclosed(reader *read)
{
    const element *last = innermost(read);
    tell_element(read, PDK_WARNING, "results-xml.unclosed", last->at, last->name, "has no end");
}

/* What cannot hold the new element has lost its end. */
static void make_room(reader *read, level wanted, const char *at)
{
    while (read->depth > 0 && innermost(read)->level >= wanted && wanted != FOREIGN) {
        tell_unclosed(read);
        close_innermost(read, at);
    }
}

/* Is it one of the leaves that every file has? It closes a leaf that is unknown and open, for those may hold others. */
static bool is_known_leaf(pdk_xml_span name)
{
    static const char *const known[] = { "Lap", "Swap", "ControlAndAids", "Score", "Incident", "Penalty", "Sector" };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (pdk_xml_is(name, known[i])) return true;
    for (size_t i = 0; driver_cells[i].name != NULL; i++)
        if (pdk_xml_is(name, driver_cells[i].name)) return true;
    return false;
}

static void open_element(reader *read)
{
    const pdk_xml_token *token = &read->token;
    if (read->ended) { /* nothing of it is read */
        if (!read->told_behind)
            tell_element(read, PDK_WARNING, "results-xml.behind_root", token->at, token->name,
                         "is after the end of the results");
        read->told_behind = true;
        return;
    }
    level place = level_of(read, token->name);
    if (place == FOREIGN && (is_known_leaf(token->name) || is_known_leaf(innermost(read)->name))) place = LEAF;
    if (place != FOREIGN) read->deeper = 0;
    make_room(read, place, token->at);
    if (read->depth == DEEPEST) {
        if (read->deeper++ == 0)
            tell_element(read, PDK_WARNING, "results-xml.depth", token->at, token->name, "is too deep, and not read");
        if (token->closed) read->deeper--;
        return;
    }
    read->open[read->depth++] = (element){ place, token->name, token->at };
    if (place == ROOT) read->has_root = true;
    if (place == LEAF) {
        read->attributes = token->attributes;
        read->text = (pdk_xml_span){ token->name.end, token->name.end };
    }
    if (place == SESSION && read->has_session) {
        read->foreign = true;
        tell_element(read, PDK_WARNING, "results-xml.second_session", token->at, token->name,
                     "is a second session, and not read");
    } else if (place == SESSION) {
        read->has_session = true;
        read->file->session_element = (pdk_text){ token->name.at, (size_t)(token->name.end - token->name.at) };
        read->file->session_offset = pdk_results_offset(read->file, token->at);
    }
    if (place == GROUP && pdk_xml_is(token->name, "Driver") && !read->foreign) begin_driver(read);
    if (token->closed) close_innermost(read, token->at);
}

static void close_element(reader *read)
{
    const pdk_xml_token *token = &read->token;
    size_t at = read->depth;
    if (read->told_behind) return;
    if (read->deeper > 0) {
        read->deeper--;
        return;
    }
    while (at > 0) {
        pdk_xml_span name = read->open[at - 1].name;
        size_t size = (size_t)(name.end - name.at);
        if (size == (size_t)(token->name.end - token->name.at) && memcmp(name.at, token->name.at, size) == 0) break;
        at--;
    }
    if (at == 0) {
        tell_element(read, PDK_WARNING, "results-xml.end", token->at, token->name, "ends here, but did not begin");
        return;
    }
    while (read->depth > at) {
        tell_unclosed(read);
        close_innermost(read, token->at);
    }
    close_innermost(read, token->at);
}

static void take_text(reader *read)
{
    const pdk_xml_token *token = &read->token;
    const element *inside = innermost(read);
    pdk_xml_span text = pdk_xml_trim(token->text);
    if (token->damaged)
        pdk_document_add_finding(read->file->document, PDK_WARNING, "results-xml.markup",
                                 pdk_results_offset(read->file, token->damage), "text",
                                 "a < that begins no tag; it is taken as a letter");
    if (inside != NULL && inside->level == LEAF) {
        bool first = read->text.at == read->text.end;
        if (first) read->text = token->text; /* text after a comment or another element is not read */
        else if (text.at < text.end)
            tell_element(read, PDK_WARNING, "results-xml.text", text.at, inside->name,
                         "has more text, which is not read");
    } else if (text.at < text.end && (inside == NULL || inside->level < LEAF)) {
        char shown[REST];
        pdk_text_show(shown, sizeof shown, text.at, (size_t)(text.end - text.at));
        pdk_document_add_finding(read->file->document, PDK_WARNING,
                                 read->ended ? "results-xml.behind_root" : "results-xml.text",
                                 pdk_results_offset(read->file, text.at), "text",
                                 read->ended ? "bytes after the end of the results: \"%s\""
                                             : "text between elements, which is not read: \"%s\"",
                                 shown);
    }
}

/* --------------------------------------------------------------------------------------------------- the file */

/* The file ends here. Are all drivers in it? */
static pdk_status end_file(reader *read, pdk_error *error)
{
    pdk_results_file *file = read->file;
    size_t size = file->document->content.size, drivers = file->drivers.count;
    const element *inside = innermost(read);
    bool cut = read->markup.cut || (inside != NULL && inside->level >= SESSION);
    bool whole = inside == NULL || inside->level < GROUP;
    pdk_status status = PDK_OK;
    if (!read->has_root)
        return pdk_fail(error, PDK_E_CORRUPT, 0, "results-xml.root", "there is no <rFactorXML> in the file");
    if (cut) {
        char shown[SHOWN] = "a comment";
        if (inside != NULL)
            pdk_text_show(shown, sizeof shown, inside->name.at, (size_t)(inside->name.end - inside->name.at));
        status = pdk_document_damage(file->document, error, PDK_E_TRUNCATED, size, "results-xml.truncated", shown,
                                     "the file ends inside <%s>, after %llu whole drivers: it was copied before the "
                                     "game had written all of it",
                                     shown, (unsigned long long)(whole || drivers == 0 ? drivers : drivers - 1));
    }
    while (status == PDK_OK && read->depth > 0) {
        if (!cut) tell_unclosed(read);
        close_innermost(read, read->markup.end);
    }
    return status;
}

/* Rows know their driver by number so far. */
static void name_rows(pdk_results_file *file)
{
    pdk_results_driver *drivers = file->drivers.items;
    pdk_results_lap *laps = file->laps.items;
    for (size_t i = 0; i < file->drivers.count; i++)
        for (size_t k = drivers[i].first_lap; k < drivers[i].first_lap + drivers[i].lap_count; k++) {
            laps[k].name = drivers[i].name;
            laps[k].slot = drivers[i].slot;
        }
    pdk_vector *const lists[] = { &file->swaps, &file->controls };
    for (size_t n = 0; n < sizeof lists / sizeof lists[0]; n++)
        for (size_t i = 0; i < lists[n]->count; i++) {
            pdk_results_span *span = (pdk_results_span *)lists[n]->items + i;
            const pdk_results_driver *driver = &drivers[span->slot];
            span->name = driver->name;
            span->slot = driver->slot;
        }
}

static void tell_together(pdk_results_file *file, const pdk_results_fault *fault, const char *code, const char *says)
{
    if (fault->count == 0) return;
    pdk_document_add_finding(file->document, PDK_WARNING, code, fault->first, "text",
                             "%s (%llu times; this is the first)", says, (unsigned long long)fault->count);
}

pdk_status pdk_results_read(pdk_results_file *file, pdk_error *error)
{
    pdk_document *document = file->document;
    reader read = { .file = file };
    read.markup = (pdk_xml_reader){ (const char *)document->content.data,
                                    (const char *)document->content.data + document->content.size, false };
    uint64_t told = 0;
    for (pdk_xml_next(&read.markup, &read.token); read.token.kind != PDK_XML_DONE && !file->failed;
         pdk_xml_next(&read.markup, &read.token)) {
        if (read.token.cut) read.markup.cut = true;
        if (read.token.damaged && read.token.kind != PDK_XML_TEXT)
            tell_element(&read, PDK_WARNING, "results-xml.tag", read.token.damage, read.token.name,
                         "is a tag without its >");
        if (read.token.kind == PDK_XML_OPEN && !read.token.cut) open_element(&read);
        else if (read.token.kind == PDK_XML_CLOSE && !read.token.cut) close_element(&read);
        else if (read.token.kind == PDK_XML_TEXT) take_text(&read);
        uint64_t at = (uint64_t)(read.markup.at - (const char *)document->content.data);
        if (at - told < 1 << 20) continue;
        told = at;
        if (!pdk_document_progress(document, at, document->content.size)) return pdk_fail_cancelled(error);
    }
    if (file->failed && file->records >= document->max_records)
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "results-xml.limit", "there are more than %llu records",
                        (unsigned long long)document->max_records);
    if (file->failed) return pdk_fail_memory(error, &document->memory, "the results");
    pdk_status status = end_file(&read, error);
    if (status != PDK_OK) return status;
    if (file->failed || !pdk_results_number_drivers(file)) return pdk_fail_memory(error, &document->memory, "results");
    name_rows(file);
    tell_together(file, &file->letters, "results-xml.encoding",
                  "bytes that are not UTF-8, as the file says it is; the text is read as Windows-1252");
    tell_together(file, &file->ampersands, "results-xml.ampersand", "an & that begins none of XML's own entities");
    if (file->session_element.data == NULL)
        pdk_document_add_finding(document, PDK_ERROR, "results-xml.session", document->content.size, "RaceResults",
                                 "there is no session in the file");
    return PDK_OK;
}
