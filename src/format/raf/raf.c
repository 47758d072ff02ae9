/* RAF reader: header, then three tables straight over the mapped blocks. */
#include <stdio.h>
#include <math.h>
#include <string.h>

#include "base/angle.h"
#include "format/format.h"
#include "format/raf/raf_cut.h"
#include "format/raf/raf_era.h"
#include "format/raf/raf_session.h"
#include "format/raf/raf_layout.h"
#include "format/raf/raf_shape.h"
#include "format/raf/raf_splits.h"
#include "format/raf/raf_synth.h"
#include "format/raf/raf_wheels.h"

static const uint8_t magic[6] = "LFSRAF";

static pdk_raf_shape read_shape(pdk_bytes bytes)
{
    int64_t blocks = pdk_raf_header_number(bytes, "block_count");
    return (pdk_raf_shape){
        .bytes = bytes,
        .header_size = (uint32_t)pdk_raf_header_number(bytes, "header_size"),
        .block_size = (uint32_t)pdk_raf_header_number(bytes, "block_size"),
        .wheel_size = (uint32_t)pdk_raf_header_number(bytes, "wheel_size"),
        .wheel_offset = (uint32_t)pdk_raf_header_number(bytes, "wheel_offset"),
        .wheel_count = (uint32_t)pdk_raf_header_number(bytes, "wheel_count"),
        .interval_ms = pdk_raf_interval(bytes),
        .block_count = blocks > 0 ? (uint64_t)blocks : 0,
    };
}

static int probe(const pdk_probe *probe, char *reason, size_t capacity)
{
    pdk_bytes bytes = probe->bytes;
    if (bytes.size < sizeof magic || memcmp(bytes.data, magic, sizeof magic) != 0) {
        if (strcmp(probe->extension, ".raf") != 0) return 0;
        snprintf(reason, capacity, "the name ends in .raf, but the tag LFSRAF is missing");
        return PDK_SCORE_EXTENSION;
    }
    snprintf(reason, capacity, "the tag LFSRAF at 0");
    if (bytes.size < pdk_raf_header.size) return PDK_SCORE_MAGIC;
    pdk_raf_shape shape = read_shape(bytes);
    if (shape.header_size + shape.block_size * shape.block_count != bytes.size) return PDK_SCORE_MAGIC;
    snprintf(reason, capacity, "the tag LFSRAF at 0; %llu blocks of %u bytes fill the file",
             (unsigned long long)shape.block_count, (unsigned)shape.block_size);
    return PDK_SCORE_CERTAIN;
}

