/* The textures of a scene as PNG, each on some thread. */
#include <string.h>

#include "base/parallel.h"
#include "png/png.h"
#include "target/scene_view.h"

/* The fastest: higher levels take up to twice as long, and the file gets a hundredth smaller. */
enum { LEVEL = 1 };

/* One grey pixel, for a picture that cannot be made. */
static const uint8_t gray_pixel[] = {
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52, 0x00,
    0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00, 0x00, 0x3A, 0x7E, 0x9B, 0x55, 0x00,
    0x00, 0x00, 0x0A, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0x68, 0x00, 0x00, 0x00, 0x82, 0x00, 0x81,
    0x77, 0xCD, 0x72, 0xB6, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
};

typedef struct pictures_job {
    pdk_scene_view *view;
    pdk_scene_picture_file *pictures;
    struct picture_result {
        pdk_status status;
        pdk_error error;
    } * results; /* of each texture */
} pictures_job;

/* Pictures that are PNG or JPEG already are taken as they are. */
static pdk_status copy(const pdk_scene_view *view, const pdk_image_entry *entry, const pdk_document *document,
                       pdk_scene_picture_file *picture, pdk_error *error)
{
    pdk_bytes bytes;
    pdk_status status = entry->encoded(document, entry->state, view->job->memory, &bytes, error);
    picture->media_type = entry->media_type;
    return status == PDK_OK ? pdk_output_write(picture->output, bytes.data, bytes.size, error) : status;
}

static pdk_status make(const pdk_scene_view *view, size_t number, pdk_scene_picture_file *picture, pdk_error *error)
{
    const pdk_scene *scene = &view->scene;
    const pdk_scene_texture *texture = pdk_scene_texture_at(scene, number);
    pdk_memory *memory = view->job->memory;
    const pdk_image_entry *entry = (const pdk_image_entry *)texture->document->images.items + texture->image;
    picture->media_type = "image/png";
    if (entry->encoded != NULL) return copy(view, entry, texture->document, picture, error);
    uint8_t *rgba = pdk_alloc_array(memory, (uint64_t)texture->width * texture->height, 4);
    if (rgba == NULL) return pdk_fail_memory(error, memory, "a picture");
    pdk_status status = pdk_scene_picture(scene, number, rgba, &picture->cut_out, error);
    if (status == PDK_OK) {
        status = pdk_png_write_compact(rgba, (pdk_png_shape){ texture->width, texture->height, LEVEL }, memory,
                                       picture->output, error);
    }
    pdk_free(memory, rgba);
    return status;
}

static void make_pictures(void *user, size_t thread, uint64_t first, uint64_t count)
{
    pictures_job *job = user;
    (void)thread;
    for (uint64_t i = first; i < first + count; i++) {
        job->results[i].status = make(job->view, (size_t)i, &job->pictures[i], &job->results[i].error);
    }
}

/* Without memory it cannot continue; a damaged picture is replaced. */
static pdk_status mend(const pdk_scene_view *view, size_t number, pdk_scene_picture_file *picture,
                       const struct picture_result *result, pdk_error *error)
{
    if (result->status == PDK_OK) return PDK_OK;
    if (result->status == PDK_E_MEMORY || result->status == PDK_E_LIMIT) {
        if (error != NULL) *error = result->error;
        return result->status;
    }
    bool none = strcmp(result->error.code, "png.absent") == 0; /* the same of every picture: said once */
    if (!none || number == 0) {
        pdk_export_note(view->job, PDK_WARNING, "scene.picture", "%s left out: a grey point stands for %s: %.150s",
                        none ? "pictures are" : pdk_scene_texture_at(&view->scene, number)->name, none ? "each" : "it",
                        result->error.message);
    }
    view->job->report->dropped++;
    pdk_output_close(picture->output);
    picture->output = NULL;
    picture->cut_out = false;
    picture->media_type = "image/png";
    pdk_status status = pdk_output_memory(&picture->output, error);
    return status == PDK_OK ? pdk_output_write(picture->output, gray_pixel, sizeof gray_pixel, error) : status;
}

static pdk_status make_all(pdk_scene_view *view, pdk_scene_picture_file *pictures, pdk_error *error)
{
    size_t count = view->scene.textures.count;
    pictures_job job = { .view = view,
                         .pictures = pictures,
                         .results = pdk_alloc_array(view->job->memory, count, sizeof *job.results) };
    if (job.results == NULL) return pdk_fail_memory(error, view->job->memory, "pictures");
    for (size_t i = 0; i < count; i++) {
        pdk_status status = pdk_output_memory(&pictures[i].output, error);
        if (status != PDK_OK) return status;
    }
    pdk_parallel_run(&(pdk_parallel){ .count = count, .piece = 1, .work = make_pictures, .user = &job });
    for (size_t i = 0; i < count; i++) {
        pdk_status status = mend(view, i, &pictures[i], &job.results[i], error);
        if (status != PDK_OK) return status;
    }
    return PDK_OK;
}

pdk_status pdk_scene_pictures_make(pdk_scene_view *view, pdk_scene_picture_file **pictures, pdk_error *error)
{
    *pictures = pdk_alloc_array(view->job->memory, view->scene.textures.count, sizeof **pictures);
    if (*pictures == NULL) return pdk_fail_memory(error, view->job->memory, "pictures");
    return make_all(view, *pictures, error);
}

void pdk_scene_pictures_free(const pdk_scene_view *view, pdk_scene_picture_file *pictures)
{
    for (size_t i = 0; pictures != NULL && i < view->scene.textures.count; i++) pdk_output_close(pictures[i].output);
}
