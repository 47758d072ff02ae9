/* Pictures put into a file: "entry[0/3/A000].image". */
#include <stdio.h>
#include <string.h>

#include "base/nearest_name.h"
#include "edit/edit.h"
#include "png/png_read.h"

static const char opening[] = "entry[", closing[] = "].image";

/* The name between the brackets, or NULL when the path is no image's. */
static const char *image_name(const pdk_edit *edit, const char *path, size_t *length)
{
    const char *id = edit->document->info->id;
    size_t prefix = strlen(id), size;
    if (strncmp(path, id, prefix) == 0 && path[prefix] == '.') path += prefix + 1;
    size = strlen(path);
    if (size < sizeof opening + sizeof closing - 2 || strncmp(path, opening, sizeof opening - 1) != 0) return NULL;
    if (strcmp(path + size - (sizeof closing - 1), closing) != 0) return NULL;
    *length = size - (sizeof opening + sizeof closing - 2);
    return path + sizeof opening - 1;
}

bool pdk_edit_names_image(const pdk_edit *edit, const char *path)
{
    size_t length;
    return image_name(edit, path, &length) != NULL;
}

static const pdk_image_entry *image_at(const pdk_document *document, size_t index)
{
    return (const pdk_image_entry *)document->images.items + index;
}

/* An entry that is there but is no picture: what it is instead. */
static bool describe_entry(const pdk_document *document, const char *name, char *what, size_t capacity)
{
    const pdk_services *services = document->services;
    pdk_picture_entry entry;
    if (services == NULL || services->picture_entry == NULL || !services->picture_entry(document, name, &entry))
        return false;
    snprintf(what, capacity, "\"%.60s\" is not a picture that Paddock can read or write (its kind: %s)", name,
             entry.kind);
    return true;
}

pdk_status pdk_edit_fail_unknown(const pdk_document *document, const char *name, const char *path, pdk_error *error)
{
    char message[256];
    pdk_nearest_name nearest = { .wanted = name };
    for (size_t i = 0; i < document->images.count; i++)
        pdk_nearest_name_offer(&nearest, image_at(document, i)->info.name);
    if (document->images.count == 0) {
        snprintf(message, sizeof message, "this file has no pictures");
    } else if (!describe_entry(document, name, message, sizeof message)) {
        snprintf(message, sizeof message, "this file has no picture \"%.60s\"", name);
        size_t at = strlen(message);
        if (nearest.best != NULL) snprintf(message + at, sizeof message - at, "; did you mean \"%s\"?", nearest.best);
    }
    return pdk_fail_where(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "set.unknown", path, "%s", message);
}

pdk_status pdk_edit_find_image(pdk_edit *edit, const char *path, const pdk_image_entry **image, pdk_error *error)
{
    pdk_status status = pdk_edit_may_change(edit, error);
    if (status != PDK_OK) return status;
    const pdk_document *document = edit->document;
    size_t length;
    const char *name = image_name(edit, path, &length);
    if (name == NULL) {
        return pdk_fail_where(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "set.unknown", path,
                              "the path of a picture is entry[NAME].image; `paddock info` lists the names");
    }
    for (size_t i = 0; i < document->images.count; i++) {
        *image = image_at(document, i);
        const char *found = (*image)->info.name;
        if (strlen(found) != length || memcmp(found, name, length) != 0) continue;
        if ((*image)->encode != NULL) return PDK_OK;
        return pdk_fail_where(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "edit.unsupported", path,
                              "pictures of %s files can be read, but not replaced", document->info->id);
    }
    char *wanted = pdk_text_printf(&edit->memory, "%.*s", (int)length, name);
    if (wanted == NULL) return pdk_fail_memory(error, &edit->memory, "a name");
    status = pdk_edit_fail_unknown(document, wanted, path, error);
    pdk_free(&edit->memory, wanted);
    return status;
}

pdk_status pdk_edit_check_image_size(const pdk_image_entry *image, uint32_t width, uint32_t height, pdk_error *error)
{
    if (image->info.width == width && image->info.height == height) return PDK_OK;
    return pdk_fail_where(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "set.image.size", image->info.name,
                          "the picture has %u x %u pixels, but %.80s has %u x %u: both must be the same",
                          (unsigned)width, (unsigned)height, image->info.name, (unsigned)image->info.width,
                          (unsigned)image->info.height);
}

