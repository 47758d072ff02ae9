/* Images of a document as PNG: one to an output, many to files on all processors. */
#include <string.h>

#include "base/parallel.h"
#include "io/output.h"
#include "io/output_group.h"
#include "model/document.h"
#include "model/document_life.h"
#include "platform/folders.h"
#include "platform/path.h"
#include "png/png.h"

static bool is_opaque(const uint8_t *rgba, size_t pixels)
{
    for (size_t i = 0; i < pixels; i++) {
        if (rgba[i * 4 + 3] != 255) return false;
    }
    return true;
}

/* Without what says nothing: three samples a pixel, in place. */
static void drop_alpha(uint8_t *rgba, size_t pixels)
{
    for (size_t i = 0; i < pixels; i++) memmove(rgba + i * 3, rgba + i * 4, 3);
}

static pdk_status write_decoded(const pdk_document *document, size_t index, const pdk_image_info *info,
                                pdk_memory *memory, pdk_output *output, pdk_error *error)
{
    uint8_t *rgba = pdk_alloc_array(memory, (uint64_t)info->width * info->height, 4);
    if (rgba == NULL) return pdk_fail_memory(error, memory, "the pixels of an image");
    size_t pixels = (size_t)info->width * info->height;
    pdk_status status = pdk_document_image_read(document, index, rgba, pixels * 4, error);
    if (status != PDK_OK) return status;
    bool opaque = is_opaque(rgba, pixels);
    if (opaque) drop_alpha(rgba, pixels);
    return pdk_png_write(opaque ? PDK_PNG_RGB : PDK_PNG_RGBA, rgba, (pdk_png_shape){ info->width, info->height, 0 },
                         memory, output, error);
}

pdk_status pdk_image_write_png(const pdk_document *document, size_t index, pdk_output *output, pdk_error *error)
{
    PDK_HOLD(document);
    PDK_HOLD_OUTPUT(output);
    if (document == NULL || output == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "an image needs a document and an output");
    const pdk_image_info *info = pdk_document_image_at(document, index);
    if (info == NULL) return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "there is no image %zu", index);
    pdk_memory memory;
    pdk_memory_init(&memory, &document->memory.allocator, document->limits.memory);
    pdk_status status = write_decoded(document, index, info, &memory, output, error);
    pdk_memory_destroy(&memory);
    return status;
}

/* --------------------------------------------------------------------------------------------------- files */

typedef struct gallery {
    const pdk_document *document;
    pdk_image_file *files;
} gallery;

static void write_file(const pdk_document *document, pdk_image_file *file)
{
    pdk_output *output = NULL;
    pdk_error *error = &file->error;
    pdk_output_options options = PDK_OUTPUT_OPTIONS_INIT;
    options.inputs = document->listeners.inputs;
    pdk_status status = pdk_output_file_with(file->path, &options, &output, error);
    if (status == PDK_OK) status = pdk_image_write_png(document, file->image, output, error);
    if (status == PDK_OK) status = pdk_output_finish(output, error);
    pdk_output_close(output);
    if (status == PDK_OK) *error = (pdk_error){ .offset = PDK_NO_OFFSET };
}

static void write_files(void *user, size_t thread, uint64_t first, uint64_t count)
{
    (void)thread;
    const gallery *all = user;
    for (uint64_t i = first; i < first + count; i++) write_file(all->document, &all->files[i]);
}

static bool same_folder(const char *a, const char *b)
{
    size_t size = pdk_path_folder_size(a);
    return size == pdk_path_folder_size(b) && memcmp(a, b, size) == 0;
}

/* Once a folder: else a power cut could leave some of the files of before. */
static void store_names(const pdk_image_file *files, size_t count)
{
    const char *stored = NULL;
    for (size_t i = 0; i < count; i++) {
        if (files[i].error.status != PDK_OK || (stored != NULL && same_folder(stored, files[i].path))) continue;
        pdk_folder_store_names(files[i].path, NULL);
        stored = files[i].path;
    }
}

pdk_status pdk_images_write_png(const pdk_document *document, pdk_image_file *files, size_t count,
                                pdk_progress progress, void *progress_user, pdk_error *error)
{
    PDK_HOLD(document);
    if (document == NULL || (files == NULL && count > 0))
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "images need a document and files");
    for (size_t i = 0; i < count; i++) pdk_fail_cancelled(&files[i].error); /* until it is its turn */
    gallery all = { document, files };
    pdk_parallel job = { .count = count,
                         .piece = 1,
                         .threads = pdk_processors() + PDK_WAITING_THREADS,
                         .work = write_files,
                         .user = &all,
                         .progress = progress,
                         .progress_user = progress_user };
    bool all_written = pdk_parallel_run(&job);
    store_names(files, count);
    if (!all_written) return pdk_fail_cancelled(error);
    for (size_t i = 0; i < count; i++) {
        if (files[i].error.status == PDK_OK) continue;
        if (error != NULL) *error = files[i].error;
        return files[i].error.status;
    }
    return PDK_OK;
}
