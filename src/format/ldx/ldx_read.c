/* An .ldx as a document: beacons, the laps between them, and details. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/merge_sort.h"
#include "base/text.h"
#include "format/format.h"
#include "format/ldx/ldx_markers.h"
#include "markup/xml_text.h"

enum { HEAD = 4096 }; /* bytes: the root is within them */

typedef struct beacon {
    double time;
    pdk_text name;
} beacon;

typedef struct ldx {
    pdk_document *document;
    pdk_xml_span all;
    pdk_vector beacons;                /* beacon */
    pdk_vector details;                /* detail */
    uint64_t ampersands, ampersand_at; /* that begin no entity; the first */
    uint64_t left_out;                 /* details */
} ldx;

typedef struct detail {
    pdk_text name, value, unit;
} detail;

static pdk_xml_span head_of(pdk_bytes bytes)
{
    const char *begin = (const char *)bytes.data;
    return (pdk_xml_span){ begin, begin + (bytes.size < HEAD ? bytes.size : HEAD) };
}

static int probe(const pdk_probe *probe, char *reason, size_t capacity)
{
    if (probe->bytes.size > 0 && pdk_xml_has(head_of(probe->bytes), "<LDXFile")) {
        snprintf(reason, capacity, "the element LDXFile");
        return PDK_SCORE_CERTAIN;
    }
    if (strcmp(probe->extension, ".ldx") != 0) return 0;
    snprintf(reason, capacity, "the name ends in .ldx, but there is no element LDXFile");
    return PDK_SCORE_EXTENSION;
}

static pdk_text text_of(ldx *file, pdk_xml_span span)
{
    pdk_xml_text_faults faults = { 0 };
    pdk_text text = pdk_xml_text(&file->document->memory, span, &faults);
    if (file->ampersands == 0) file->ampersand_at = (uint64_t)(span.at - file->all.at) + faults.ampersands.first;
    file->ampersands += faults.ampersands.count;
    if (text.data != NULL) return text;
    file->document->failed = true;
    return (pdk_text){ "", 0 };
}

/* ----------------------------------------------------------------------------------------------------- beacons */

static int by_time(const void *one, const void *other, void *user)
{
    (void)user;
    const beacon *a = one, *b = other;
    return (a->time > b->time) - (a->time < b->time);
}

static pdk_status add_beacon(ldx *file, const pdk_ldx_marker *marker, pdk_error *error)
{
    size_t most = pdk_document_most_of_kind(file->document);
    uint64_t offset = (uint64_t)(marker->at - file->all.at);
    if (file->beacons.count == most)
        return pdk_fail_where(error, PDK_E_LIMIT, offset, "ldx.beacons.many", "ldx.marker",
                              "more than %zu beacons: no more are read of a file of this size", most);
    beacon *added = pdk_vector_push(&file->beacons);
    if (added == NULL) return pdk_fail_memory(error, &file->document->memory, "the beacons");
    *added = (beacon){ marker->time, text_of(file, (pdk_xml_span){ marker->name.at, marker->name.end }) };
    return PDK_OK;
}

static pdk_status read_beacons(ldx *file, pdk_error *error)
{
    pdk_ldx_text text = { file->all.at, file->all.end };
    pdk_ldx_marker marker;
    uint64_t untimed = 0, first = 0;
    while (pdk_ldx_next_marker(&text, &marker)) {
        if (!marker.timed || marker.time < 0) {
            if (untimed++ == 0) first = (uint64_t)(marker.at - file->all.at);
            continue;
        }
        pdk_status status = add_beacon(file, &marker, error);
        if (status != PDK_OK) return status;
    }
    if (untimed > 0)
        pdk_document_add_finding(file->document, PDK_WARNING, "ldx.time", first, "ldx.marker",
                                 "beacons that have no time are left out: %" PRIu64, untimed);
    pdk_memory *memory = &file->document->memory;
    if (!pdk_merge_sort(memory, file->beacons.items, file->beacons.count, sizeof(beacon), by_time, NULL))
        return pdk_fail_memory(error, memory, "the beacons");
    return PDK_OK;
}

