/* A generated mesh: the road of the generated track in stretches, its verges and the land beside them, trees, and gates
 * where times are taken. Each is an object with its own points, as in the game's files. */
#include <math.h>
#include <string.h>

#include "base/callback.h"
#include "base/memory.h"
#include "format/smx/smx.h"
#include "synth/track.h"

enum {
    STRETCH = 32, /* rows of one object, and one more where the next begins */
    STRIPS = 5,   /* land, kerb, road, kerb, land */
    MAX_COLUMNS = 5,
    MAX_POINTS = (STRETCH + 1) * MAX_COLUMNS,
    MAX_TRIANGLES = 2 * STRETCH * (MAX_COLUMNS - 1),
    ROW_POINTS = 19, /* of all strips together */
    MIN_ROWS = 8,
    MAX_ROWS = 1000000,
    TREE_EVERY = 8, /* rows */
    GATES = PDK_SIM_SECTORS
};
static const double row_spacing = 4; /* m */

typedef struct color {
    uint8_t red, green, blue;
} color;

/* Points across the road, metres to the right of its middle; land is less wide on the inner side of a bend. */
typedef struct strip {
    int columns;
    double offsets[MAX_COLUMNS];
    color (*paint)(uint64_t row, int column);
} strip;

typedef struct object {
    uint32_t point_count, triangle_count;
    double points[MAX_POINTS][3];
    color colors[MAX_POINTS];
    uint16_t triangles[MAX_TRIANGLES][3];
} object;

typedef struct smx_writer {
    const pdk_synth_options *options;
    pdk_output *output;
    const pdk_track *track;
    uint64_t rows;
    object object;
    uint8_t points[MAX_POINTS * 16], triangles[MAX_TRIANGLES * 8];
} smx_writer;

/* ---------------------------------------------------------------------------------------------------- colours */

static uint8_t shade(double value, uint64_t row, int column)
{
    pdk_random random = { row * 7919 + (uint64_t)column * 104729 + 1 };
    return (uint8_t)lrint(value * pdk_random_between(&random, 0.93, 1.07));
}

static color paint_road(uint64_t row, int column)
{
    uint8_t grey = shade(column == 2 ? 84 : 74, row, column);
    return (color){ grey, grey, (uint8_t)(grey + 4) };
}

static color paint_kerb(uint64_t row, int column)
{
    (void)column;
    return row % 2 == 0 ? (color){ 178, 52, 44 } : (color){ 214, 212, 204 };
}

static color paint_land(uint64_t row, int column)
{
    return (color){ shade(92, row, column), shade(112, row, column), shade(58, row, column) };
}

/* ---------------------------------------------------------------------------------------------------- objects */

static uint16_t add_point(object *to, const double point[3], color paint)
{
    memcpy(to->points[to->point_count], point, sizeof to->points[0]);
    to->colors[to->point_count] = paint;
    return (uint16_t)to->point_count++;
}

static void add_triangle(object *to, uint16_t a, uint16_t b, uint16_t c)
{
    uint16_t *corners = to->triangles[to->triangle_count++];
    corners[0] = a;
    corners[1] = b;
    corners[2] = c;
}

/* How far land goes to one side: in a bend not so far that it folds over. */
static double land_reach(double curvature, double sign)
{
    double inward = -sign * curvature; /* curvature is positive to the left */
    return inward > 1e-3 ? fmin(40, fmax(14, 0.7 / inward)) : 40;
}

/* Beyond the road the ground continues with the tilt of the road, then rises in gentle hills; kerbs are a little
 * higher. */
static void place(const pdk_track *track, double distance, double offset, double point[3])
{
    double edge = fabs(offset), heading, curvature;
    pdk_track_direction(track, distance, &heading, &curvature);
    if (edge > 12) {
        double reach = land_reach(curvature, offset > 0 ? 1 : -1);
        edge = 12 + (edge - 12) * (reach - 12) / (40 - 12);
        offset = copysign(edge, offset);
    }
    pdk_track_point(track, distance, offset, point);
    double turn = 6.283185307179586 * distance / track->length;
    if (edge > 12) point[2] += (edge - 12) * (0.12 + 0.08 * sin(9 * turn) + 0.06 * sin(23 * turn + offset));
}

