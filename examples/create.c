/* Files from nothing, out of arrays:  create surface.rld lap.raf
 * A file is its records, one kind after the other, in the order its page in docs/formats lists them. What counts or
 * points at others (how many points there are, where the blocks begin) is a field like any other, and said here. */
#include <stdio.h>

#include <paddock/paddock.h>

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* One record of which these fields are not zero. */
static pdk_status write_one(const char *record, const pdk_field_array *fields, size_t count, pdk_output *output,
                            pdk_error *error)
{
    return pdk_write_records(record, 1, fields, count, output, error);
}

/* A square of SIDE times SIDE points, a metre apart, that rises to one corner. */
enum { SIDE = 40, POINTS = SIDE * SIDE, TRIANGLES = 2 * (SIDE - 1) * (SIDE - 1) };

static pdk_status write_surface(pdk_output *output, pdk_error *error)
{
    static double x[POINTS], y[POINTS], z[POINTS], a[TRIANGLES], b[TRIANGLES], c[TRIANGLES];
    for (int i = 0; i < POINTS; i++) {
        x[i] = i / SIDE;
        y[i] = i % SIDE;
        z[i] = x[i] * y[i] / 400;
    }
    for (int i = 0; i < TRIANGLES; i++) { /* two in each square, counter-clockwise seen from above */
        int corner = i / 2 / (SIDE - 1) * SIDE + i / 2 % (SIDE - 1);
        a[i] = corner;
        b[i] = i % 2 == 0 ? corner + SIDE : corner + SIDE + 1;
        c[i] = i % 2 == 0 ? corner + SIDE + 1 : corner + 1;
    }
    const double points = POINTS, triangles = TRIANGLES, one = 1, zero = 0;
    const char *magic = "RLD0", *head = "HEAD", *vertices = "VERT", *faces = "TRIS", *blocks = "BLKI";
    const pdk_field_array header[] = { { "magic", NULL, &magic },
                                       { "head_tag", NULL, &head },
                                       { "points", &points, NULL },
                                       { "triangles", &triangles, NULL } };
    const pdk_field_array point[] = { { "x", x, NULL }, { "y", y, NULL }, { "z", z, NULL } };
    const pdk_field_array triangle[] = { { "a", a, NULL }, { "b", b, NULL }, { "c", c, NULL } };
    const pdk_field_array block_list[] = { { "tag", NULL, &blocks }, { "blocks", &one, NULL } };
    const pdk_field_array start = { "start", &zero, NULL }, size = { "points", &points, NULL };
    const pdk_field_array before_points = { "tag", NULL, &vertices }, before_triangles = { "tag", NULL, &faces };
    pdk_status status = write_one("rld.header", header, COUNT(header), output, error);
    if (status == PDK_OK) status = write_one("rld.section", &before_points, 1, output, error);
    if (status == PDK_OK) status = pdk_write_records("rld.point", POINTS, point, COUNT(point), output, error);
    if (status == PDK_OK) status = write_one("rld.section", &before_triangles, 1, output, error);
    if (status == PDK_OK)
        status = pdk_write_records("rld.triangle", TRIANGLES, triangle, COUNT(triangle), output, error);
    if (status == PDK_OK) status = write_one("rld.blocks", block_list, COUNT(block_list), output, error);
    if (status == PDK_OK) status = write_one("rld.block_start", &start, 1, output, error);
    return status == PDK_OK ? write_one("rld.block_points", &size, 1, output, error) : status;
}

/* Ten seconds straight on, at a speed that rises, on wheels that roll. */
enum { BLOCKS = 1001, WHEELS = 4 };
static const double interval = 0.01, mass = 1000, radius = 0.3;

static pdk_status write_lap_header(pdk_output *output, pdk_error *error)
{
    static const char *const magic = "LFSRAF", *const player = "A. Driver", *const car = "XF GTI",
                             *const track = "Blackwood", *const code = "BL1", *const legality = "legal";
    const double version = 2, header_size = 1024, block_size = 192, wheel_size = 32, wheel_offset = 64, blocks = BLOCKS,
                 length = 3307, wheels = WHEELS, splits = 1, lap = BLOCKS * interval, gears = 1, ratio = 1;
    const pdk_field_array header[] = { { "magic", NULL, &magic },
                                       { "raf_version", &version, NULL },
                                       { "interval", &interval, NULL },
                                       { "header_size", &header_size, NULL }, /* with the static wheels */
                                       { "block_size", &block_size, NULL },   /* with its wheels */
                                       { "wheel_size", &wheel_size, NULL },
                                       { "wheel_offset", &wheel_offset, NULL },
                                       { "block_count", &blocks, NULL },
                                       { "track_code", NULL, &code },
                                       { "track_length", &length, NULL },
                                       { "player", NULL, &player },
                                       { "car", NULL, &car },
                                       { "track", NULL, &track },
                                       { "wheel_count", &wheels, NULL },
                                       { "legality", NULL, &legality },
                                       { "split_count", &splits, NULL },
                                       { "splits[0]", &lap, NULL },
                                       { "mass", &mass, NULL },
                                       { "sprung_mass", &mass, NULL },
                                       { "final_drive", &ratio, NULL },
                                       { "gear_count", &gears, NULL },
                                       { "gear_ratios[0]", &ratio, NULL } };
    return write_one("raf.header", header, COUNT(header), output, error);
}

