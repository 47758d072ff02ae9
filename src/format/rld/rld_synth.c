/* A scanned road: a regular grid that follows a winding, hilly road with camber and banked bends, seen with the
 * millimetre noise of a scanner. Two triangles a cell, blocks along the road. Goes out row by row, so that memory does
 * not grow with the file. */
#include <math.h>

#include "base/callback.h"
#include "format/rld/rld.h"
#include "format/rld/rld_layout.h"

enum { MAX_COLUMNS = 400, WAVES = 3, MAX_BLOCKS = 64 };
static const uint64_t default_points = 40000, points_per_block = 250000;
static const double width = 12, pi = 3.14159265358979323846;
/* Noise of a point's height, metres either way; a kerb is 5 cm higher than the road beside it. */
static const double noise = 0.003, kerb_width = 0.8, kerb_height = 0.05;

/* Sums of a few waves along the road: its heading, and its hills. */
typedef struct wave {
    double amplitude, frequency, phase;
} wave;

typedef struct rld_road {
    uint64_t seed;
    uint64_t columns, rows, blocks;
    double step; /* between points, along and across */
    wave heading[WAVES], hills[WAVES];
} rld_road;

typedef struct rld_writer {
    const pdk_synth_options *options;
    pdk_output *output;
    uint64_t total; /* bytes the file will have */
    double values[2 * MAX_COLUMNS];
    uint8_t records[2 * MAX_COLUMNS * 12];
} rld_writer;