static double distance_of(const smx_writer *writer, uint64_t row)
{
    return writer->track->length * (double)(row % writer->rows) / (double)writer->rows;
}

/* Rows first .. last of a strip, from left to right; counter-clockwise seen from above. */
static void fill_strip(smx_writer *writer, const strip *what, uint64_t first, uint64_t last)
{
    object *to = &writer->object;
    to->point_count = to->triangle_count = 0;
    for (uint64_t row = first; row <= last; row++) {
        for (int column = 0; column < what->columns; column++) {
            double point[3];
            place(writer->track, distance_of(writer, row), what->offsets[column], point);
            uint16_t right = (uint16_t)(add_point(to, point, what->paint(row % writer->rows, column)));
            if (row == first || column == 0) continue;
            uint16_t left = (uint16_t)(right - 1), before = (uint16_t)(right - what->columns);
            add_triangle(to, (uint16_t)(before - 1), before, right);
            add_triangle(to, (uint16_t)(before - 1), right, left);
        }
    }
}

/* `middle` is that of its bottom; `size`: across, along the heading, up. */
static void add_box(object *to, const double middle[3], double heading, const double size[3], color paint)
{
    static const uint8_t faces[12][3] = {
        { 0, 2, 1 }, { 0, 3, 2 }, { 4, 5, 6 }, { 4, 6, 7 }, { 0, 1, 5 }, { 0, 5, 4 },
        { 1, 2, 6 }, { 1, 6, 5 }, { 2, 3, 7 }, { 2, 7, 6 }, { 3, 0, 4 }, { 3, 4, 7 }
    };
    uint16_t first = (uint16_t)to->point_count;
    for (int i = 0; i < 8; i++) {
        double right = (i % 4 == 1 || i % 4 == 2 ? 0.5 : -0.5) * size[0], ahead = (i % 4 > 1 ? 0.5 : -0.5) * size[1];
        double point[3] = { middle[0] + right * cos(heading) - ahead * sin(heading),
                            middle[1] + right * sin(heading) + ahead * cos(heading),
                            middle[2] + (i > 3 ? size[2] : 0) };
        add_point(to, point, paint);
    }
    for (int i = 0; i < 12; i++)
        add_triangle(to, (uint16_t)(first + faces[i][0]), (uint16_t)(first + faces[i][1]),
                     (uint16_t)(first + faces[i][2]));
}

/* Two posts beside the road and a beam over it. */
static void fill_gate(smx_writer *writer, int number)
{
    object *to = &writer->object;
    double distance = writer->track->length * number / GATES, heading, curvature, left[3], right[3], middle[3];
    const color paint = number == 0 ? (color){ 232, 232, 232 } : (color){ 66, 98, 160 };
    pdk_track_direction(writer->track, distance, &heading, &curvature);
    place(writer->track, distance, -8, left);
    place(writer->track, distance, 8, right);
    for (int k = 0; k < 3; k++) middle[k] = (left[k] + right[k]) / 2;
    middle[2] = fmax(left[2], right[2]) + 5;
    to->point_count = to->triangle_count = 0;
    add_box(to, left, heading, (const double[3]){ 0.4, 0.4, middle[2] - left[2] }, paint);
    add_box(to, right, heading, (const double[3]){ 0.4, 0.4, middle[2] - right[2] }, paint);
    add_box(to, middle, heading, (const double[3]){ 16.4, 0.4, 1 }, paint);
}

