/* Files of Live for Speed before 0.5Z lack values that later ones have, and one has a clutch of the other sense
 * (docs/formats/raf.md, "Versions of the game"). */
#include "format/raf/raf_era.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/load.h"

enum {
    /* Blocks that say which sense the clutch has: runs of them, so that few pages of a large file are read. */
    RUNS = 32,
    RUN = 32,
    VERSION = 160,
    GEARS = 7
};

static const double close_fit = 0.005, end_of_travel = 0.1, least_turning = 1; /* share; share; rad/s */

static uint32_t offset_of(const pdk_record *record, const char *name)
{
    return pdk_record_field(record, name)->offset;
}

/* ------------------------------------------------------------------------------------------- the version text */

/* "0.5V0" as 5 * 26 + 'V' - 'A'; -1 = it is no version. */
static int version_number(const uint8_t *text)
{
    bool known = isdigit(text[0]) && text[1] == '.' && isdigit(text[2]) && text[3] >= 'A' && text[3] <= 'Z';
    return known ? ((text[0] - '0') * 10 + text[2] - '0') * 26 + text[3] - 'A' : -1;
}

static bool is_before(const pdk_raf_shape *shape, const char *limit)
{
    int version = version_number(shape->bytes.data + VERSION);
    return version >= 0 && version < version_number((const uint8_t *)limit);
}

/* ------------------------------------------------------------------------------------------- G and slip */

static bool has_slip(const pdk_raf_shape *shape, const uint8_t *block)
{
    const uint8_t *slip = block + shape->wheel_offset + offset_of(&pdk_raf_wheel, "slip_fraction");
    for (uint32_t wheel = 0; wheel < shape->wheel_count; wheel++) {
        if (slip[(uint64_t)wheel * shape->wheel_size] != 0) return true;
    }
    return false;
}

/* Any G or slip in any block: a standing car still has an upward G of 1, so the first block of a newer file ends this.
 */
static bool has_g(const pdk_raf_shape *shape)
{
    uint32_t g = offset_of(&pdk_raf_block, "lateral_g");
    for (uint64_t i = 0; i < shape->block_count; i++) {
        const uint8_t *block = pdk_raf_block_at(shape, i);
        if (block[g] != 0 || block[g + 1] != 0 || block[g + 2] != 0 || has_slip(shape, block)) return true;
    }
    return false;
}

/* ------------------------------------------------------------------------------------------- the clutch */

/* How often engine and wheels of an axle turn as gear and final drive say, with the clutch at one end of its travel. */
typedef struct gear_fit {
    uint32_t close, count;
} gear_fit;

static double ratio_of(const pdk_raf_shape *shape, int gear)
{
    const uint8_t *header = shape->bytes.data;
    int64_t gears = pdk_raf_header_number(shape->bytes, "gear_count");
    if (gear < 1 || gear > gears || gear > GEARS) return 0;
    return pdk_get_f64(pdk_record_field(&pdk_raf_header, "gear_ratios"), (uint32_t)gear - 1, header) *
           pdk_get_f64(pdk_record_field(&pdk_raf_header, "final_drive"), 0, header);
}

/* The mean of the wheels of an axle; 0 = it has none. */
static double turning_of(const pdk_raf_shape *shape, const uint8_t *block, bool front)
{
    double sum = 0;
    uint32_t count = 0;
    for (uint32_t wheel = 0; wheel < shape->wheel_count; wheel++) {
        const uint8_t *fixed = shape->bytes.data + pdk_raf_header.size + (size_t)wheel * pdk_raf_static_wheel.size;
        float along = pdk_load_f32(fixed + offset_of(&pdk_raf_static_wheel, "y"));
        if (front ? !(along > 0) : !(along < 0)) continue;
        sum += (double)pdk_load_f32(block + shape->wheel_offset + (uint64_t)wheel * shape->wheel_size +
                                    offset_of(&pdk_raf_wheel, "angular_velocity"));
        count++;
    }
    return count > 0 ? sum / count : 0;
}

