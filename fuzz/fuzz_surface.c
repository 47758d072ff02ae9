/* A small surface made of any bytes, sound or not, and everything that is computed about surfaces. What is found by an
 * index is what a plain search finds; what is made of a surface is sound and has what the report says. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "surface/vertical_ray.h"
#include "any_surface.h"
#include "explore.h"
#include "fuzz.h"

enum { QUERIES = 12, MAX_HITS = 8, MAX_SAMPLES = 512, MAX_TILES = 4096 };

/* Refused for what the surface is, never for how it was asked. */
static bool went_well(pdk_status status, const pdk_error *error)
{
    if (status == PDK_OK) return true;
    explore_error(status, error, UINT64_MAX);
    return false;
}

/* ------------------------------------------------------------------------------------------------ measured */

static bool count_finding(void *user, const pdk_finding *finding)
{
    require(finding->code[0] != '\0' && finding->message[0] != '\0' && finding->where != NULL);
    ++*(uint64_t *)user;
    return true;
}

static void measure(const pdk_surface *surface)
{
    pdk_surface_stats stats, again;
    pdk_error error;
    uint64_t told = 0, total = 0;
    if (went_well(pdk_surface_measure(surface, &any_surface_options, &stats, &error), &error)) {
        require(stats.points == surface->vertex_count && stats.triangles == surface->triangle_count);
        require(stats.edges.total == stats.edges.shared + stats.edges.boundary + stats.edges.non_manifold);
        require(stats.triangles_not_finite + stats.triangles_out_of_range ==
                surface->triangle_count - any_surface_sound_triangles(surface));
        require(went_well(
            pdk_surface_check(surface, &any_surface_options, count_finding, &told, &total, &again, &error), &error));
        require(told <= total && again.edges.total == stats.edges.total && again.components == stats.components);
        require(again.duplicate_points == stats.duplicate_points && again.euler == stats.euler);
    }
    float *normals = malloc((size_t)surface->vertex_count * 12 + 1);
    require(normals != NULL);
    if (went_well(pdk_surface_normals(surface, &any_surface_options, normals, &error), &error)) {
        for (uint64_t i = 0; i < surface->vertex_count; i++) {
            double x = (double)normals[3 * i], y = (double)normals[3 * i + 1], z = (double)normals[3 * i + 2];
            require(fabs(x * x + y * y + z * z - 1) < 1e-5);
        }
    }
    free(normals);
}

/* ------------------------------------------------------------------------------------------------- changed */

/* A result is whole and all its triangles are sound; closes it. */
static void look_at(pdk_document *made, const pdk_surface_report *report)
{
    pdk_surface surface;
    require(pdk_document_surface_read(made, 0, &surface, NULL) == PDK_OK);
    require(surface.triangle_count == any_surface_sound_triangles(&surface));
    if (report != NULL) require(surface.vertex_count == report->points && surface.triangle_count == report->triangles);
    pdk_close(made);
}

typedef struct tiled {
    uint64_t triangles, tiles;
} tiled;

static bool take_tile(void *user, int64_t x, int64_t y, const pdk_document *tile)
{
    (void)x;
    (void)y;
    tiled *all = user;
    pdk_surface surface;
    require(pdk_document_surface_read(tile, 0, &surface, NULL) == PDK_OK);
    require(surface.triangle_count == any_surface_sound_triangles(&surface) &&
            surface.triangle_count + surface.vertex_count > 0);
    all->triangles += surface.triangle_count;
    return ++all->tiles < MAX_TILES;
}

static void change(const pdk_document *document, const pdk_surface *surface, const any_choices *chosen)
{
    pdk_surface_report report;
    pdk_document *made = NULL;
    pdk_error error;
    uint64_t whole = any_surface_sound_triangles(surface);
    if (went_well(pdk_surface_add_normals(document, &any_surface_options, &made, &report, &error), &error)) {
        require(report.triangles == whole && report.triangles_unsound == surface->triangle_count - whole);
        look_at(made, &report);
    }
    double side = ldexp(1 + chosen->size % 16, chosen->size / 16 - 4), box[4] = { -side, -2 * side, 3 * side, side };
    if (went_well(pdk_surface_crop(document, &any_surface_options, box, &made, &report, &error), &error)) {
        require(report.triangles + report.triangles_outside == whole);
        look_at(made, &report);
    }
    tiled all = { 0 };
    pdk_status status = pdk_surface_tile(document, &any_surface_options, side, take_tile, &all, &report, &error);
    if (went_well(status, &error)) require(all.triangles == whole && report.triangles == whole);
    const pdk_document *both[2] = { document, document };
    double weld = chosen->weld == 0 ? -1 : (chosen->weld - 1) / 64.0;
    if (went_well(pdk_surface_merge(both, 2, &any_surface_options, weld, &made, &report, &error), &error)) {
        require(report.triangles + report.triangles_collapsed == 2 * whole);
        require(weld < 0 || report.points_joined > 0 || surface->vertex_count == 0 || whole == 0);
        look_at(made, &report);
    }
    pdk_simplify_options how = PDK_SIMPLIFY_OPTIONS_INIT;
    how.error = ldexp(1 + chosen->error % 8, chosen->error / 8 % 16 - 8);
    how.lock_border = chosen->error >= 128;
    status = pdk_surface_simplify(document, &any_surface_options, &how, &made, &report, &error);
    if (status == PDK_E_UNSUPPORTED) return;
    if (went_well(status, &error)) {
        require(report.triangles <= whole && report.deviation_max <= how.error);
        look_at(made, &report);
    }
}

