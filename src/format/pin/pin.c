/* LFSPIN reader: one record. */
#include <stdio.h>
#include <string.h>

#include "format/format.h"

#include "base/text.h"
#include "format/pin/pin_layout.h"
#include "format/pin/pin_synth.h"

static const uint8_t magic[6] = "LFSPIN";

static double number(const pdk_document *document, const char *name)
{
    return pdk_get_f64(pdk_record_field(&pdk_pin_header, name), 0, document->content.data);
}

static int probe(const pdk_probe *probe, char *reason, size_t capacity)
{
    pdk_bytes bytes = probe->bytes;
    if (bytes.size < sizeof magic || memcmp(bytes.data, magic, sizeof magic) != 0) {
        if (strcmp(probe->extension, ".pin") != 0) return 0;
        snprintf(reason, capacity, "the name ends in .pin, but the tag LFSPIN is missing");
        return PDK_SCORE_EXTENSION;
    }
    snprintf(reason, capacity, "the tag LFSPIN at 0");
    if (bytes.size != pdk_pin_header.size) return PDK_SCORE_MAGIC;
    snprintf(reason, capacity, "the tag LFSPIN at 0, and 32 bytes");
    return PDK_SCORE_CERTAIN;
}

static pdk_status check_header(pdk_document *document, pdk_error *error)
{
    pdk_bytes bytes = document->content;
    if (bytes.size < sizeof magic || memcmp(bytes.data, magic, sizeof magic) != 0) {
        char hex[48];
        pdk_hex(hex, bytes.data, bytes.size < sizeof magic ? bytes.size : sizeof magic);
        return pdk_fail_where(error, PDK_E_CORRUPT, 0, "pin.magic", "pin.header.magic", "expected LFSPIN, found %s",
                              hex);
    }
    if (bytes.size < pdk_pin_header.size) {
        return pdk_fail_where(error, PDK_E_TRUNCATED, bytes.size, "pin.truncated", "pin.header",
                              "the file has %zu bytes, not 32", bytes.size);
    }
    int version = (int)number(document, "version"), revision = (int)number(document, "revision");
    if (version != 0 || revision != 0) {
        const pdk_field *field = pdk_record_field(&pdk_pin_header, version != 0 ? "version" : "revision");
        return pdk_fail_where(error, PDK_E_UNSUPPORTED, field->offset, "pin.version", "pin.header",
                              "version %d, revision %d: only 0 and 0 are known", version, revision);
    }
    if (bytes.size > pdk_pin_header.size) {
        pdk_document_add_finding(document, PDK_WARNING, "pin.trailing", pdk_pin_header.size, "pin",
                                 "%zu bytes follow the rectangle; they are kept and ignored",
                                 bytes.size - pdk_pin_header.size);
    }
    return PDK_OK;
}

static pdk_status check(const pdk_document *document, pdk_report *report, pdk_error *error)
{
    (void)error;
    pdk_report_reserved(report, document->regions.items);
    static const char *const sides[][2] = { { "minimum_x", "maximum_x" }, { "minimum_y", "maximum_y" } };
    for (int axis = 0; axis < 2; axis++) {
        double low = number(document, sides[axis][0]), high = number(document, sides[axis][1]);
        if (low < high) continue;
        const pdk_field *field = pdk_record_field(&pdk_pin_header, sides[axis][1]);
        char where[48];
        snprintf(where, sizeof where, "pin.header.%s", field->name);
        pdk_report_finding(report, PDK_WARNING, "pin.sides", field->offset, where,
                           "the map ends at %g m, and begins at %g m", high, low);
    }
    return PDK_OK;
}

/* The corners of the map, anticlockwise from the lower left. */
static void add_corners(pdk_document *document)
{
    enum { CORNERS = 4 };
    double *x = pdk_alloc_array(&document->memory, CORNERS, sizeof *x),
           *y = pdk_alloc_array(&document->memory, CORNERS, sizeof *y);
    if (x == NULL || y == NULL) {
        document->failed = true;
        return;
    }
    for (int i = 0; i < CORNERS; i++) {
        x[i] = number(document, i == 1 || i == 2 ? "maximum_x" : "minimum_x");
        y[i] = number(document, i >= 2 ? "maximum_y" : "minimum_y");
    }
    pdk_table *table = pdk_document_add_table(
        document, "corners", "a row for each corner of the map, anticlockwise from the lower left", CORNERS, 2);
    pdk_column_info info = {
        .name = "x", .type = PDK_FLOAT64, .unit = "m", .meaning = "map, right", .certainty = PDK_CONFIRMED
    };
    pdk_table_add_array(table, info, x);
    pdk_table_set_role(table, PDK_ROLE_X, PDK_FRAME_Z_UP);
    info.name = "y";
    info.meaning = "map, forward";
    pdk_table_add_array(table, info, y);
    pdk_table_set_role(table, PDK_ROLE_Y, PDK_FRAME_Z_UP);
}

static pdk_status open_document(pdk_document *document, pdk_error *error)
{
    pdk_status status = check_header(document, error);
    if (status != PDK_OK) return status;
    pdk_document_set_dialect(document, "version 0");
    pdk_document_add_region(document, "header", &pdk_pin_header, 0, pdk_pin_header.size, 1);
    for (uint32_t i = 0; i < pdk_pin_header.field_count; i++)
        pdk_document_add_shown_field(document, &pdk_pin_header.fields[i], document->content.data);
    add_corners(document);
    return pdk_document_built(document, error);
}

const pdk_format pdk_format_pin = {
    .info = { .id = "pin",
              .title = "Live for Speed place of a minimap",
              .extensions = ".pin",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK | PDK_GENERATES | PDK_CAN_WRITE,
              .certainty = PDK_CONFIRMED,
              .basis = "one real file (AS) and a public program",
              .records = pdk_pin_records,
              .synth_options = "" },
    .probe = probe,
    .open = open_document,
    .check = check,
    .synth = PDK_GENERATOR(pdk_pin_synth),
};