/* A pyramid on a square: a conifer, seen from a car. */
static void fill_tree(smx_writer *writer, uint64_t number)
{
    object *to = &writer->object;
    pdk_random random = { writer->options->seed * 31 + number * 2 + 1 };
    double distance = distance_of(writer, number * TREE_EVERY) + pdk_random_between(&random, 0, 10);
    double side = number % 2 == 0 ? 1 : -1, foot[3], width = pdk_random_between(&random, 1.2, 2.2);
    place(writer->track, distance, side * pdk_random_between(&random, 18, 38), foot);
    double height = width * pdk_random_between(&random, 2.6, 3.6);
    const color dark = { 34, 58, 34 }, light = { 58, 92, 50 };
    to->point_count = to->triangle_count = 0;
    for (int i = 0; i < 4; i++) {
        double point[3] = { foot[0] + (i == 1 || i == 2 ? width : -width), foot[1] + (i > 1 ? width : -width),
                            foot[2] - 0.3 };
        add_point(to, point, dark);
    }
    uint16_t top = add_point(to, (const double[3]){ foot[0], foot[1], foot[2] + height }, light);
    for (uint16_t i = 0; i < 4; i++) add_triangle(to, i, (uint16_t)((i + 1) % 4), top);
}

/* ---------------------------------------------------------------------------------------------------- writing */

static bool put_point(uint8_t *bytes, const double point[3], color paint)
{
    return pdk_put_values(&pdk_smx_point, bytes,
                          (const pdk_named_value[]){
                              { "x", point[0] },
                              { "y", point[1] },
                              { "z", point[2] },
                              { "red", paint.red },
                              { "green", paint.green },
                              { "blue", paint.blue },
                              { "alpha", 255 },
                              { NULL, 0 },
                          });
}

/* The middle of its box, and a ball around that with every point. */
static bool put_object(uint8_t *bytes, const object *from)
{
    pdk_extent extent = pdk_extent_none();
    double centre[3], radius = 0;
    for (uint32_t i = 0; i < from->point_count; i++) pdk_extent_add(&extent, from->points[i]);
    for (int k = 0; k < 3; k++) centre[k] = (extent.minimum[k] + extent.maximum[k]) / 2;
    for (uint32_t i = 0; i < from->point_count; i++) {
        double far = 0;
        for (int k = 0; k < 3; k++) far += pow(from->points[i][k] - centre[k], 2);
        radius = fmax(radius, sqrt(far));
    }
    return pdk_put_values(&pdk_smx_object, bytes,
                          (const pdk_named_value[]){
                              { "x", centre[0] },
                              { "y", centre[1] },
                              { "z", centre[2] },
                              { "radius", radius + 4.0 / PDK_SMX_UNIT },
                              { "points", from->point_count },
                              { "triangles", from->triangle_count },
                              { NULL, 0 },
                          });
}

static pdk_status write_object(smx_writer *writer, pdk_error *error)
{
    const object *from = &writer->object;
    uint8_t bytes[24] = { 0 };
    size_t point_size = pdk_smx_point.size, triangle_size = pdk_smx_triangle.size;
    bool fits = put_object(bytes, from);
    memset(writer->triangles, 0, sizeof writer->triangles);
    for (uint32_t i = 0; fits && i < from->point_count; i++)
        fits = put_point(writer->points + i * point_size, from->points[i], from->colors[i]);
    for (uint32_t i = 0; i < from->triangle_count; i++) {
        for (uint32_t k = 0; k < 3; k++)
            fits = fits && pdk_put_f64(&pdk_smx_triangle.fields[k], 0, writer->triangles + i * triangle_size,
                                       from->triangles[i][k]);
    }
    if (!fits) return pdk_fail(error, PDK_E_CORRUPT, PDK_NO_OFFSET, "smx.synth", "an object does not fit");
    pdk_status status = pdk_output_write(writer->output, bytes, sizeof bytes, error);
    if (status == PDK_OK)
        status = pdk_output_write(writer->output, writer->points, from->point_count * point_size, error);
    if (status == PDK_OK)
        status = pdk_output_write(writer->output, writer->triangles, from->triangle_count * triangle_size, error);
    return status;
}