/* The header against itself and the file. With `partial`, a cut file keeps its whole blocks. */
static pdk_status check_shape(pdk_document *document, pdk_raf_shape *shape, pdk_error *error)
{
    pdk_bytes bytes = document->content;
    if (bytes.size < sizeof magic || memcmp(bytes.data, magic, sizeof magic) != 0) {
        char hex[48];
        pdk_hex(hex, bytes.data, bytes.size < sizeof magic ? bytes.size : sizeof magic);
        return pdk_fail_where(error, PDK_E_CORRUPT, 0, "raf.magic", "raf.header.magic", "expected LFSRAF, found %s",
                              hex);
    }
    if (bytes.size < pdk_raf_header.size) {
        return pdk_fail_where(error, PDK_E_TRUNCATED, bytes.size, "raf.header.truncated", "raf.header",
                              "the header needs 512 bytes, but the file has %zu", bytes.size);
    }
    int64_t version = pdk_raf_header_number(bytes, "raf_version");
    if (version > 2) {
        return pdk_fail_where(error, PDK_E_UNSUPPORTED, 8, "raf.version", "raf.header.raf_version",
                              "RAF version %d: only versions up to 2 are known", (int)version);
    }
    *shape = read_shape(bytes);
    if (shape->wheel_count == 0 || shape->wheel_count > PDK_RAF_MAX_WHEELS) {
        return pdk_fail_where(error, PDK_E_CORRUPT, 169, "raf.wheels", "raf.header.wheel_count",
                              "%u wheels: only 1 to %d are possible", (unsigned)shape->wheel_count, PDK_RAF_MAX_WHEELS);
    }
    uint64_t min_header = pdk_raf_header.size + (uint64_t)pdk_raf_static_wheel.size * shape->wheel_count;
    if (shape->header_size < min_header) {
        return pdk_fail_where(error, PDK_E_CORRUPT, 12, "raf.header_size", "raf.header.header_size",
                              "a header of %u bytes cannot hold %u wheels, which need %llu",
                              (unsigned)shape->header_size, (unsigned)shape->wheel_count,
                              (unsigned long long)min_header);
    }
    if (shape->wheel_size < pdk_raf_wheel.size || shape->wheel_offset < pdk_raf_block.size ||
        shape->wheel_offset + (uint64_t)shape->wheel_size * shape->wheel_count > shape->block_size) {
        return pdk_fail_where(error, PDK_E_CORRUPT, 14, "raf.block_size", "raf.header.block_size",
                              "blocks of %u bytes cannot hold %u wheels of %u bytes at %u", (unsigned)shape->block_size,
                              (unsigned)shape->wheel_count, (unsigned)shape->wheel_size, (unsigned)shape->wheel_offset);
    }
    if (pdk_raf_header_number(bytes, "block_count") < 0) {
        return pdk_fail_where(error, PDK_E_CORRUPT, 20, "raf.block_count", "raf.header.block_count",
                              "the number of blocks is negative");
    }
    if (bytes.size < shape->header_size) {
        return pdk_fail_where(error, PDK_E_TRUNCATED, bytes.size, "raf.header.truncated", "raf.header",
                              "the header says it has %u bytes, but the file has %zu", (unsigned)shape->header_size,
                              bytes.size);
    }
    uint64_t whole = (bytes.size - shape->header_size) / shape->block_size;
    uint64_t end = shape->header_size + shape->block_count * shape->block_size;
    if (whole < shape->block_count) {
        pdk_status status = pdk_document_damage(
            document, error, PDK_E_TRUNCATED, bytes.size, "raf.blocks.truncated", "raf.block",
            "the header says %llu blocks (%llu bytes), but the file has %llu complete ones",
            (unsigned long long)shape->block_count, (unsigned long long)end, (unsigned long long)whole);
        if (status != PDK_OK) return status;
        shape->block_count = whole;
    } else if (bytes.size > end) {
        pdk_document_add_finding(document, PDK_WARNING, "raf.trailing", end, "raf",
                                 "%llu bytes follow the last block; they are kept and ignored",
                                 (unsigned long long)(bytes.size - end));
    }
    return PDK_OK;
}

/* ---------------------------------------------------------------------------------------------- telemetry */

static pdk_status compute_time(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++)
        ((double *)values)[i] = (double)((batch->first + i) * batch->column->number) / 1000;
    return PDK_OK;
}

/* atan2(-x, y) of the forward vector: anticlockwise, 0 along +Y. */
static pdk_status compute_heading(const pdk_batch *batch, void *values)
{
    const pdk_field *forward = batch->column->data;
    const uint8_t *blocks[PDK_BATCH] = { NULL };
    double x[PDK_BATCH], y[PDK_BATCH];
    for (size_t i = 0; i < batch->count; i++) blocks[i] = batch->rows[i].at;
    pdk_gather_stored(forward, 0, blocks, 0, batch->count, x);
    pdk_gather_stored(forward, 1, blocks, 0, batch->count, y);
    for (size_t i = 0; i < batch->count; i++) x[i] = -x[i];
    pdk_angles(x, y, batch->count, values);
    return PDK_OK;
}

