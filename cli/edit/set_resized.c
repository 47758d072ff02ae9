#include "set_resized.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exit_status.h"
#include "messages.h"

static const pdk_image_info *find_image(const pdk_document *document, const char *path)
{
    char wanted[512];
    for (size_t i = 0; i < pdk_document_image_count(document); i++) {
        const pdk_image_info *image = pdk_document_image_at(document, i);
        snprintf(wanted, sizeof wanted, "entry[%s].image", image->name);
        size_t whole = strlen(path), size = strlen(wanted);
        if (whole >= size && strcmp(path + whole - size, wanted) == 0) return image;
    }
    return NULL;
}

static int fail(const cli_set_pictures *set, const pdk_image_resize *wanted, const pdk_error *error)
{
    for (size_t i = 0; i < set->count && strncmp(error->code, "png.", 4) == 0; i++) {
        if (strcmp(wanted[i].name, error->where) == 0) return cli_fail(cli_file_name(set->waiting[i].art), error);
    }
    return cli_fail(set->file, error);
}

static void note_sizes(const cli_set_pictures *set, const pdk_document *before, const pdk_document *after)
{
    for (size_t i = 0; i < set->count; i++) {
        const pdk_image_info *old = find_image(before, set->waiting[i].path);
        const pdk_image_info *new = find_image(after, set->waiting[i].path);
        if (old == NULL || new == NULL || (old->width == new->width && old->height == new->height)) continue;
        cli_note("%s: %s had %u x %u pixels and gets %u x %u", set->file, old->name, (unsigned)old->width,
                 (unsigned)old->height, (unsigned)new->width, (unsigned)new->height);
    }
}

static pdk_status make(const pdk_document *document, const pdk_image_resize *wanted, size_t count, cli_resized *resized,
                       pdk_error *error)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.format = pdk_document_format(document)->id;
    pdk_status status = pdk_output_memory(&resized->output, error);
    if (status == PDK_OK) status = pdk_images_resize(document, wanted, count, resized->output, error);
    if (status != PDK_OK) return status;
    pdk_bytes bytes = pdk_output_bytes(resized->output);
    return pdk_open_memory(bytes.data, bytes.size, &options, &resized->document, error);
}

int cli_resize_pictures(const cli_set_pictures *set, const pdk_document *document, cli_resized *resized)
{
    *resized = (cli_resized){ 0 };
    pdk_image_resize *wanted = calloc(set->count + 1, sizeof *wanted);
    if (wanted == NULL) return cli_no_memory("pictures");
    for (size_t i = 0; i < set->count; i++) {
        const cli_input *png = &set->waiting[i].png;
        const pdk_image_info *image = find_image(document, set->waiting[i].path);
        wanted[i].name = image != NULL ? image->name : set->waiting[i].path;
        wanted[i].png = png->bytes != NULL ? png->bytes : "";
        wanted[i].png_size = png->size;
    }
    pdk_error error;
    int status = CLI_FINE;
    if (make(document, wanted, set->count, resized, &error) != PDK_OK) status = fail(set, wanted, &error);
    else note_sizes(set, document, resized->document);
    free(wanted);
    return status;
}

void cli_forget_resized(cli_resized *resized)
{
    pdk_close(resized->document);
    pdk_output_close(resized->output);
}