static void fit_block(const pdk_raf_shape *shape, const uint8_t *block, bool front, gear_fit fits[2])
{
    double clutch = (double)pdk_load_f32(block + offset_of(&pdk_raf_block, "clutch"));
    int end = clutch > 0.5;
    double ratio = ratio_of(shape, block[offset_of(&pdk_raf_block, "gear")] - 1);
    double turning = turning_of(shape, block, front);
    if (!(fabs(clutch - end) < end_of_travel) || !(ratio > 0) || !(turning > least_turning)) return;
    double engine = (double)pdk_load_f32(block + offset_of(&pdk_raf_block, "engine_speed"));
    fits[end].count++;
    if (fabs(engine / turning / ratio - 1) < close_fit) fits[end].close++;
}

static bool fits_well(const gear_fit *fit)
{
    return fit->count > 0 && 2 * fit->close > fit->count;
}

/* Whichever end of the clutch's travel fits the gears is "engaged". */
static bool is_reversed(const pdk_raf_shape *shape)
{
    uint64_t samples = shape->block_count < RUNS * RUN ? shape->block_count : RUNS * RUN;
    bool fit[2] = { false, false };
    for (int front = 0; front < 2; front++) {
        gear_fit fits[2] = { { 0, 0 }, { 0, 0 } };
        for (uint64_t i = 0; i < samples; i++) {
            uint64_t block = samples < RUNS * RUN ? i : i / RUN * (shape->block_count / RUNS) + i % RUN;
            fit_block(shape, pdk_raf_block_at(shape, block), front != 0, fits);
        }
        for (int end = 0; end < 2; end++) fit[end] = fit[end] || fits_well(&fits[end]);
    }
    return fit[1] && !fit[0];
}

/* ------------------------------------------------------------------------------------------- the era */

pdk_raf_era pdk_raf_find_era(const pdk_raf_shape *shape)
{
    const uint8_t *header = shape->bytes.data;
    static const uint8_t none[4] = { 0 };
    return (pdk_raf_era){
        .without_interval = pdk_raf_header_number(shape->bytes, "interval") == 0,
        .without_g = shape->block_count > 0 && !has_g(shape),
        .clutch_reversed = is_reversed(shape),
        .without_code = memcmp(header + offset_of(&pdk_raf_header, "track_code"), none, sizeof none) == 0,
        .before_reference = is_before(shape, "0.5V"),
        .before_code = is_before(shape, "0.5X"),
        .old = is_before(shape, "0.5Z"),
        .known_version = version_number(header + VERSION) >= 0,
    };
}

static void add_era_finding(pdk_document *document, bool contradicts, const char *message)
{
    if (!contradicts) return;
    pdk_document_add_finding(document, PDK_WARNING, "raf.era", VERSION, "raf.header.lfs_version", "%s", message);
}

/* A version that is not known contradicts nothing. */
static void add_contradictions(pdk_document *document, const pdk_raf_era *era)
{
    if (era->without_interval && !era->old) {
        pdk_document_add_finding(document, PDK_WARNING, "raf.interval", offset_of(&pdk_raf_header, "interval"),
                                 "raf.header.interval",
                                 "the interval is 0, which only versions before 0.5Z write, and the version is %s; "
                                 "blocks are taken to be 10 ms apart",
                                 era->known_version ? "later" : "not known");
    }
    bool known = era->known_version;
    add_era_finding(document, era->old && !era->without_g,
                    "the version is before 0.5Z, which has no G values and no slip fraction, but the blocks have some");
    add_era_finding(document, era->old && !era->without_interval,
                    "the version is before 0.5Z, which has no interval, but the header has one");
    add_era_finding(document, known && !era->old && era->without_g,
                    "the version has G values and slip fractions, which came with 0.5Z, but no block has one; they are "
                    "taken as not recorded");
    add_era_finding(
        document, known && !era->old && era->clutch_reversed,
        "engine and wheel speeds match the gears where the stored clutch is 1, as in 0.5V0, but the version "
        "is later; the clutch is read as in 0.5V0");
    add_era_finding(document, known && !era->before_code && era->without_code,
                    "the version has a track code, which came with 0.5X, but the header has none");
    add_era_finding(document, era->before_code && !era->without_code,
                    "the version is before 0.5X, which has no track code, but the header has one");
}