/* The world of Live for Speed has z up; of the car itself x is right and y forward. */
static void set_telemetry_roles(pdk_table *telemetry)
{
    static const pdk_column_role roles[] = {
        { "time", PDK_ROLE_TIME, PDK_FRAME_NONE },
        { "throttle", PDK_ROLE_THROTTLE, PDK_FRAME_NONE },
        { "brake", PDK_ROLE_BRAKE, PDK_FRAME_NONE },
        { "steer", PDK_ROLE_STEER, PDK_FRAME_NONE },
        { "clutch", PDK_ROLE_CLUTCH, PDK_FRAME_NONE },
        { "handbrake", PDK_ROLE_HANDBRAKE, PDK_FRAME_NONE },
        { "gear", PDK_ROLE_GEAR, PDK_FRAME_NONE },
        { "lateral_g", PDK_ROLE_ACCELERATION_LATERAL, PDK_FRAME_TRACK },
        { "forward_g", PDK_ROLE_ACCELERATION_LONGITUDINAL, PDK_FRAME_TRACK },
        { "upward_g", PDK_ROLE_ACCELERATION_VERTICAL, PDK_FRAME_TRACK },
        { "speed", PDK_ROLE_SPEED, PDK_FRAME_NONE },
        { "index_distance", PDK_ROLE_DISTANCE, PDK_FRAME_NONE }, /* "distance" counts what the car has travelled */
        { "x", PDK_ROLE_X, PDK_FRAME_Z_UP },
        { "y", PDK_ROLE_Y, PDK_FRAME_Z_UP },
        { "z", PDK_ROLE_Z, PDK_FRAME_Z_UP },
        { "engine_speed", PDK_ROLE_ENGINE_SPEED, PDK_FRAME_NONE },
        { "forward_x", PDK_ROLE_DIRECTION_X, PDK_FRAME_Z_UP },
        { "forward_y", PDK_ROLE_DIRECTION_Y, PDK_FRAME_Z_UP },
        { "forward_z", PDK_ROLE_DIRECTION_Z, PDK_FRAME_Z_UP },
        { "right_x", PDK_ROLE_RIGHT_X, PDK_FRAME_Z_UP },
        { "right_y", PDK_ROLE_RIGHT_Y, PDK_FRAME_Z_UP },
        { "right_z", PDK_ROLE_RIGHT_Z, PDK_FRAME_Z_UP },
        { "heading", PDK_ROLE_HEADING, PDK_FRAME_Z_UP },
        { NULL, PDK_ROLE_NONE, PDK_FRAME_NONE },
    };
    pdk_table_set_roles(telemetry, roles);
    pdk_table_set_sorted(telemetry, "time");
}

static void add_telemetry(pdk_document *document, const pdk_raf_shape *shape, const pdk_raf_era *era)
{
    pdk_table *table = pdk_document_add_table(document, "telemetry", "a row for each block", shape->block_count,
                                              24 + 9 * shape->wheel_count);
    pdk_table_set_strided(table, document->content.data + shape->header_size, shape->block_size);
    pdk_table_add_computed(table,
                           (pdk_column_info){ .name = "time",
                                              .type = PDK_FLOAT64,
                                              .unit = "s",
                                              .meaning = "since the lap began: block times interval",
                                              .certainty = PDK_CONFIRMED },
                           compute_time, NULL, shape->interval_ms);
    pdk_table_add_record(table, &pdk_raf_block, 0);
    pdk_table_add_computed(table,
                           (pdk_column_info){ .name = "heading",
                                              .type = PDK_FLOAT64,
                                              .unit = "rad",
                                              .meaning = "of the forward vector: anticlockwise, 0 along +y",
                                              .certainty = PDK_CONFIRMED },
                           compute_heading, pdk_record_field(&pdk_raf_block, "forward"), 0);
    pdk_raf_add_wheel_columns(document, table, shape->wheel_offset, shape->wheel_size, shape->wheel_count);
    set_telemetry_roles(table);
    pdk_raf_apply_era(table, era);
}

/* ------------------------------------------------------------------------------------------------- splits */

/* A split of 0 is no time: a part that was cut out of a lap has no other. */
static bool has_splits(pdk_document *document, const pdk_field *splits, uint32_t count)
{
    bool any = false, last = count > 0 && pdk_get_f64(splits, count - 1, document->content.data) > 0;
    for (uint32_t i = 0; i < count; i++) any |= fabs(pdk_get_f64(splits, i, document->content.data)) > 0;
    if (any && !last) {
        pdk_document_add_finding(document, PDK_WARNING, "raf.splits", splits->offset, "raf.header.splits",
                                 "the last of %u splits is no lap time, though others have times", (unsigned)count);
    }
    return any;
}