/* A number for each (seed, place), the same each time. */
static uint64_t mix(uint64_t seed, uint64_t place)
{
    uint64_t x = seed + (place + 1) * UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

static double unit(uint64_t bits)
{
    return (double)(bits >> 11) / 9007199254740992.0;
}

static double sum(const wave *waves, double at)
{
    double value = 0;
    for (int i = 0; i < WAVES; i++) value += waves[i].amplitude * sin(waves[i].frequency * at + waves[i].phase);
    return value;
}

static double slope(const wave *waves, double at)
{
    double value = 0;
    for (int i = 0; i < WAVES; i++) {
        value += waves[i].amplitude * waves[i].frequency * cos(waves[i].frequency * at + waves[i].phase);
    }
    return value;
}

/* Few enough degrees of heading that the road never turns back on itself, bends of 60 m and more. */
static void lay_road(rld_road *road)
{
    static const double turn[WAVES] = { 0.55, 0.3, 0.1 }, bend[WAVES] = { 900, 320, 90 };
    static const double rise[WAVES] = { 6, 1.5, 0.08 }, hill[WAVES] = { 1300, 260, 35 };
    for (int i = 0; i < WAVES; i++) {
        double wobble[4];
        for (int k = 0; k < 4; k++) wobble[k] = unit(mix(road->seed ^ UINT64_C(0x526F6164), (uint64_t)(4 * i + k)));
        road->heading[i] = (wave){ turn[i] * (0.6 + 0.4 * wobble[0]), 2 * pi / bend[i], 2 * pi * wobble[1] };
        road->hills[i] = (wave){ rise[i] * (0.6 + 0.4 * wobble[2]), 2 * pi / hill[i], 2 * pi * wobble[3] };
    }
}

/* How many points, and in what grid: about as many as wished. */
static pdk_status plan(rld_road *road, const pdk_synth_options *options, pdk_error *error)
{
    uint64_t wish =
        options->points > 0 ? options->points : options->size / 36; /* 12 a point, 24 for its two triangles */
    if (options->points == 0 && options->size == 0) wish = default_points;
    if (wish > INT32_MAX / 2) {
        return pdk_fail(
            error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.points",
            "an RLD file of a scan holds at most %d points, because it counts two triangles for each in 31 bits",
            INT32_MAX / 2);
    }
    double across = sqrt((double)wish / 16); /* a short road is still longer than wide */
    road->columns = across < 4 ? 4 : across > MAX_COLUMNS ? MAX_COLUMNS : (uint64_t)across;
    road->rows = wish / road->columns < 2 ? 2 : wish / road->columns;
    road->step = width / (double)(road->columns - 1);
    uint64_t blocks = road->columns * road->rows / points_per_block;
    road->blocks = blocks < 4 ? 4 : blocks > MAX_BLOCKS ? MAX_BLOCKS : blocks;
    if (road->blocks > road->rows) road->blocks = road->rows;
    road->seed = options->seed;
    lay_road(road);
    return PDK_OK;
}

static pdk_status write_out(rld_writer *writer, size_t size, pdk_error *error)
{
    return pdk_output_write(writer->output, writer->records, size, error);
}

static pdk_status write_tag(rld_writer *writer, const char *tag, pdk_error *error)
{
    pdk_put_string(&pdk_rld_section, writer->records, "tag", tag);
    return write_out(writer, pdk_rld_section.size, error);
}

static bool report_progress(const rld_writer *writer, uint64_t row)
{
    const pdk_synth_options *options = writer->options;
    if (row % 1024 != 0) return true;
    return pdk_tell_progress(options->progress, options->progress_user, pdk_output_position(writer->output),
                             writer->total);
}

/* --------------------------------------------------------------------------------------------------- points */

/* Above the middle line, `aside` metres to the left of it: camber to both sides, bank into the bend, a kerb at either
 * edge. */
static double profile(double aside, double bank)
{
    double edge = fabs(aside) - (width / 2 - kerb_width);
    return bank * aside - 0.02 * fabs(aside) + (edge > 0 ? kerb_height * edge / kerb_width : 0);
}

static pdk_status write_points(rld_writer *writer, const rld_road *road, pdk_error *error)
{
    pdk_status status = write_tag(writer, "VERT", error);
    size_t columns = (size_t)road->columns;
    double x = 0, y = 0;
    for (uint64_t row = 0; row < road->rows && status == PDK_OK; row++) {
        if (!report_progress(writer, row)) return pdk_fail_cancelled(error);
        double along = (double)row * road->step;
        double heading = sum(road->heading, along), height = sum(road->hills, along);
        double bank = -3 * slope(road->heading, along); /* a left bend leans to the left: its left side is low */
        if (bank < -0.06) bank = -0.06;
        if (bank > 0.06) bank = 0.06;
        double cosine = cos(heading), sine = sin(heading);
        for (int axis = 0; axis < 3; axis++) {
            for (size_t column = 0; column < columns; column++) {
                double aside = (double)column * road->step - width / 2;
                double rough = unit(mix(road->seed, row * road->columns + column)) * 2 - 1;
                if (axis == 0) writer->values[column] = x - sine * aside;
                if (axis == 1) writer->values[column] = y + cosine * aside;
                if (axis == 2) writer->values[column] = height + profile(aside, bank) + noise * rough;
            }
            pdk_scatter(&pdk_rld_point.fields[axis], 0, writer->records, pdk_rld_point.size, columns, writer->values);
        }
        status = write_out(writer, columns * pdk_rld_point.size, error);
        double middle = sum(road->heading, along + road->step / 2);
        x += cos(middle) * road->step;
        y += sin(middle) * road->step;
    }
    return status;
}

/* ------------------------------------------------------------------------------------------------ triangles */

/* The cells between a row and the next, two triangles each, counter-clockwise seen from above: x runs along the rows, y
 * along the columns. */
static pdk_status write_triangles(rld_writer *writer, const rld_road *road, pdk_error *error)
{
    pdk_status status = write_tag(writer, "TRIS", error);
    size_t cells = (size_t)road->columns - 1;
    uint64_t next = road->columns; /* the same column in the next row */
    const uint64_t corners[3][2] = { { 0, 0 }, { next, next + 1 }, { next + 1, 1 } };
    for (uint64_t row = 0; row + 1 < road->rows && status == PDK_OK; row++) {
        if (!report_progress(writer, row)) return pdk_fail_cancelled(error);
        for (int corner = 0; corner < 3; corner++) {
            for (size_t i = 0; i < 2 * cells; i++) {
                writer->values[i] = (double)(row * road->columns + i / 2 + corners[corner][i % 2]);
            }
            pdk_scatter(&pdk_rld_triangle.fields[corner], 0, writer->records, pdk_rld_triangle.size, 2 * cells,
                        writer->values);
        }
        status = write_out(writer, 2 * cells * pdk_rld_triangle.size, error);
    }
    return status;
}

/* --------------------------------------------------------------------------------------------------- blocks */

static uint64_t first_of_block(const rld_road *road, uint64_t block)
{
    return block * road->rows / road->blocks * road->columns;
}

static pdk_status write_blocks(rld_writer *writer, const rld_road *road, pdk_error *error)
{
    pdk_put_string(&pdk_rld_blocks, writer->records, "tag", "BLKI");
    pdk_put(&pdk_rld_blocks, writer->records, "blocks", (double)road->blocks);
    pdk_status status = write_out(writer, pdk_rld_blocks.size, error);
    for (uint64_t block = 0; block < road->blocks; block++) {
        pdk_put(&pdk_rld_block_start, writer->records + 4 * block, "start", (double)first_of_block(road, block));
    }
    if (status == PDK_OK) status = write_out(writer, 4 * (size_t)road->blocks, error);
    for (uint64_t block = 0; block < road->blocks; block++) {
        pdk_put(&pdk_rld_block_points, writer->records + 4 * block, "points",
                (double)(first_of_block(road, block + 1) - first_of_block(road, block)));
    }
    return status == PDK_OK ? write_out(writer, 4 * (size_t)road->blocks, error) : status;
}

pdk_status pdk_rld_synth(const pdk_synth_options *options, pdk_output *output, pdk_error *error)
{
    rld_road road = { 0 };
    pdk_status status = plan(&road, options, error);
    if (status != PDK_OK) return status;
    uint64_t points = road.columns * road.rows, triangles = 2 * (road.columns - 1) * (road.rows - 1);
    rld_writer writer = { .options = options,
                          .output = output,
                          .total = 32 + 12 * (points + triangles) + 8 * road.blocks };
    pdk_put_string(&pdk_rld_header, writer.records, "magic", "RLD0");
    pdk_put_string(&pdk_rld_header, writer.records, "head_tag", "HEAD");
    pdk_put(&pdk_rld_header, writer.records, "points", (double)points);
    pdk_put(&pdk_rld_header, writer.records, "triangles", (double)triangles);
    status = write_out(&writer, pdk_rld_header.size, error);
    if (status == PDK_OK) status = write_points(&writer, &road, error);
    if (status == PDK_OK) status = write_triangles(&writer, &road, error);
    return status == PDK_OK ? write_blocks(&writer, &road, error) : status;
}
