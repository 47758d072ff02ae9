#include "art_polygons.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exit_status.h"
#include "image_list.h"
#include "messages.h"

static const cli_numbering numbering = {
    .limits = { 1 << 21, 1 << 21 },
    .code = "images.numbers",
    .message =
        "no point has the number of a part in a second UV map: make the GLB from the FAM or CFM with this version "
        "of `paddock convert`, without --quantize, --axes, --scale and --origin, and keep the UV maps when you "
        "export it",
};

static int fail(const cli_art_scene *scene, const char *what)
{
    pdk_error error = { .status = PDK_E_CORRUPT, .offset = PDK_NO_OFFSET, .code = "images.polygon" };
    snprintf(error.message, sizeof error.message, "%s", what);
    return cli_fail(scene->file, &error);
}

/* --------------------------------------------------------------------------------------------------- triangles */

enum { RUN = 256 };

/* Some rows of the table "triangles". */
typedef struct triangle_rows {
    uint32_t corners[3][RUN];
    pdk_text images[RUN];
} triangle_rows;

/* The object that a point of the scene is in. */
static void object_of(const cli_art_scene *scene, uint64_t point, char *text, size_t capacity)
{
    const pdk_table *blocks = pdk_document_own_table(scene->document, "blocks");
    uint64_t count = blocks != NULL ? pdk_table_rows(blocks) : 0;
    snprintf(text, capacity, "an object");
    for (uint64_t i = 0; i < count; i++) {
        double start = pdk_table_number_at(blocks, "start", i), points = pdk_table_number_at(blocks, "points", i);
        if (!((double)point >= start && (double)point < start + points)) continue;
        pdk_text name = pdk_table_text_at(blocks, "name", i);
        snprintf(text, capacity, "object \"%.*s\"", (int)(name.size < 60 ? name.size : 60),
                 name.data != NULL ? name.data : "");
    }
}

static int fail_loose(const cli_art_scene *scene, uint64_t point)
{
    char object[80], what[240];
    object_of(scene, point, object, sizeof object);
    snprintf(what, sizeof what,
             "%s has a triangle with a corner that is none of the file's: parts and polygons cannot be added or cut; "
             "delete it, or export only the parts",
             object);
    return fail(scene, what);
}

static int fail_mixed(const cli_art_scene *scene, uint64_t point, const size_t a[2], const size_t b[2])
{
    char object[80], what[240];
    object_of(scene, point, object, sizeof object);
    snprintf(what, sizeof what,
             "%s has a triangle between polygon %u of part %u and polygon %u of part %u: polygons cannot be added or "
             "joined",
             object, (unsigned)(a[CLI_CORNER_NUMBER] / CLI_POLYGON_CORNERS), (unsigned)a[CLI_PART_NUMBER],
             (unsigned)(b[CLI_CORNER_NUMBER] / CLI_POLYGON_CORNERS), (unsigned)b[CLI_PART_NUMBER]);
    return fail(scene, what);
}

/* Triangle `i` of the rows: which polygon it is of. */
static int add_triangle(cli_art_scene *scene, const triangle_rows *rows, size_t i, size_t image)
{
    const size_t *first = NULL;
    for (int k = 0; k < 3; k++) {
        uint32_t row = rows->corners[k][i];
        size_t place = scene->points.places_of_rows[row];
        if (place == 0) return fail_loose(scene, row);
        const size_t *numbers = scene->points.numbers[place - 1];
        if (first == NULL) first = numbers;
        if (numbers[CLI_PART_NUMBER] != first[CLI_PART_NUMBER] ||
            numbers[CLI_CORNER_NUMBER] / CLI_POLYGON_CORNERS != first[CLI_CORNER_NUMBER] / CLI_POLYGON_CORNERS)
            return fail_mixed(scene, row, first, numbers);
        scene->corners[place - 1].corner = 1; /* in use */
    }
    scene->shown[scene->shown_count++] =
        (cli_shown){ first[CLI_PART_NUMBER], first[CLI_CORNER_NUMBER] / CLI_POLYGON_CORNERS, image };
    return CLI_FINE;
}