static pdk_status write_block(int i, pdk_output *output, pdk_error *error)
{
    const double time = i * interval, acceleration = 3, speed = 20 + acceleration * time,
                 distance = (20 + acceleration * time / 2) * time, one = 1, forward_g = acceleration / 9.81,
                 engine = speed / radius;
    const pdk_field_array block[] = { { "throttle", &one, NULL },
                                      { "gear", &one, NULL },
                                      { "forward_g", &forward_g, NULL },
                                      { "upward_g", &one, NULL },
                                      { "speed", &speed, NULL },
                                      { "distance", &distance, NULL },
                                      { "y", &distance, NULL },
                                      { "engine_speed", &engine, NULL },
                                      { "right[0]", &one, NULL },
                                      { "forward[1]", &one, NULL },
                                      { "index_distance", &distance, NULL } };
    double force[WHEELS], load[WHEELS], turning[WHEELS];
    for (int wheel = 0; wheel < WHEELS; wheel++) {
        force[wheel] = mass * acceleration / WHEELS;
        load[wheel] = mass * 9.81 / WHEELS;
        turning[wheel] = engine;
    }
    const pdk_field_array wheels[] = { { "y_force", force, NULL },
                                       { "load", load, NULL },
                                       { "angular_velocity", turning, NULL } };
    pdk_status status = write_one("raf.block", block, COUNT(block), output, error);
    return status == PDK_OK ? pdk_write_records("raf.wheel", WHEELS, wheels, COUNT(wheels), output, error) : status;
}

static pdk_status write_lap(pdk_output *output, pdk_error *error)
{
    static const double radii[WHEELS] = { 0.3, 0.3, 0.3, 0.3 };
    const pdk_field_array wheel = { "radius", radii, NULL };
    pdk_status status = write_lap_header(output, error);
    if (status == PDK_OK) status = pdk_write_records("raf.static_wheel", WHEELS, &wheel, 1, output, error);
    for (int i = 0; i < BLOCKS && status == PDK_OK; i++) status = write_block(i, output, error);
    return status;
}

/* -------------------------------------------------------------------------------------------------------------------
 */

static bool print_finding(void *user, const pdk_finding *finding)
{
    printf("%s: %s: %s (%s)\n", (const char *)user, finding->where, finding->message, finding->code);
    return true;
}

/* The file appears when it is complete; then it is opened and checked as any other. */
static pdk_status create(const char *path, pdk_status (*write)(pdk_output *output, pdk_error *error), pdk_error *error)
{
    pdk_output *output = NULL;
    pdk_document *document = NULL;
    uint64_t findings = 0;
    pdk_status status = pdk_output_file(path, &output, error);
    if (status == PDK_OK) status = write(output, error);
    if (status == PDK_OK) status = pdk_output_finish(output, error);
    pdk_output_close(output);
    if (status == PDK_OK) status = pdk_open_file(path, NULL, &document, error);
    if (status == PDK_OK) {
        status = pdk_check(document, PDK_CHECK_FULL, print_finding, (void *)(uintptr_t)path, &findings, error);
    }
    if (status == PDK_OK) {
        printf("%s: %s, %llu findings\n", path, pdk_document_format(document)->title, (unsigned long long)findings);
    }
    pdk_close(document);
    return status;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: create SURFACE.rld LAP.raf\n");
        return 2;
    }
    pdk_error error;
    pdk_status status = create(argv[1], write_surface, &error);
    if (status == PDK_OK) status = create(argv[2], write_lap, &error);
    if (status != PDK_OK) fprintf(stderr, "%s (%s) %s\n", error.message, error.code, error.where);
    return status == PDK_OK ? 0 : 3;
}