static void add_beacon_table(ldx *file)
{
    pdk_document *document = file->document;
    const beacon *all = file->beacons.items;
    size_t count = file->beacons.count;
    double *times = pdk_alloc_array(&document->memory, count + 1, sizeof *times),
           *laps = pdk_alloc_array(&document->memory, count + 1, sizeof *laps), best = NAN;
    pdk_text *names = pdk_alloc_array(&document->memory, count + 1, sizeof *names);
    pdk_table *table = pdk_document_add_table(document, "beacons", "a row for each beacon, in order of time", count, 3);
    if (times == NULL || laps == NULL || names == NULL || table == NULL) {
        document->failed = true;
        return;
    }
    for (size_t i = 0; i < count; i++) {
        times[i] = all[i].time;
        laps[i] = i > 0 ? round((all[i].time - all[i - 1].time) * 1e6) / 1e6 : NAN;
        names[i] = all[i].name;
        best = fmin(best, laps[i]);
    }
    pdk_column_info time = { .name = "time",
                             .type = PDK_FLOAT64,
                             .unit = "s",
                             .meaning = "since the log began",
                             .certainty = PDK_LIKELY },
                    lap = { .name = "lap_time",
                            .type = PDK_FLOAT64,
                            .nullable = true,
                            .unit = "s",
                            .meaning = "since the beacon before",
                            .certainty = PDK_LIKELY },
                    name = { .name = "name", .type = PDK_TEXT, .nullable = true, .certainty = PDK_LIKELY };
    pdk_table_add_array(table, time, times);
    pdk_table_add_array(table, lap, laps);
    pdk_table_set_sentinel(table, NAN);
    pdk_table_add_array(table, name, names);
    pdk_table_set_empty_missing(table);
    pdk_table_set_sorted(table, "time");
    pdk_document_add_number(document, "whole_laps", count > 0 ? (double)(count - 1) : 0, NULL,
                            "between two beacons; the parts before the first and after the last are none", PDK_LIKELY);
    if (!isnan(best))
        pdk_document_add_number(document, "lap_time", best, "s", "the shortest between two beacons", PDK_LIKELY);
}

/* ----------------------------------------------------------------------------------------------------- details */

/* <String Id="Total Laps" Value="2"/>, and others that have both. */
static pdk_status take_detail(ldx *file, pdk_xml_span attributes, pdk_error *error)
{
    pdk_xml_attribute attribute;
    pdk_xml_span id = { NULL, NULL }, value = { NULL, NULL }, unit = { NULL, NULL };
    while (pdk_xml_next_attribute(&attributes, &attribute)) {
        if (attribute.damaged) continue;
        if (pdk_xml_is(attribute.name, "Id")) id = attribute.value;
        if (pdk_xml_is(attribute.name, "Value")) value = attribute.value;
        if (pdk_xml_is(attribute.name, "Unit")) unit = attribute.value;
    }
    if (id.at == NULL || value.at == NULL) return PDK_OK;
    if (file->details.count == pdk_document_most_of_kind(file->document)) {
        file->left_out++;
        return PDK_OK;
    }
    detail *added = pdk_vector_push(&file->details);
    if (added == NULL) return pdk_fail_memory(error, &file->document->memory, "the details");
    *added = (detail){ text_of(file, id), text_of(file, value), { "", 0 } };
    if (unit.at != NULL) added->unit = text_of(file, unit);
    return PDK_OK;
}

static pdk_status read_details(ldx *file, pdk_error *error)
{
    pdk_xml_reader reader = { .at = file->all.at, .end = file->all.end };
    pdk_xml_token token;
    pdk_status status = PDK_OK;
    bool inside = false, ended = false;
    for (pdk_xml_next(&reader, &token); status == PDK_OK && token.kind != PDK_XML_DONE; pdk_xml_next(&reader, &token)) {
        if (token.kind == PDK_XML_TEXT) continue;
        ended |= token.kind == PDK_XML_CLOSE && pdk_xml_is(token.name, "LDXFile");
        if (pdk_xml_is(token.name, "Details")) inside = token.kind == PDK_XML_OPEN && !token.closed;
        else if (inside && token.kind == PDK_XML_OPEN) status = take_detail(file, token.attributes, error);
    }
    if (!ended)
        pdk_document_add_finding(file->document, PDK_WARNING, "ldx.cut", file->document->content.size, "ldx",
                                 "the file ends before </LDXFile>: something may be missing");
    pdk_document_note_left_out(file->document, "ldx.details", file->left_out, "details");
    return status;
}