/* The times that are this lap's. */
static void add_splits(pdk_document *document, const pdk_raf_splits *judged)
{
    uint32_t count = (uint32_t)pdk_raf_header_number(document->content, "split_count");
    const pdk_field *splits = pdk_record_field(&pdk_raf_header, "splits");
    if (count > splits->count) {
        pdk_document_add_finding(document, PDK_WARNING, "raf.splits",
                                 pdk_record_field(&pdk_raf_header, "split_count")->offset, "raf.header.split_count",
                                 "the header says %u splits, but has space for %u", (unsigned)count,
                                 (unsigned)splits->count);
        count = splits->count;
    }
    if (!has_splits(document, splits, count)) count = 0;
    double *cumulative = pdk_alloc_array(&document->memory, count, sizeof *cumulative);
    double *sector = pdk_alloc_array(&document->memory, count, sizeof *sector);
    uint8_t *number = pdk_alloc_array(&document->memory, count, sizeof *number);
    if (number == NULL || cumulative == NULL || sector == NULL) {
        document->failed = true;
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        number[i] = (uint8_t)(i + 1);
        cumulative[i] = pdk_raf_split_time(judged, i);
        /* Splits are whole milliseconds: their difference is one too, and is printed as one. */
        sector[i] = i > 0 ? round((cumulative[i] - cumulative[i - 1]) * 1000) / 1000 : cumulative[i];
    }
    pdk_table *table =
        pdk_document_add_table(document, "splits", "a row for each split; the last is the end of the lap", count, 3);
    pdk_table_add_array(
        table,
        (pdk_column_info){
            .name = "split", .type = PDK_UINT8, .meaning = "number of the split", .certainty = PDK_CONFIRMED },
        number);
    pdk_table_add_array(table,
                        (pdk_column_info){ .name = "time",
                                           .type = PDK_FLOAT64,
                                           .unit = "s",
                                           .meaning = "since the lap began",
                                           .certainty = PDK_CONFIRMED },
                        cumulative);
    pdk_table_set_sentinel(table, NAN);
    pdk_table_add_array(table,
                        (pdk_column_info){ .name = "sector_time",
                                           .type = PDK_FLOAT64,
                                           .unit = "s",
                                           .meaning = "since the split before",
                                           .certainty = PDK_CONFIRMED },
                        sector);
    pdk_table_set_sentinel(table, NAN);
    static const pdk_column_role roles[] = {
        { "split", PDK_ROLE_SECTOR, PDK_FRAME_NONE },
        { "time", PDK_ROLE_TIME, PDK_FRAME_NONE },
        { NULL, PDK_ROLE_NONE, PDK_FRAME_NONE },
    };
    pdk_table_set_roles(table, roles);
    pdk_table_set_sorted(table, "split");
}

/* -------------------------------------------------------------------------------------------------- open */

static void add_regions(pdk_document *document, const pdk_raf_shape *shape)
{
    pdk_document_add_region(document, "header", &pdk_raf_header, 0, pdk_raf_header.size, 1);
    pdk_document_add_region(document, "static_wheel", &pdk_raf_static_wheel, pdk_raf_header.size,
                            pdk_raf_static_wheel.size, shape->wheel_count);
    pdk_document_add_region(document, "block", &pdk_raf_block, shape->header_size, shape->block_size,
                            shape->block_count);
    for (uint32_t wheel = 0; wheel < shape->wheel_count; wheel++) {
        char *name = pdk_text_printf(&document->memory, "wheel_%u", (unsigned)wheel);
        if (name == NULL) document->failed = true;
        pdk_document_add_region(document, name, &pdk_raf_wheel,
                                shape->header_size + shape->wheel_offset + (uint64_t)wheel * shape->wheel_size,
                                shape->block_size, shape->block_count);
    }
}

/* What the header has as arrays, and what people look for first. */
static void add_lap_properties(pdk_document *document, const pdk_raf_splits *splits)
{
    const uint8_t *header = document->content.data;
    const pdk_field *ratios = pdk_record_field(&pdk_raf_header, "gear_ratios");
    if (pdk_raf_owns_times(splits)) {
        pdk_document_add_number(document, "lap_time", splits->times[splits->count - 1], "s", "the last split",
                                pdk_record_field(&pdk_raf_header, "splits")->certainty);
    }
    int64_t gears = pdk_raf_header_number(document->content, "gear_count");
    for (uint32_t gear = 0; gear < gears && gear < ratios->count; gear++) {
        char *name = pdk_text_printf(&document->memory, "gear_ratio_%u", (unsigned)gear + 1);
        pdk_value ratio = { .type = PDK_FLOAT32, .as.number = pdk_get_f64(ratios, gear, header) };
        if (name == NULL) document->failed = true;
        pdk_document_add_property(document, name, ratio, NULL, "of a forward gear", ratios->certainty);
    }
}

/* The header's numbers; the interval as it is meant, no track code where there is none, and no legality where it is
 * that of another lap. */