static pdk_status write_header(smx_writer *writer, uint64_t objects, pdk_error *error)
{
    static const color ground = { 96, 112, 64 };
    uint8_t header[64] = { 0 };
    bool fits = pdk_put_string(&pdk_smx_header, header, "magic", PDK_SMX_MAGIC) &&
                pdk_put_string(&pdk_smx_header, header, "track", "Paddock Ring") &&
                pdk_put_values(&pdk_smx_header, header,
                               (const pdk_named_value[]){
                                   { "game_revision", 246 },
                                   { "dimensions", 3 },
                                   { "vertex_colors", 1 },
                                   { "object_count", (double)objects },
                                   { NULL, 0 },
                               }) &&
                pdk_put_element(&pdk_smx_header, header, "ground_color", 0, ground.red) &&
                pdk_put_element(&pdk_smx_header, header, "ground_color", 1, ground.green) &&
                pdk_put_element(&pdk_smx_header, header, "ground_color", 2, ground.blue);
    if (!fits) return pdk_fail(error, PDK_E_CORRUPT, 0, "smx.synth", "the header does not fit");
    return pdk_output_write(writer->output, header, sizeof header, error);
}

static pdk_status write_checkpoints(smx_writer *writer, uint64_t first, pdk_error *error)
{
    uint8_t bytes[4 + 4 * GATES] = { 0 };
    bool fits = pdk_put(&pdk_smx_checkpoints, bytes, "count", GATES);
    for (int i = 0; i < GATES; i++)
        fits = fits && pdk_put(&pdk_smx_checkpoint, bytes + 4 + 4 * i, "object", (double)(first + (uint64_t)i));
    if (!fits) return pdk_fail(error, PDK_E_CORRUPT, PDK_NO_OFFSET, "smx.synth", "the checkpoints do not fit");
    return pdk_output_write(writer->output, bytes, sizeof bytes, error);
}

static pdk_status write_stretches(smx_writer *writer, pdk_error *error)
{
    static const strip strips[STRIPS] = {
        { 5, { -40, -26, -17, -12, -7 }, paint_land }, { 2, { -7, -6 }, paint_kerb },
        { 5, { -6, -3, 0, 3, 6 }, paint_road },        { 2, { 6, 7 }, paint_kerb },
        { 5, { 7, 12, 17, 26, 40 }, paint_land },
    };
    const pdk_synth_options *options = writer->options;
    pdk_status status = PDK_OK;
    for (uint64_t row = 0; row < writer->rows && status == PDK_OK; row += STRETCH) {
        uint64_t last = row + STRETCH < writer->rows ? row + STRETCH : writer->rows;
        for (int i = 0; i < STRIPS && status == PDK_OK; i++) {
            fill_strip(writer, &strips[i], row, last);
            status = write_object(writer, error);
        }
        if (!pdk_tell_progress(options->progress, options->progress_user, row, writer->rows))
            return pdk_fail_cancelled(error);
    }
    return status;
}

static pdk_status write_all(smx_writer *writer, pdk_error *error)
{
    uint64_t stretches = (writer->rows + STRETCH - 1) / STRETCH, trees = writer->rows / TREE_EVERY;
    uint64_t gates_at = stretches * STRIPS;
    pdk_status status = write_header(writer, gates_at + GATES + trees, error);
    if (status == PDK_OK) status = write_stretches(writer, error);
    for (int i = 0; i < GATES && status == PDK_OK; i++) {
        fill_gate(writer, i);
        status = write_object(writer, error);
    }
    for (uint64_t i = 0; i < trees && status == PDK_OK; i++) {
        fill_tree(writer, i);
        status = write_object(writer, error);
    }
    return status == PDK_OK ? write_checkpoints(writer, gates_at, error) : status;
}

pdk_status pdk_smx_synth(const pdk_synth_options *options, pdk_output *output, pdk_error *error)
{
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_track *track = pdk_alloc(&memory, sizeof *track);
    smx_writer *writer = pdk_alloc(&memory, sizeof *writer);
    pdk_status status = track != NULL && writer != NULL ? PDK_OK : pdk_fail_memory(error, &memory, "a track");
    if (status == PDK_OK) {
        pdk_track_make(track, options->seed);
        writer->options = options;
        writer->output = output;
        writer->track = track;
        writer->rows = options->points > 0 ? options->points / ROW_POINTS : (uint64_t)ceil(track->length / row_spacing);
        if (writer->rows < MIN_ROWS) writer->rows = MIN_ROWS;
        if (writer->rows > MAX_ROWS) writer->rows = MAX_ROWS;
        status = write_all(writer, error);
    }
    pdk_memory_destroy(&memory);
    return status;
}
