/* Blocks in colours: of neighbours never the same, in meshes, pictures and materials. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "mesh.h"
#include "model/block_color.h"
#include "random.h"

typedef struct blocks_case {
    uint32_t (*triangles)[3];
    size_t point_count, triangle_count, block_count;
    pdk_mesh_block *blocks;
} blocks_case;

/* The colours of a mesh whose points are all at one place: triangles say which block is beside which. */
static uint32_t color_case(const blocks_case *made, uint32_t *colors)
{
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    float *positions = calloc(3 * made->point_count, sizeof *positions);
    const pdk_surface surface = { .positions = positions,
                                  .triangles = made->triangles[0],
                                  .vertex_count = made->point_count,
                                  .triangle_count = made->triangle_count };
    pdk_mesh mesh = pdk_mesh_of_surface(&surface, PDK_FRAME_ROAD);
    mesh.blocks = made->blocks;
    mesh.block_count = made->block_count;
    pdk_block_colors found;
    pdk_error error;
    assert_ok(pdk_block_colors_make(&mesh, &memory, &found, &error), error);
    memcpy(colors, found.colors, made->block_count * sizeof *colors);
    for (size_t i = 0; i < made->triangle_count; i++) {
        int32_t block[3];
        size_t hint = i % 3; /* wherever the search begins */
        for (int k = 0; k < 3; k++) block[k] = pdk_block_spans_find(&found.spans, made->triangles[i][k], &hint);
        for (int k = 0; k < 3; k++) {
            int32_t a = block[k], b = block[(k + 1) % 3];
            if (a >= 0 && b >= 0 && a != b) assert_int_not_equal(colors[a], colors[b]);
        }
    }
    uint32_t count = found.color_count;
    pdk_memory_destroy(&memory);
    free(positions);
    return count;
}

/* Each block touches each: as many colours as blocks. */
static void a_colour_for_each_where_all_touch(void **state)
{
    (void)state;
    enum { BLOCKS = 23 };
    uint32_t triangles[BLOCKS * BLOCKS][3], colors[BLOCKS];
    pdk_mesh_block blocks[BLOCKS];
    size_t count = 0;
    for (uint32_t i = 0; i < BLOCKS; i++) {
        blocks[i] = (pdk_mesh_block){ NULL, i, 1 };
        for (uint32_t k = 0; k < BLOCKS; k++) memcpy(triangles[count++], (uint32_t[3]){ i, k, i }, 12);
    }
    blocks_case all = { triangles, BLOCKS, count, BLOCKS, blocks };
    assert_int_equal(color_case(&all, colors), BLOCKS);
    uint8_t used[BLOCKS][3];
    for (uint32_t i = 0; i < BLOCKS; i++) {
        pdk_block_color(i, used[i]);
        for (uint32_t k = 0; k < i; k++) assert_memory_not_equal(used[i], used[k], 3);
    }
}

/* Squares of a sheet, where each touches eight at most: the palette of eight is enough. */
static void few_colours_on_a_sheet(void **state)
{
    (void)state;
    enum { SIDE = 60, BLOCK = 5, ACROSS = SIDE / BLOCK, BLOCKS = ACROSS * ACROSS };
    static uint32_t triangles[2 * (SIDE - 1) * (SIDE - 1)][3];
    static uint32_t number[SIDE][SIDE], colors[BLOCKS];
    static pdk_mesh_block blocks[BLOCKS];
    uint32_t next = 0;
    for (uint32_t b = 0; b < BLOCKS; b++) {
        blocks[b] = (pdk_mesh_block){ NULL, next, BLOCK * BLOCK };
        for (uint32_t i = 0; i < BLOCK * BLOCK; i++)
            number[b / ACROSS * BLOCK + i / BLOCK][b % ACROSS * BLOCK + i % BLOCK] = next++;
    }
    size_t count = 0;
    for (uint32_t r = 0; r + 1 < SIDE; r++) {
        for (uint32_t c = 0; c + 1 < SIDE; c++) {
            uint32_t a = number[r][c], b = number[r][c + 1], d = number[r + 1][c], e = number[r + 1][c + 1];
            memcpy(triangles[count++], (uint32_t[3]){ a, b, e }, 12);
            memcpy(triangles[count++], (uint32_t[3]){ a, e, d }, 12);
        }
    }
    blocks_case all = { triangles, SIDE * SIDE, count, BLOCKS, blocks };
    assert_in_range(color_case(&all, colors), 3, 8);
}