/* ------------------------------------------------------------------------------------------------- queried */

/* The layer nearest to z, by asking every triangle. */
static bool search(const pdk_surface *surface, double x, double y, double z, pdk_surface_hit *best)
{
    double minimum = INFINITY;
    if (isnan(x) || isnan(y)) return false;
    for (uint64_t i = 0; i < surface->triangle_count; i++) {
        double height;
        if (!any_surface_is_sound(surface, i)) continue;
        pdk_triangle_corners corners = pdk_corners_of(surface, i);
        if (pdk_ray_intersect(&corners, x, y, &height) == PDK_RAY_MISS || !(fabs(height - z) < minimum)) continue;
        minimum = fabs(height - z);
        *best = (pdk_surface_hit){ .z = height, .triangle = i };
    }
    return minimum < INFINITY;
}

/* An index for these points alone says there what the whole one says. */
static void query_some(const pdk_surface *surface, const pdk_height_index *index, double (*points)[3])
{
    pdk_height_index *some = NULL;
    pdk_error error;
    require(pdk_height_index_create_near(surface, points[0], QUERIES / 4, 3, false, NULL, &some, &error) == PDK_OK);
    for (size_t i = 0; i < QUERIES / 4; i++) {
        double x = points[i][0], y = points[i][1], z = isfinite(points[i][2]) ? points[i][2] : 0;
        pdk_surface_hit hits[2];
        bool found = pdk_surface_query_near(index, x, y, z, NULL, &hits[0]);
        require(pdk_surface_query_near(some, x, y, z, NULL, &hits[1]) == found);
        if (found)
            require(hits[0].triangle == hits[1].triangle && memcmp(&hits[0].z, &hits[1].z, sizeof hits[0].z) == 0);
    }
    pdk_height_index_close(some);
}

/* At points, between them, and at what is left of the bytes. */
static void query(const pdk_surface *surface, const pdk_height_index *index, any_bytes *from, const any_choices *chosen)
{
    pdk_surface_hint hint = PDK_SURFACE_HINT_INIT;
    double points[QUERIES][3];
    pdk_surface_hit many[QUERIES];
    for (size_t i = 0; i < QUERIES; i++) {
        for (size_t axis = 0; axis < 3; axis++) {
            size_t a = i % surface->vertex_count, b = (i * 7 + 1) % surface->vertex_count;
            double first = (double)surface->positions[3 * a + axis], second = (double)surface->positions[3 * b + axis];
            points[i][axis] = i < QUERIES / 3       ? first
                              : i < 2 * QUERIES / 3 ? first + (second - first) / 2
                                                    : (double)any_coordinate(from, chosen->coordinates);
        }
    }
    query_some(surface, index, points + QUERIES / 3);
    double places[QUERIES][2], heights[QUERIES];
    for (size_t i = 0; i < QUERIES; i++) {
        memcpy(places[i], points[i], sizeof places[i]);
        heights[i] = points[i][2];
    }
    pdk_surface_query_many(index, (const double(*)[2])places, chosen->spare % 2 == 0 ? heights : NULL, QUERIES, many);
    for (size_t i = 0; i < QUERIES; i++) {
        double x = points[i][0], y = points[i][1], z = isfinite(points[i][2]) ? points[i][2] : 0;
        pdk_surface_hit hits[MAX_HITS], near, best = { 0 };
        size_t count = pdk_surface_query(index, x, y, NULL, hits, MAX_HITS), kept = count < MAX_HITS ? count : MAX_HITS;
        require(pdk_surface_query(index, x, y, &hint, NULL, 0) == count);
        for (size_t k = 1; k < kept; k++) require(hits[k - 1].z >= hits[k].z);
        bool found = search(surface, x, y, z, &best);
        require(pdk_surface_query_near(index, x, y, z, &hint, &near) == found && found == (count > 0));
        if (found) require(fabs(near.z - z) <= fabs(best.z - z) && near.triangle == best.triangle);
        require((many[i].triangle != PDK_NO_TRIANGLE) == found);
    }
}

