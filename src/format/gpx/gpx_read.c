/* GPX with times as a document: what receivers and phones record, and what this library writes. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "format/format.h"
#include "format/gpx/gpx.h"

enum { SEEN = 1 << 20 }; /* bytes from the beginning: what a file is, is found in its first megabytes */

/* The first element is gpx, and there is a point with a time near the beginning, or too far on to be seen. */
static int probe(const pdk_probe *probe, char *reason, size_t capacity)
{
    const char *begin = (const char *)probe->bytes.data;
    pdk_bytes seen = { probe->bytes.data, probe->bytes.size < SEEN ? probe->bytes.size : SEEN };
    if (seen.size == 0) return 0;
    pdk_xml_span whole = { begin, begin + seen.size };
    pdk_xml_reader reader = { .at = whole.at, .end = whole.end };
    pdk_xml_token token;
    if (seen.size >= 3 && memcmp(begin, "\xEF\xBB\xBF", 3) == 0) reader.at += 3;
    pdk_xml_next(&reader, &token);
    if (token.kind == PDK_XML_TEXT && pdk_xml_trim(token.text).at == pdk_xml_trim(token.text).end)
        pdk_xml_next(&reader, &token);
    if (token.kind == PDK_XML_TEXT) pdk_xml_next(&reader, &token);
    if (token.kind != PDK_XML_OPEN || !pdk_xml_is(token.name, "gpx")) return 0;
    bool timed = pdk_xml_has(whole, "<trkpt") && pdk_xml_has(whole, "<time>");
    if (!timed && seen.size == probe->bytes.size) return 0;
    snprintf(reason, capacity, timed ? "the element gpx, with points of tracks and times" : "the element gpx");
    return PDK_SCORE_CERTAIN;
}

static void add_drivers(pdk_gpx *gpx)
{
    pdk_memory *memory = &gpx->document->memory;
    const pdk_gpx_car *cars = gpx->cars.items;
    size_t count = gpx->cars.count;
    int32_t *slots = pdk_alloc_array(memory, count + 1, sizeof *slots);
    pdk_text *names = pdk_alloc_array(memory, count + 1, sizeof *names);
    pdk_table *table = pdk_document_add_table(gpx->document, "drivers",
                                              "a row for each car: tracks of one name, or "
                                              "tracks that do not overlap",
                                              count, 2);
    if (slots == NULL || names == NULL || table == NULL) {
        gpx->document->failed = true;
        return;
    }
    for (size_t i = 0; i < count; i++) {
        slots[i] = (int32_t)i;
        names[i] = cars[i].name;
    }
    pdk_table_add_array(table,
                        (pdk_column_info){ .name = "slot",
                                           .type = PDK_INT32,
                                           .meaning = "a number that the file does not have",
                                           .role = PDK_ROLE_DRIVER,
                                           .certainty = PDK_LIKELY },
                        slots);
    pdk_table_add_array(table,
                        (pdk_column_info){ .name = "name",
                                           .type = PDK_TEXT,
                                           .nullable = true,
                                           .meaning = "of tracks that are called \"NAME, lap 1\"",
                                           .role = PDK_ROLE_DRIVER_NAME,
                                           .certainty = PDK_LIKELY },
                        names);
    pdk_table_set_empty_missing(table);
}

static void add_table(pdk_gpx *gpx)
{
    const struct {
        bool shown;
        pdk_logged_values values;
    } all[] = {
        { gpx->own_elevation, { .name = "Height", .unit = "m", .values = gpx->elevations } },
        { gpx->own_speed, { .name = "Speed", .unit = "m/s", .values = gpx->speeds } },
        { gpx->own_course,
          { .name = "Course", .unit = "deg", .meaning = "clockwise from north", .values = gpx->courses } },
        { true, { .name = "Track", .unit = "", .meaning = "number in the file, from 1", .values = gpx->row_tracks } },
        { true, { .name = "Segment", .unit = "", .meaning = "of its track", .values = gpx->row_segments } },
    };
    pdk_logged_table to;
    if (!pdk_logged_table_begin(&to, &gpx->log, "a row for each point, in order of time", 7)) return;
    pdk_table_add_array(to.table,
                        (pdk_column_info){ .name = "slot",
                                           .type = PDK_FLOAT64,
                                           .meaning = "which car, as in drivers",
                                           .role = PDK_ROLE_DRIVER,
                                           .certainty = PDK_LIKELY },
                        gpx->slots);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i].shown) pdk_logged_table_add(&to, &all[i].values, i);
    pdk_logged_table_end(&to);
}