/* Overlapping, empty and missing ones, corners that are not there, thousands of triangles. */
static void any_blocks(void **state)
{
    (void)state;
    enum { POINTS = 500, TRIANGLES = 40000, BLOCKS = 90 };
    static uint32_t triangles[TRIANGLES][3], colors[BLOCKS];
    static pdk_mesh_block blocks[BLOCKS];
    for (uint64_t seed = 1; seed <= 5; seed++) {
        uint64_t random = seed;
        for (size_t i = 0; i < BLOCKS; i++) {
            uint64_t first = random_next(&random) % POINTS;
            blocks[i] = (pdk_mesh_block){ NULL, first, random_next(&random) % (seed % 2 == 0 ? 4 : POINTS - first) };
        }
        for (size_t i = 0; i < TRIANGLES; i++)
            for (int k = 0; k < 3; k++) {
                uint32_t near = (uint32_t)(random_next(&random) % (seed < 4 ? 9 : POINTS));
                triangles[i][k] =
                    k == 0 ? (uint32_t)(random_next(&random) % POINTS) : (triangles[i][0] + near) % POINTS;
            }
        blocks_case all = { triangles, POINTS, TRIANGLES, BLOCKS, blocks };
        color_case(&all, colors);
    }
}

static const pdk_scene_options colored = { .struct_size = sizeof colored, .block_colors = 1 };

/* A generated road in squares, as RLD. */
static pdk_document *in_squares(double size, uint8_t **bytes)
{
    uint8_t *road_bytes;
    pdk_document *road = synth_road(3000, &road_bytes, NULL);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    pdk_convert_report report;
    size_t made;
    options.rld = &(pdk_rld_options){ .struct_size = sizeof(pdk_rld_options), .block_size = size };
    *bytes = take_bytes(convert_or_fail(road, "rld", &options, &report), &made);
    pdk_close(road);
    free(road_bytes);
    return open_bytes_or_fail(*bytes, made);
}

/* The block of each triangle, as the table says. */
static double *blocks_of_triangles(const pdk_document *document)
{
    size_t count;
    return column_f64(document, "triangles", "block", &count);
}

static void pixels_show_the_block_that_is_seen(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *document = in_squares(7, &bytes);
    pdk_surface surface = surface_or_fail(document, 0);
    double *blocks = blocks_of_triangles(document);
    pdk_height_index *index;
    pdk_raster_options options = PDK_RASTER_OPTIONS_INIT;
    pdk_raster *raster;
    pdk_error error;
    options.size = 0.31;
    assert_ok(pdk_height_index_create(&surface, NULL, &index, &error), error);
    assert_ok(pdk_raster_create(&surface, &options, &raster, &error), error);
    uint64_t covered = pdk_raster_about(raster)->covered, seen = 0;
    assert_ok(pdk_raster_blocks(raster, &surface, document, 0, &error), error);
    const pdk_raster_info *info = pdk_raster_about(raster);
    assert_int_equal(info->of, PDK_RASTER_BLOCK);
    assert_int_equal(info->covered, covered);
    assert_true(info->maximum > info->minimum);
    for (uint64_t i = 0; i < (uint64_t)info->width * info->height; i++) {
        pdk_surface_hit hits[4];
        double x = info->west + ((double)(i % info->width) + 0.5) * info->size,
               y = info->north - ((double)(i / info->width) + 0.5) * info->size;
        size_t count = pdk_surface_query(index, x, y, NULL, hits, 4);
        assert_int_equal(count == 0, isnan(info->values[i]) != 0);
        if (count == 0) continue;
        assert_near((double)info->values[i], blocks[hits[0].triangle], 0.1);
        seen++;
    }
    assert_true(seen > 1000);
    assert_fails(pdk_raster_blocks(raster, &surface, document, 0, &error), error, PDK_E_ARGUMENT, "argument",
                 PDK_NO_OFFSET);
    pdk_raster_close(raster);
    pdk_height_index_close(index);
    free(blocks);
    pdk_close(document);
    free(bytes);
}