static void add_properties(pdk_document *document, const pdk_raf_shape *shape, const pdk_raf_era *era,
                           const pdk_raf_splits *splits)
{
    for (uint32_t i = 0; i < pdk_raf_header.field_count; i++) {
        const pdk_field *field = &pdk_raf_header.fields[i];
        if (strcmp(field->name, "track_code") == 0 && era->without_code) continue;
        if (strcmp(field->name, "legality") == 0 && splits->lap_fault != PDK_TIME_SOUND) continue;
        if (strcmp(field->name, "interval") != 0) {
            pdk_document_add_shown_field(document, field, document->content.data);
            continue;
        }
        pdk_document_add_number(document, field->name, (double)shape->interval_ms / 1000, field->unit, field->meaning,
                                field->certainty);
    }
}

/* How the layout is driven, by the last letter of a code like "BL1R". */
static void add_track_kind(pdk_document *document, const pdk_raf_era *era)
{
    static const struct {
        char letter;
        const char *kind;
    } kinds[] = { { 'R', "reversed" }, { 'X', "open configuration" }, { 'Y', "open configuration, reversed" } };
    const pdk_field *code = pdk_record_field(&pdk_raf_header, "track_code");
    char last = (char)document->content.data[code->offset + code->count - 1];
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && !era->without_code; i++) {
        if (last != kinds[i].letter) continue;
        pdk_document_add_text(document, "track_kind", kinds[i].kind, strlen(kinds[i].kind),
                              "how the layout is driven, by the last letter of its code", PDK_LIKELY);
    }
}

static pdk_status open_document(pdk_document *document, pdk_error *error)
{
    pdk_raf_shape shape = { 0 };
    pdk_status status = check_shape(document, &shape, error);
    if (status != PDK_OK) return status;
    pdk_document_set_dialect(document, "version %d, %u ms",
                             (int)pdk_raf_header_number(document->content, "raf_version"), (unsigned)shape.interval_ms);
    pdk_document_add_evidence(
        document,
        "wheel forces are read at offsets 8, 12 and 16 of a wheel, as real files prove; the published note has 12, "
        "16 and 8");
    pdk_raf_era era = pdk_raf_find_era(&shape);
    pdk_raf_add_era(document, &era);
    pdk_raf_splits *splits = pdk_document_new_state(document, sizeof *splits);
    if (splits == NULL) return pdk_document_built(document, error);
    *splits = pdk_raf_judge_splits(&shape);
    add_properties(document, &shape, &era, splits);
    add_lap_properties(document, splits);
    add_regions(document, &shape);
    add_telemetry(document, &shape, &era);
    pdk_raf_add_wheel_table(document, shape.wheel_count);
    add_splits(document, splits);
    pdk_raf_add_unrecorded(document, &era);
    add_track_kind(document, &era);
    pdk_raf_add_split_findings(document, splits);
    return pdk_document_built(document, error);
}

static const pdk_motion_tables motion = { .rows = "telemetry", .name = "player" };
static const char *const setup_of_car[] = { "mass",
                                            "sprung_mass",
                                            "front_anti_roll",
                                            "rear_anti_roll",
                                            "final_drive",
                                            "gear_ratio_1",
                                            "gear_ratio_2",
                                            "gear_ratio_3",
                                            "gear_ratio_4",
                                            "gear_ratio_5",
                                            "gear_ratio_6",
                                            "gear_ratio_7",
                                            NULL };
static const char *const setup_of_wheels[] = {
    "spring", "damping_compression", "damping_rebound", "brake_torque", "maximum_deflection", "tyre_type", NULL
};
static const pdk_setup_names setup = { .properties = setup_of_car,
                                       .wheels = "wheels",
                                       .wheel = "corner",
                                       .columns = setup_of_wheels,
                                       .brake_torque = "brake_torque" };
static const pdk_services services = { .motion = &motion,
                                       .setup = &setup,
                                       .wheel = pdk_raf_find_wheel,
                                       .session = pdk_raf_read_session,
                                       .session_has = PDK_HAS_CROSSINGS };

const pdk_format pdk_format_raf = {
    .info = { .id = "raf",
              .title = "Live for Speed RAF telemetry",
              .extensions = ".raf",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK | PDK_GENERATES | PDK_CAN_WRITE | PDK_CAN_CUT,
              .certainty = PDK_CONFIRMED,
              .basis =
                  "checked on 18 real files of Live for Speed 0.5V0 to 0.7G, two of them with steps of 100 ms; all "
                  "have 4 wheels",
              .records = pdk_raf_records,
              .synth_options = "dialect seconds size hand" },
    .probe = probe,
    .open = open_document,
    .synth = PDK_GENERATOR(pdk_raf_synth),
    .cut = &pdk_raf_cut,
    .services = &services,
};