static void add_detail_table(ldx *file)
{
    pdk_document *document = file->document;
    const detail *all = file->details.items;
    size_t count = file->details.count;
    static const char *const titles[] = { "name", "value", "unit" };
    pdk_table *table = pdk_document_add_table(document, "details", "a row for each detail", count, 3);
    if (table == NULL) document->failed = true;
    for (size_t c = 0; c < 3 && !document->failed; c++) {
        pdk_text *cells = pdk_alloc_array(&document->memory, count + 1, sizeof *cells);
        if (cells == NULL) {
            document->failed = true;
            return;
        }
        for (size_t i = 0; i < count; i++) cells[i] = c == 0 ? all[i].name : c == 1 ? all[i].value : all[i].unit;
        pdk_table_add_array(
            table, (pdk_column_info){ .name = titles[c], .type = PDK_TEXT, .nullable = true, .certainty = PDK_LIKELY },
            cells);
        pdk_table_set_empty_missing(table);
    }
}

/* What all writers have, as properties. */
static void add_properties(ldx *file)
{
    static const struct {
        const char *detail, *property;
    } all[] = { { "Venue", "track" },
                { "Driver", "driver" },
                { "Vehicle Id", "vehicle" },
                { "Event", "event" },
                { "Session", "session" },
                { "Total Laps", "total_laps" },
                { "Fastest Lap", "fastest_lap" },
                { "Fastest Time", "fastest_time" } };
    const detail *details = file->details.items;
    for (size_t i = 0; i < file->details.count; i++)
        for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
            if (pdk_text_is(details[i].name, all[k].detail) && details[i].value.size > 0 &&
                pdk_document_find_property(file->document, all[k].property) == NULL)
                pdk_document_add_text(file->document, all[k].property, details[i].value.data, details[i].value.size,
                                      "as the details say", PDK_LIKELY);
}

static pdk_status open_document(pdk_document *document, pdk_error *error)
{
    if (document->content.size == 0 || !pdk_xml_has(head_of(document->content), "<LDXFile"))
        return pdk_fail_where(error, PDK_E_CORRUPT, 0, "ldx.format", "ldx", "the first %d bytes have no LDXFile", HEAD);
    ldx file = { .document = document };
    file.all = (pdk_xml_span){ (const char *)document->content.data,
                               (const char *)document->content.data + document->content.size };
    file.beacons = pdk_vector_of(&document->memory, sizeof(beacon));
    file.details = pdk_vector_of(&document->memory, sizeof(detail));
    pdk_status status = read_beacons(&file, error);
    if (status == PDK_OK) status = read_details(&file, error);
    if (status != PDK_OK || document->failed) return document->failed ? pdk_document_built(document, error) : status;
    if (file.ampersands > 0)
        pdk_document_add_finding(document, PDK_NOTE, "ldx.ampersand", file.ampersand_at, "ldx",
                                 "an & that begins none of XML's own entities stays: %" PRIu64, file.ampersands);
    add_properties(&file);
    add_beacon_table(&file);
    add_detail_table(&file);
    return pdk_document_built(document, error);
}

static const pdk_record *const no_records[] = { NULL };

const pdk_format pdk_format_ldx = {
    .info = { .id = "ldx",
              .title = "MoTeC log's beacons and details",
              .extensions = ".ldx",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK,
              .certainty = PDK_LIKELY,
              .basis = "what public readers and writers agree on; we have not seen one that MoTeC's programs wrote",
              .records = no_records },
    .probe = probe,
    .open = open_document,
};