uint8_t *pdk_edit_copy_bytes(const pdk_edit *edit, pdk_memory *memory, uint64_t offset, uint64_t size)
{
    uint8_t *bytes = pdk_alloc_raw(memory, (size_t)size);
    if (bytes != NULL) pdk_edit_read_bytes(edit, offset, bytes, (size_t)size);
    return bytes;
}

pdk_image_loss pdk_edit_measure_loss(const uint8_t *wanted, const uint8_t *got, uint64_t pixels)
{
    pdk_image_loss loss = { .pixels = pixels };
    for (uint64_t i = 0; i < pixels; i++, wanted += 4, got += 4) {
        uint8_t maximum = 0;
        for (size_t c = wanted[3] == 0 || got[3] == 0 ? 3 : 0; c < 4; c++) {
            uint8_t off = (uint8_t)(wanted[c] > got[c] ? wanted[c] - got[c] : got[c] - wanted[c]);
            maximum = off > maximum ? off : maximum;
        }
        loss.inexact += maximum > 0;
        loss.mean += maximum;
        loss.largest = maximum > loss.largest ? maximum : loss.largest;
    }
    if (loss.inexact > 0) loss.mean /= (double)loss.inexact;
    return loss;
}

static pdk_status put(pdk_edit *edit, const pdk_image_entry *image, const uint8_t *rgba, pdk_memory *memory,
                      pdk_error *error)
{
    uint64_t pixels = (uint64_t)image->info.width * image->info.height;
    pdk_image_place place;
    pdk_status status = image->place(edit->document, image->state, &place, error);
    if (status != PDK_OK) return status;
    uint8_t *stored = pdk_edit_copy_bytes(edit, memory, place.offset, place.size), *colors = NULL;
    if (place.colors_size > 0) colors = pdk_edit_copy_bytes(edit, memory, place.colors_offset, place.colors_size);
    uint8_t *got = pdk_alloc_array(memory, pixels, 4);
    if (stored == NULL || got == NULL || (place.colors_size > 0 && colors == NULL))
        return pdk_fail_memory(error, memory, "a picture");
    status = image->encode(edit->document, image->state, colors, rgba, stored, memory, error);
    if (status == PDK_OK && !pdk_edit_write_bytes(edit, place.offset, stored, (size_t)place.size)) {
        status = pdk_fail_memory(error, &edit->memory, "a change");
    }
    if (status != PDK_OK) return status;
    image->show(image->state, colors, stored, got);
    edit->loss = pdk_edit_measure_loss(rgba, got, pixels);
    return PDK_OK;
}

pdk_image_loss pdk_edit_image_loss(const pdk_edit *edit)
{
    return edit != NULL ? edit->loss : (pdk_image_loss){ 0 };
}

pdk_status pdk_edit_set_image(pdk_edit *edit, const char *path, const uint8_t *rgba, uint32_t width, uint32_t height,
                              pdk_error *error)
{
    if (edit == NULL || path == NULL || rgba == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "replacing a picture needs an edit, a path and pixels");
    const pdk_image_entry *image;
    pdk_status status = pdk_edit_find_image(edit, path, &image, error);
    if (status == PDK_OK) status = pdk_edit_check_image_size(image, width, height, error);
    if (status != PDK_OK) return status;
    pdk_memory memory; /* of this call alone */
    pdk_memory_init(&memory, &edit->memory.allocator, edit->document->limits.memory);
    status = put(edit, image, rgba, &memory, error);
    pdk_memory_destroy(&memory);
    return status;
}

pdk_status pdk_edit_set_image_png(pdk_edit *edit, const char *path, const void *png, size_t size, pdk_error *error)
{
    if (edit == NULL || path == NULL || png == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "replacing a picture needs an edit, a path and a PNG");
    const pdk_image_entry *image;
    pdk_picture picture;
    pdk_status status = pdk_edit_find_image(edit, path, &image, error);
    if (status != PDK_OK) return status;
    pdk_memory memory;
    pdk_memory_init(&memory, &edit->memory.allocator, edit->document->limits.memory);
    status = pdk_png_size(png, size, &memory, &picture, error); /* before anything is made of it */
    if (status == PDK_OK) status = pdk_edit_check_image_size(image, picture.width, picture.height, error);
    if (status == PDK_OK) status = pdk_png_read(png, size, &memory, &picture, error);
    if (status == PDK_OK) status = put(edit, image, picture.rgba, &memory, error);
    pdk_memory_destroy(&memory);
    return status;
}