static pdk_status read_rows(const pdk_table *table, uint64_t first, size_t count, triangle_rows *rows, pdk_error *error)
{
    static const char *const names[] = { "a", "b", "c" };
    pdk_column_read reads[4] = {
        { .column = pdk_table_find_column(table, "image"), .type = PDK_TEXT, .values = rows->images }
    };
    for (size_t k = 0; k < 3; k++)
        reads[k + 1] = (pdk_column_read){ .column = pdk_table_find_column(table, names[k]),
                                          .type = PDK_UINT32,
                                          .values = rows->corners[k] };
    return pdk_table_read(table, first, count, reads, 4, error);
}

static int read_triangles(cli_art_scene *scene, const pdk_table *table, const cli_image_list *images)
{
    triangle_rows *rows = malloc(sizeof *rows);
    if (rows == NULL) return cli_no_memory("triangles");
    uint64_t all = pdk_table_rows(table);
    int status = CLI_FINE;
    for (uint64_t first = 0; first < all && status == CLI_FINE; first += RUN) {
        size_t count = all - first < RUN ? (size_t)(all - first) : RUN;
        pdk_error error;
        if (read_rows(table, first, count, rows, &error) != PDK_OK) status = cli_fail(scene->file, &error);
        for (size_t i = 0; i < count && status == CLI_FINE; i++)
            status = add_triangle(scene, rows, i, cli_find_image(images, rows->images[i]));
    }
    free(rows);
    return status;
}

/* ------------------------------------------------------------------------------------------------ as a whole */

static int by_polygon(const void *left, const void *right)
{
    const cli_shown *a = left, *b = right;
    if (a->part != b->part) return a->part < b->part ? -1 : 1;
    if (a->polygon != b->polygon) return a->polygon < b->polygon ? -1 : 1;
    return a->image < b->image ? -1 : a->image > b->image;
}

/* Points that are in no triangle are left behind by programs; they say nothing. */
static void keep_used_corners(cli_art_scene *scene)
{
    for (size_t i = 0; i < scene->points.count; i++) {
        if (scene->corners[i].corner == 0) continue;
        const size_t *numbers = scene->points.numbers[i];
        pdk_part_corner *to = &scene->corners[scene->corner_count++];
        *to = (pdk_part_corner){ .part = (uint32_t)numbers[CLI_PART_NUMBER],
                                 .polygon = (uint32_t)(numbers[CLI_CORNER_NUMBER] / CLI_POLYGON_CORNERS),
                                 .corner = (uint32_t)(numbers[CLI_CORNER_NUMBER] % CLI_POLYGON_CORNERS) };
        memcpy(to->place, scene->points.places[i], sizeof to->place);
        memcpy(to->coordinates, scene->points.coordinates[i], sizeof to->coordinates);
    }
}

int cli_read_art_scene(cli_art_scene *scene)
{
    const pdk_table *table = pdk_document_own_table(scene->document, "triangles");
    int status = cli_read_points(&scene->points, scene->document, scene->file, &numbering);
    if (status != CLI_FINE) return status;
    size_t triangles = table != NULL ? (size_t)pdk_table_rows(table) : 0;
    cli_image_list images = cli_list_images(scene->document);
    scene->corners = calloc(scene->points.count + 1, sizeof *scene->corners);
    scene->shown = calloc(triangles + 1, sizeof *scene->shown);
    if (images.sorted == NULL || scene->corners == NULL || scene->shown == NULL) status = cli_no_memory("polygons");
    if (status == CLI_FINE && table != NULL) status = read_triangles(scene, table, &images);
    cli_forget_images(&images);
    if (status != CLI_FINE) return status;
    qsort(scene->shown, scene->shown_count, sizeof *scene->shown, by_polygon);
    keep_used_corners(scene);
    return CLI_FINE;
}

void cli_forget_art_scene(cli_art_scene *scene)
{
    cli_forget_points(&scene->points);
    free(scene->corners);
    free(scene->shown);
    *scene = (cli_art_scene){ .file = NULL };
}