static void add_reference(pdk_document *document, const pdk_raf_era *era)
{
    if (era->before_reference) {
        pdk_document_add_finding(
            document, PDK_WARNING, "raf.reference", VERSION, "raf.header.lfs_version",
            "before 0.5V positions of the car and its wheels were those of the centre of gravity, and "
            "we have never seen such a file: heights may be wrong");
    }
    pdk_document_add_evidence(
        document, era->before_reference ? "positions are those of the centre of gravity: the version is before 0.5V"
                                        : "positions of the car and its wheels are those of the car's reference point, "
                                          "near the lowest point of its body (from 0.5V on)");
}

void pdk_raf_add_era(pdk_document *document, const pdk_raf_era *era)
{
    add_reference(document, era);
    if (era->without_interval) {
        pdk_document_add_evidence(document, "the interval is stored as 0: before 0.5Z it was always 10 ms");
    }
    if (era->without_g) {
        pdk_document_add_evidence(document, era->old ? "no block has a G value or a slip fraction: before 0.5Z they "
                                                       "were not recorded"
                                                     : "no block has a G value or a slip fraction: they are taken as "
                                                       "not recorded");
    }
    if (era->clutch_reversed) {
        pdk_document_add_evidence(document, "engine and wheel speeds match the gears where the stored clutch is 1, so "
                                            "1 is engaged there; the column `clutch` is 1 less the stored value");
    }
    add_contradictions(document, era);
}

/* ------------------------------------------------------------------------------------------- columns */

static void miss(pdk_table *table, size_t number)
{
    pdk_column *column = &table->columns[number];
    column->info.nullable = column->has_sentinel = true;
    column->info.role = PDK_ROLE_NONE; /* answers look for what was recorded */
    column->sentinel_from = -INFINITY;
    column->sentinel_to = INFINITY;
}

static bool needs_g(const char *name)
{
    static const char slip[] = "_slip_fraction";
    size_t size = strlen(name), ending = sizeof slip - 1;
    if (size > ending && strcmp(name + size - ending, slip) == 0) return true;
    return strcmp(name, "lateral_g") == 0 || strcmp(name, "forward_g") == 0 || strcmp(name, "upward_g") == 0;
}

void pdk_raf_add_unrecorded(pdk_document *document, const pdk_raf_era *era)
{
    static const char never[] = "penalties; penalty_time; contacts; pit_stops; fuel; tyre_wear; rain";
    const pdk_table *telemetry = pdk_document_own_table(document, "telemetry");
    const char *names = never;
    for (size_t i = 0; telemetry != NULL && era->without_g && i < telemetry->column_count && names != NULL; i++) {
        const char *name = telemetry->columns[i].info.name;
        if (needs_g(name)) names = pdk_text_printf(&document->memory, "%s; %s", names, name);
    }
    if (names == NULL) document->failed = true;
    else pdk_document_add_unrecorded(document, names);
}

static pdk_status compute_clutch(const pdk_batch *batch, void *values)
{
    const pdk_field *clutch = batch->column->data;
    for (size_t i = 0; i < batch->count; i++) {
        ((float *)values)[i] = 1 - pdk_load_f32(batch->rows[i].at + clutch->offset);
    }
    return PDK_OK;
}

static void turn_clutch(pdk_table *table)
{
    size_t number = pdk_table_find_column(table, "clutch");
    if (number == PDK_NO_COLUMN) return;
    pdk_column *column = &table->columns[number];
    column->data = column->field;
    column->field = NULL;
    column->compute = compute_clutch;
}

void pdk_raf_apply_era(pdk_table *telemetry, const pdk_raf_era *era)
{
    if (telemetry == NULL) return;
    for (size_t i = 0; i < telemetry->column_count && era->without_g; i++) {
        if (needs_g(telemetry->columns[i].info.name)) miss(telemetry, i);
    }
    if (era->clutch_reversed) turn_clutch(telemetry);
}