/* Where a triangle is, and where another file's is: x of its corners, summed, turned back from glTF's axes. */
static double middle_of(const pdk_surface *surface, uint64_t triangle, uint32_t axis)
{
    double sum = 0;
    for (uint64_t k = 0; k < 3; k++) sum += (double)surface->positions[3 * surface->triangles[3 * triangle + k] + axis];
    return sum;
}

static void materials_are_those_of_blocks(void **state)
{
    (void)state;
    uint8_t *bytes;
    size_t size;
    pdk_document *document = in_squares(7, &bytes);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    pdk_convert_report report;
    options.scene = &colored;
    uint8_t *glb_bytes = take_bytes(convert_or_fail(document, "glb", &options, &report), &size);
    pdk_document *glb = open_bytes_or_fail(glb_bytes, size);
    pdk_surface from = surface_or_fail(document, 0), to = surface_or_fail(glb, 0);
    double *blocks = blocks_of_triangles(document);
    assert_int_equal(from.triangle_count, to.triangle_count);
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_mesh mesh;
    pdk_error error;
    assert_ok(pdk_document_mesh(glb, &memory, &mesh, &error), error);
    assert_int_equal(mesh.attribute_count, 1);
    assert_in_range(mesh.material_count, 2, 8);
    uint32_t *materials = malloc(to.triangle_count * sizeof *materials), of_block[4096] = { 0 };
    assert_ok(mesh.attributes[0].read(&mesh.attributes[0], 0, (size_t)to.triangle_count, materials, &error), error);
    for (uint64_t i = 0; i < to.triangle_count; i++) {
        assert_near(middle_of(&from, i, 0), middle_of(&to, i, 2), 1e-6);
        assert_near(middle_of(&from, i, 1), middle_of(&to, i, 0), 1e-6);
        size_t block = (size_t)blocks[i];
        assert_in_range(block, 0, 4095);
        assert_in_range(materials[i], 1, mesh.material_count);
        assert_true(of_block[block] == 0 || of_block[block] == materials[i]);
        of_block[block] = materials[i];
    }
    free(materials);
    pdk_memory_destroy(&memory);
    free(blocks);
    pdk_close(glb);
    free(glb_bytes);
    pdk_close(document);
    free(bytes);
}

/* Every target, and sources without blocks: made, or refused with the reason. */
static void refused_where_there_is_no_place(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *document = in_squares(20, &bytes);
    size_t with = 0;
    for (size_t i = 0; i < pdk_target_count(); i++) {
        const pdk_target_info *target = pdk_target_at(i);
        pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
        pdk_output *output = output_or_fail();
        pdk_error error;
        options.scene = &colored;
        pdk_status status = pdk_convert(document, target->id, &options, NULL, output, &error);
        bool known = strcmp(target->id, "glb") == 0 || strcmp(target->id, "obj") == 0;
        with += status == PDK_OK;
        assert_int_equal(status == PDK_OK, known);
        if (!known) assert_string_equal(error.code, "convert.options");
        pdk_output_close(output);
    }
    assert_int_equal(with, 2);
    static const char *const others[] = { "tri", "wwww", "raf" };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        size_t size;
        pdk_synth_options synth = PDK_SYNTH_OPTIONS_INIT;
        pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
        uint8_t *other = synth_or_fail(others[i], &synth, &size);
        pdk_document *without = open_bytes_or_fail(other, size);
        pdk_output *output = output_or_fail();
        pdk_error error;
        options.scene = &colored;
        assert_int_equal(pdk_convert(without, "glb", &options, NULL, output, &error), PDK_E_ARGUMENT);
        assert_string_equal(error.code, i < 2 ? "convert.block_colors" : "convert.recording");
        pdk_output_close(output);
        pdk_close(without);
        free(other);
    }
    pdk_close(document);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_colour_for_each_where_all_touch),
        cmocka_unit_test(few_colours_on_a_sheet),
        cmocka_unit_test(any_blocks),
        cmocka_unit_test(pixels_show_the_block_that_is_seen),
        cmocka_unit_test(materials_are_those_of_blocks),
        cmocka_unit_test(refused_where_there_is_no_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
