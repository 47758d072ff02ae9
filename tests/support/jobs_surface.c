/* Everything that is computed about surfaces; what comes of it is written. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "jobs.h"

enum { THREADS = 2, PIXELS = 40, SAMPLES = 200 };

static pdk_surface_options with(const pdk_allocator *allocator)
{
    pdk_surface_options options = PDK_SURFACE_OPTIONS_INIT;
    options.allocator = job_allocator(allocator);
    options.threads = THREADS;
    return options;
}

static pdk_status write_surface(const pdk_document *made, const pdk_allocator *allocator, pdk_output *output,
                                pdk_error *error)
{
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    options.allocator = job_allocator(allocator);
    return pdk_convert(made, "stl", &options, NULL, output, error);
}

typedef struct tiles {
    const pdk_allocator *allocator;
    pdk_output *output;
    pdk_status status;
    pdk_error *error;
} tiles;

static bool take_tile(void *user, int64_t x, int64_t y, const pdk_document *tile)
{
    (void)x;
    (void)y;
    tiles *all = user;
    all->status = write_surface(tile, all->allocator, all->output, all->error);
    return all->status == PDK_OK;
}

static pdk_status tile(const pdk_document *document, const pdk_allocator *allocator, pdk_output *output,
                       pdk_error *error)
{
    pdk_error trouble;
    pdk_surface_options options = with(allocator);
    tiles all = { allocator, output, PDK_OK, &trouble };
    pdk_status status = pdk_surface_tile(document, &options, 3, take_tile, &all, NULL, error);
    if (all.status != PDK_OK) *error = trouble;
    return all.status != PDK_OK ? all.status : status;
}

static pdk_status change(const writing_job *job, const pdk_document *document, const pdk_allocator *allocator,
                         pdk_output *output, pdk_error *error)
{
    static const double box[4] = { -20, -2, 2, 2 };
    const pdk_document *twice[] = { document, document };
    pdk_surface_options options = with(allocator);
    pdk_simplify_options how = PDK_SIMPLIFY_OPTIONS_INIT;
    pdk_document *made = NULL;
    how.error = 0.01;
    pdk_status status;
    if (strcmp(job->path, "smooth") == 0) status = pdk_surface_add_normals(document, &options, &made, NULL, error);
    else if (strcmp(job->path, "fill") == 0) status = pdk_surface_fill(document, &options, 1, &made, NULL, error);
    else if (strcmp(job->path, "crop") == 0) status = pdk_surface_crop(document, &options, box, &made, NULL, error);
    else if (strcmp(job->path, "merge") == 0) status = pdk_surface_merge(twice, 2, &options, 0.01, &made, NULL, error);
    else if (strcmp(job->path, "simplify") == 0)
        status = pdk_surface_simplify(document, &options, &how, &made, NULL, error);
    else return tile(document, allocator, output, error);
    if (status == PDK_OK) status = write_surface(made, allocator, output, error);
    pdk_close(made);
    return status;
}

static bool take_finding(void *user, const pdk_finding *finding)
{
    return pdk_output_write(user, finding->message, strlen(finding->message), NULL) == PDK_OK;
}

static pdk_status measure(const writing_job *job, const pdk_document *document, const pdk_allocator *allocator,
                          pdk_output *output, pdk_error *error)
{
    (void)job;
    pdk_surface surface;
    pdk_surface_options options = with(allocator);
    pdk_surface_stats stats;
    pdk_status status = pdk_document_surface_read(document, 0, &surface, error);
    if (status == PDK_OK) status = pdk_surface_check(&surface, &options, take_finding, output, NULL, NULL, error);
    if (status == PDK_OK) status = pdk_surface_measure(&surface, &options, &stats, error);
    return status == PDK_OK ? pdk_output_write(output, &stats, sizeof stats, error) : status;
}

static pdk_status normals(const writing_job *job, const pdk_document *document, const pdk_allocator *allocator,
                          pdk_output *output, pdk_error *error)
{
    (void)job;
    pdk_surface surface;
    pdk_surface_options options = with(allocator);
    pdk_status status = pdk_document_surface_read(document, 0, &surface, error);
    if (status != PDK_OK) return status;
    size_t size = (size_t)surface.vertex_count * 3 * sizeof(float);
    float *made = malloc(size);
    if (made == NULL) return pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "no room for normals");
    status = pdk_surface_normals(&surface, &options, made, error);
    if (status == PDK_OK) status = pdk_output_write(output, made, size, error);
    free(made);
    return status;
}

static pdk_status raster(const writing_job *job, const pdk_document *document, const pdk_allocator *allocator,
                         pdk_output *output, pdk_error *error)
{
    bool picture = strcmp(job->path, "raster as png") == 0;
    pdk_surface surface;
    pdk_raster *made = NULL;
    pdk_raster_options options = PDK_RASTER_OPTIONS_INIT;
    options.allocator = job_allocator(allocator);
    options.width = options.height = PIXELS;
    options.threads = THREADS;
    pdk_status status = pdk_document_surface_read(document, 0, &surface, error);
    if (status == PDK_OK) status = pdk_raster_create(&surface, &options, &made, error);
    if (status == PDK_OK && picture) status = pdk_raster_write(made, PDK_RASTER_PNG, NULL, output, error);
    if (status == PDK_OK) status = pdk_raster_write(made, PDK_RASTER_ASC, NULL, output, error);
    if (status == PDK_OK) status = pdk_raster_shade(made, PDK_RASTER_SLOPE, THREADS, error);
    if (status == PDK_OK) status = pdk_raster_write(made, PDK_RASTER_TIFF, NULL, output, error);
    if (status == PDK_OK) status = pdk_raster_write_sidecar(made, NULL, output, error);
    pdk_raster_close(made);
    return status;
}

static pdk_status follow(const pdk_height_index *index, pdk_output *output, pdk_error *error)
{
    const pdk_height_index_info *about = pdk_height_index_about(index);
    double path[2][2] = { { about->minimum[0], about->minimum[1] }, { about->maximum[0], about->maximum[1] } };
    const pdk_profile_options how = { .struct_size = sizeof how,
                                      .step = (about->maximum[0] - about->minimum[0]) / SAMPLES,
                                      .has_height = true,
                                      .height = about->maximum[2] };
    static pdk_profile_point points[4 * SAMPLES];
    size_t count = 0;
    pdk_status status =
        pdk_surface_profile(index, (const double(*)[2])path, 2, &how, points, 4 * SAMPLES, &count, error);
    return status == PDK_OK ? pdk_output_write(output, points, count * sizeof points[0], error) : status;
}

/* For the way from the first point to the last. */
static pdk_status index_near(const pdk_surface *surface, const pdk_height_index_options *options,
                             pdk_height_index **index, pdk_error *error)
{
    double path[2][2];
    for (int end = 0; end < 2; end++) {
        for (int axis = 0; axis < 2; axis++)
            path[end][axis] = (double)surface->positions[3 * (size_t)end * (surface->vertex_count - 1) + (size_t)axis];
    }
    return pdk_height_index_create_near(surface, path[0], 2, 2, true, options, index, error);
}