static void follow(const pdk_surface *surface, const pdk_height_index *index, const any_choices *chosen)
{
    static pdk_profile_point samples[MAX_SAMPLES];
    double path[3][2], heights[MAX_SAMPLES], step = ldexp(1, chosen->pixels % 16 - 6);
    const pdk_profile_options highest = { .struct_size = sizeof highest, .step = step },
                              lowest = { .struct_size = sizeof lowest, .step = step, .has_height = true };
    for (size_t i = 0; i < 3; i++) {
        for (size_t axis = 0; axis < 2; axis++)
            path[i][axis] = (double)surface->positions[3 * (i % surface->vertex_count) + axis];
    }
    size_t count = 0;
    pdk_error error;
    pdk_status status = pdk_surface_profile(index, (const double(*)[2])path, 3, &highest, NULL, 0, &count, &error);
    if (!went_well(status, &error) || count > MAX_SAMPLES) return;
    require(pdk_surface_profile(index, (const double(*)[2])path, 3, &highest, samples, MAX_SAMPLES, &count, &error) ==
            PDK_OK);
    for (size_t i = 0; i < count; i++) heights[i] = samples[i].z;
    static pdk_profile_point others[MAX_SAMPLES];
    pdk_height_index *some = NULL;
    require(pdk_height_index_create_near(surface, path[0], 3, 2, true, NULL, &some, &error) == PDK_OK);
    require(pdk_surface_profile(index, (const double(*)[2])path, 3, &lowest, samples, MAX_SAMPLES, &count, &error) ==
            PDK_OK);
    require(pdk_surface_profile(some, (const double(*)[2])path, 3, &lowest, others, MAX_SAMPLES, &count, &error) ==
            PDK_OK);
    require(memcmp(samples, others, count * sizeof samples[0]) == 0);
    pdk_height_index_close(some);
    pdk_roughness roughness;
    went_well(pdk_roughness_of(heights, count, step, &roughness, &error), &error);
}

/* Each pixel is what a query at its centre gives. */
static void draw(const pdk_surface *surface, const pdk_height_index *index, const any_choices *chosen)
{
    pdk_raster_options options = PDK_RASTER_OPTIONS_INIT;
    options.width = 1 + chosen->pixels % 32;
    options.height = 1 + chosen->pixels / 32;
    options.lowest = chosen->weld % 2 == 1;
    options.threads = 1;
    pdk_raster *raster = NULL;
    pdk_error error;
    if (!went_well(pdk_raster_create(surface, &options, &raster, &error), &error)) return;
    const pdk_raster_info *info = pdk_raster_about(raster);
    require(info->width <= options.width && info->height <= options.height);
    for (uint32_t row = 0; row < info->height; row++) {
        for (uint32_t column = 0; column < info->width; column++) {
            double x = info->west + (column + 0.5) * info->size, y = info->north - (row + 0.5) * info->size;
            pdk_surface_hit hits[MAX_HITS];
            size_t count = pdk_surface_query(index, x, y, NULL, hits, MAX_HITS);
            float value = info->values[(size_t)row * info->width + column];
            if (count > MAX_HITS) continue;
            require(isnan(value) == (count == 0));
            if (count == 0) continue;
            double z = hits[options.lowest ? count - 1 : 0].z; /* of touches that differ by less than the precision of
                                                                * floats, any */
            require(fabs((double)value - z) <= 0x1p-21 * fabs(z) + 1e-30);
        }
    }
    pdk_raster_format formats[] = { PDK_RASTER_ASC, PDK_RASTER_TIFF };
    for (size_t i = 0; i < 2; i++) {
        pdk_output *output = memory_output();
        went_well(pdk_raster_write(raster, formats[i], NULL, output, &error), &error);
        pdk_output_close(output);
    }
    went_well(pdk_raster_shade(raster, chosen->weld % 4 < 2 ? PDK_RASTER_SLOPE : PDK_RASTER_HILLSHADE, 1, &error),
              &error);
    pdk_raster_close(raster);
}

static void compare(const pdk_surface *surface, const pdk_height_index *index)
{
    pdk_surface_comparison_options options = PDK_SURFACE_COMPARISON_OPTIONS_INIT;
    options.threads = 1;
    pdk_surface_comparison *comparison = NULL;
    pdk_error error;
    if (!went_well(pdk_surface_compare(surface, index, &options, &comparison, &error), &error)) return;
    const pdk_surface_comparison_info *info = pdk_surface_comparison_about(comparison);
    require(info->count == surface->vertex_count && info->covered + info->not_finite <= info->count);
    uint64_t counted = info->below + info->above;
    for (size_t i = 0; i < PDK_SURFACE_COMPARISON_BINS; i++) counted += info->bins[i];
    require(counted == info->covered);
    pdk_surface_comparison_close(comparison);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    any_bytes from = { data, size, 0 };
    any_choices chosen;
    if (!any_choose(&from, &chosen)) return 0;
    pdk_document *document = any_surface(&from, &chosen);
    pdk_surface surface;
    pdk_error error;
    require(pdk_document_surface_read(document, 0, &surface, &error) == PDK_OK);
    measure(&surface);
    change(document, &surface, &chosen);
    pdk_height_index_options options = PDK_HEIGHT_INDEX_OPTIONS_INIT;
    options.threads = 1;
    pdk_height_index *index = NULL;
    require(pdk_height_index_create(&surface, &options, &index, &error) == PDK_OK);
    if (surface.vertex_count > 0) {
        query(&surface, index, &from, &chosen);
        follow(&surface, index, &chosen);
        draw(&surface, index, &chosen);
        compare(&surface, index);
    }
    pdk_height_index_close(index);
    pdk_close(document);
    return 0;
}
