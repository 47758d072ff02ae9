#include "picture.h"

#include <stdio.h>
#include <string.h>

maker bitmap_of(uint8_t code, unsigned width, unsigned height, unsigned count, size_t *colors)
{
    static const uint8_t bits[128] = {
        [0x7B] = 8, [0x78] = 16, [0x7E] = 16, [0x6D] = 16, [0x7F] = 24, [0x7D] = 32, [0x7A] = 4, [0x79] = 4, [0x40] = 4
    };
    size_t pixels = ((size_t)width * bits[code] + 7) / 8 * height, palette = (0x30 + pixels + 3) & ~(size_t)3;
    maker made = set_of(2, palette + (count > 0 ? 16 + count * 3 : 0));
    put_line(&made, 0, "aaaa", 0x20);
    put_block(&made, 0x20, code, 0, width, height);
    if (count > 0) {
        put_line(&made, 1, "!pal", (uint32_t)palette);
        put_block(&made, palette, 0x24, 0, count, 3);
        store_u16(made.bytes + palette + 8, count);
    } else {
        put_line(&made, 1, "bbbb", 0x20); /* a second name for the same bitmap */
    }
    if (colors != NULL) *colors = palette + 16;
    return made;
}

static void begin(const maker *made, pdk_document **document, pdk_edit **edit)
{
    pdk_error error = { 0 };
    *document = open_bytes_or_fail(made->bytes, made->size);
    assert_ok(pdk_edit_open(*document, edit, &error), error);
}

/* The edited file, over `bytes`. */
static void take(pdk_document *document, pdk_edit *edit, uint8_t *bytes)
{
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    assert_ok(pdk_edit_write(edit, output, &error), error);
    memcpy(bytes, pdk_output_bytes(output).data, pdk_output_bytes(output).size);
    pdk_output_close(output);
    pdk_edit_close(edit);
    pdk_close(document);
}

void put_picture(maker *made, const char *name, const uint8_t *rgba, unsigned width, unsigned height, size_t from,
                 size_t to)
{
    pdk_document *document;
    pdk_edit *edit;
    pdk_error error = { 0 };
    maker before = *made;
    char path[64];
    snprintf(path, sizeof path, "entry[%s].image", name);
    begin(&before, &document, &edit);
    assert_ok(pdk_edit_set_image(edit, path, rgba, width, height, &error), error);
    take(document, edit, made->bytes);
    assert_memory_equal(made->bytes, before.bytes, from);
    assert_memory_equal(made->bytes + to, before.bytes + to, made->size - to);
}

pdk_status try_picture(const maker *made, const char *path, const uint8_t *rgba, unsigned width, unsigned height,
                       pdk_error *error)
{
    pdk_document *document;
    pdk_edit *edit;
    maker after = *made;
    begin(made, &document, &edit);
    pdk_status status = pdk_edit_set_image(edit, path, rgba, width, height, error);
    take(document, edit, after.bytes);
    assert_memory_equal(made->bytes, after.bytes, made->size);
    return status;
}