static pdk_status open_document(pdk_document *document, pdk_error *error)
{
    pdk_gpx *gpx = pdk_document_new_state(document, sizeof *gpx);
    if (gpx == NULL) return pdk_document_built(document, error);
    pdk_memory *memory = &document->memory;
    gpx->document = gpx->log.document = document;
    gpx->bytes = document->content;
    gpx->points = pdk_vector_of(memory, sizeof(pdk_gpx_point));
    gpx->tracks = pdk_vector_of(memory, sizeof(pdk_gpx_track));
    gpx->cars = pdk_vector_of(memory, sizeof(pdk_gpx_car));
    gpx->log.crossings = pdk_vector_of(memory, sizeof(pdk_session_crossing));
    pdk_status status = pdk_gpx_read_points(gpx, error);
    if (status == PDK_OK) status = pdk_gpx_sort(gpx, error);
    if (status == PDK_OK && gpx->log.rows > 0)
        status = pdk_logged_place(&gpx->log, "gpx.position.lost", "gpx.trkpt", error);
    if (status != PDK_OK) return status;
    if (gpx->log.x != NULL) pdk_local_plane_add_properties(document, &gpx->log.plane, PDK_LIKELY);
    else pdk_document_add_unrecorded(document, "top_speed; distance");
    if (gpx->creator.size > 0)
        pdk_document_add_text(document, "program", gpx->creator.data, gpx->creator.size, "that wrote the file",
                              PDK_LIKELY);
    const pdk_gpx_car *cars = gpx->cars.items;
    if (gpx->cars.count == 1 && cars[0].name.size > 0)
        pdk_document_add_text(document, "driver", cars[0].name.data, cars[0].name.size, NULL, PDK_LIKELY);
    if (gpx->log.rows > 0)
        pdk_document_add_number(document, "duration", gpx->log.times[gpx->log.rows - 1], "s",
                                "from the first point to the last", PDK_LIKELY);
    add_table(gpx);
    add_drivers(gpx);
    return pdk_document_built(document, error);
}

static pdk_status read_session(const pdk_document *document, pdk_memory *memory, pdk_session *session, pdk_error *error)
{
    const pdk_gpx *gpx = document->state;
    const pdk_gpx_car *cars = gpx->cars.items;
    pdk_status status = pdk_logged_session(&gpx->log, memory, session, error);
    if (status != PDK_OK) return status;
    pdk_session_driver *drivers = pdk_alloc_array(memory, gpx->cars.count + 1, sizeof *drivers);
    if (drivers == NULL) return pdk_fail_memory(error, memory, "the session");
    for (size_t i = 0; i < gpx->cars.count; i++)
        drivers[i] = (pdk_session_driver){ .slot = (uint32_t)i,
                                           .name = cars[i].name,
                                           .co_driver = { "", 0 },
                                           .vehicle = { "", 0 },
                                           .entry_time = NAN,
                                           .exit_time = NAN };
    for (size_t i = 0; i < session->crossing_count; i++)
        session->end_time = fmax(session->end_time, session->crossings[i].time);
    session->drivers = drivers;
    session->driver_count = gpx->cars.count;
    return PDK_OK;
}

static const pdk_record *const no_records[] = { NULL };
static const pdk_motion_tables motion = { .rows = "telemetry", .drivers = "drivers" };
static const pdk_services services = { .motion = &motion, .session = read_session, .session_has = PDK_HAS_CROSSINGS };

const pdk_format pdk_format_gpx = {
    .info = { .id = "gpx",
              .title = "GPX with times",
              .extensions = ".gpx",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK,
              .certainty = PDK_LIKELY,
              .basis = "the published schema; we have not opened a receiver's file",
              .records = no_records },
    .probe = probe,
    .open = open_document,
    .services = &services,
};