static pdk_status query(const writing_job *job, const pdk_document *document, const pdk_allocator *allocator,
                        pdk_output *output, pdk_error *error)
{
    pdk_surface surface;
    pdk_height_index *index = NULL;
    pdk_surface_comparison *comparison = NULL;
    pdk_height_index_options options = PDK_HEIGHT_INDEX_OPTIONS_INIT;
    pdk_surface_comparison_options comparing = PDK_SURFACE_COMPARISON_OPTIONS_INIT;
    options.allocator = comparing.allocator = job_allocator(allocator);
    options.threads = comparing.threads = THREADS;
    pdk_status status = pdk_document_surface_read(document, 0, &surface, error);
    bool near = strcmp(job->path, "follow near") == 0;
    if (status == PDK_OK && near) status = index_near(&surface, &options, &index, error);
    else if (status == PDK_OK) status = pdk_height_index_create(&surface, &options, &index, error);
    if (status == PDK_OK && (near || strcmp(job->path, "follow") == 0)) {
        status = follow(index, output, error);
    } else if (status == PDK_OK) {
        status = pdk_surface_compare(&surface, index, &comparing, &comparison, error);
        if (status == PDK_OK) {
            const pdk_surface_comparison_info *info = pdk_surface_comparison_about(comparison);
            status = pdk_output_write(output, info->vertical, (size_t)info->count * sizeof(float), error);
        }
    }
    pdk_surface_comparison_close(comparison);
    pdk_height_index_close(index);
    return status;
}

void job_add_surfaces(jobs *all, const uint8_t *surface, size_t size)
{
    static const struct {
        job_run run;
        const char *what;
    } tools[] = { { change, "smooth" }, { change, "crop" },          { change, "fill" },     { change, "tile" },
                  { change, "merge" },  { change, "simplify" },      { measure, "measure" }, { normals, "normals" },
                  { raster, "raster" }, { raster, "raster as png" }, { query, "follow" },    { query, "follow near" },
                  { query, "compare" } };
    for (size_t i = 0; i < sizeof tools / sizeof tools[0]; i++) {
        writing_job *place = job_add_open(all, tools[i].run, "surface", tools[i].what, surface, size);
        place->path = tools[i].what;
        place->caches = true;
        job_drop_unsupported(all);
    }
}
