#include "format/fam/fam_writer.h"

#include <string.h>

#include "format/fam/fam_index.h"
#include "format/fam/fam_layout.h"
#include "format/fam/fam_paint.h"

enum { COLORS = 256 };

size_t pdk_fam_append(pdk_fam_writer *writer, size_t size)
{
    if (!writer->failed && writer->size + size > writer->capacity) {
        size_t capacity = (writer->size + size) * 2;
        uint8_t *data = pdk_realloc(writer->memory, writer->data, capacity);
        writer->failed = data == NULL;
        if (data != NULL) {
            writer->data = data;
            writer->capacity = capacity;
        }
    }
    if (writer->failed) return 0;
    size_t offset = writer->size;
    memset(writer->data + offset, 0, size);
    writer->size += size;
    return offset;
}

void pdk_fam_put(pdk_fam_writer *writer, const pdk_record *record, size_t offset, const char *field, double value)
{
    if (!writer->failed && !pdk_put(record, writer->data + offset, field, value)) writer->failed = true;
}

void pdk_fam_put_name(pdk_fam_writer *writer, const pdk_record *record, size_t offset, const char *field,
                      const char *text)
{
    if (!writer->failed && !pdk_put_string(record, writer->data + offset, field, text)) writer->failed = true;
}

static void pad(pdk_fam_writer *writer)
{
    pdk_fam_append(writer, (4 - writer->size % 4) % 4);
}

size_t pdk_fam_begin_family(pdk_fam_writer *writer, uint32_t count)
{
    size_t family = pdk_fam_append(writer, pdk_wwww_header.size + (size_t)pdk_wwww_child.size * count);
    pdk_fam_put_name(writer, &pdk_wwww_header, family, "magic", "wwww");
    pdk_fam_put(writer, &pdk_wwww_header, family, "child_count", count);
    return family;
}

void pdk_fam_child(pdk_fam_writer *writer, size_t family, uint32_t number)
{
    pad(writer);
    pdk_fam_put(writer, &pdk_wwww_child, family + pdk_wwww_header.size + (size_t)pdk_wwww_child.size * number, "offset",
                (double)(writer->size - family));
}

size_t pdk_fam_begin_set(pdk_fam_writer *writer, const char *directory, uint32_t count)
{
    size_t set = pdk_fam_append(writer, pdk_shpi_header.size + (size_t)pdk_shpi_directory.size * count);
    pdk_fam_put_name(writer, &pdk_shpi_header, set, "magic", "SHPI");
    pdk_fam_put(writer, &pdk_shpi_header, set, "entry_count", count);
    pdk_fam_put_name(writer, &pdk_shpi_header, set, "directory", directory);
    return set;
}

void pdk_fam_line(pdk_fam_writer *writer, size_t set, uint32_t number, const char *name)
{
    size_t line = set + pdk_shpi_header.size + (size_t)pdk_shpi_directory.size * number;
    pdk_fam_put_name(writer, &pdk_shpi_directory, line, "name", name);
    pdk_fam_put(writer, &pdk_shpi_directory, line, "offset", (double)(writer->size - set));
}

void pdk_fam_end_set(pdk_fam_writer *writer, size_t set)
{
    pdk_fam_put(writer, &pdk_shpi_header, set, "length", (double)(writer->size - set));
    pad(writer);
}

/* ------------------------------------------------------------------------------------------------ colours */

/* A colour of 8 bits a channel into a record of fewer. */
static void put_color(pdk_fam_writer *writer, const pdk_record *color, size_t offset, const uint8_t rgba[4])
{
    static const char *const channels[] = { "red", "green", "blue", "alpha" };
    for (size_t i = 0; i < 4 && !writer->failed; i++) {
        const pdk_field *field = pdk_record_field(color, channels[i]);
        if (field == NULL) continue;
        if (!pdk_put_i64(field, 0, writer->data + offset, rgba[i] >> (8 - field->bits))) writer->failed = true;
    }
}

static size_t put_header(pdk_fam_writer *writer, uint8_t code, uint32_t width, uint32_t height)
{
    size_t block = pdk_fam_append(writer, pdk_shpi_entry.size);
    pdk_fam_put(writer, &pdk_shpi_entry, block, "code", code);
    pdk_fam_put(writer, &pdk_shpi_entry, block, "width", width);
    pdk_fam_put(writer, &pdk_shpi_entry, block, "height", height);
    return block;
}

size_t pdk_fam_put_palette(pdk_fam_writer *writer, uint8_t code)
{
    const pdk_record *color = pdk_fam_color(code);
    size_t block = put_header(writer, code, COLORS, code == 0x2A ? 1 : color->size);
    pdk_fam_put(writer, &pdk_shpi_entry, block, "pivot_x", COLORS); /* the number of colours again */
    size_t colors = pdk_fam_append(writer, (size_t)COLORS * color->size);
    for (uint32_t i = 0; i < COLORS; i++) {
        uint8_t rgba[4];
        pdk_fam_ramp((uint8_t)i, rgba);
        put_color(writer, color, colors + (size_t)i * color->size, rgba);
    }
    return block;
}

size_t pdk_fam_put_bitmap(pdk_fam_writer *writer, const pdk_fam_picture *picture)
{
    const pdk_record *color = pdk_fam_color(picture->code);
    uint32_t bits = pdk_fam_bits(picture->code);
    size_t stride = ((size_t)picture->width * bits + 7) / 8;
    size_t block = put_header(writer, picture->code, picture->width, picture->height);
    size_t pixels = pdk_fam_append(writer, stride * picture->height);
    for (uint32_t y = 0; y < picture->height && !writer->failed; y++) {
        for (uint32_t x = 0; x < picture->width; x++) {
            uint8_t index = pdk_fam_paint(picture, x, y), rgba[4];
            uint8_t *at = writer->data + pixels + stride * y + (size_t)x * bits / 8;
            pdk_fam_ramp(index, rgba);
            if (color != NULL) put_color(writer, color, pixels + stride * y + (size_t)x * color->size, rgba);
            else if (bits == 8) *at = index;
            else if ((x % 2 == 0) == (picture->code == 0x7A)) *at = (uint8_t)(*at | (index & 15) << 4);
            else *at = (uint8_t)(*at | (index & 15));
        }
    }
    return block;
}

void pdk_fam_attach(pdk_fam_writer *writer, size_t block, size_t to)
{
    pdk_fam_put(writer, &pdk_shpi_entry, block, "attached", (double)to - (double)block);
}

void pdk_fam_put_attachment(pdk_fam_writer *writer, size_t block)
{
    size_t attachment = pdk_fam_append(writer, pdk_shpi_text.size);
    pdk_fam_put(writer, &pdk_shpi_text, attachment, "code", 0x7C);
    pdk_fam_attach(writer, block, attachment);
}

/* ------------------------------------------------------------------------------------------------ 3D parts */

static void put_list(pdk_fam_writer *writer, size_t part, const char *count_field, const char *offset_field,
                     uint32_t count)
{
    pdk_fam_put(writer, &pdk_orip_header, part, count_field, count);
    pdk_fam_put(writer, &pdk_orip_header, part, offset_field, (double)(writer->size - part));
}

static void put_index(pdk_fam_writer *writer, uint32_t number)
{
    size_t at = pdk_fam_append(writer, pdk_orip_index.size);
    pdk_fam_put(writer, &pdk_orip_index, at, "number", number);
}

enum { HAS_UV = 16, QUAD_KIND = 17, CORNERS = 4 };

/* The vmap: per quad its vertices, then its coordinates (the same four for all), then all polygon numbers. */
static void put_polygons(pdk_fam_writer *writer, const pdk_fam_shape *shape)
{
    for (uint32_t i = 0; i < shape->quad_count; i++) {
        size_t at = pdk_fam_append(writer, pdk_orip_polygon.size);
        pdk_fam_put(writer, &pdk_orip_polygon, at, "corners", CORNERS);
        pdk_fam_put(writer, &pdk_orip_polygon, at, "kind", QUAD_KIND);
        pdk_fam_put(writer, &pdk_orip_polygon, at, "flags", shape->quads[i].flags);
        pdk_fam_put(writer, &pdk_orip_polygon, at, "texture", shape->quads[i].texture);
        pdk_fam_put(writer, &pdk_orip_polygon, at, "vertices", 2.0 * CORNERS * i);
        bool has_uv = (shape->quads[i].flags & HAS_UV) != 0;
        pdk_fam_put(writer, &pdk_orip_polygon, at, "uvs", 2.0 * CORNERS * i + (has_uv ? CORNERS : 0));
    }
}

static void put_indices(pdk_fam_writer *writer, const pdk_fam_shape *shape)
{
    for (uint32_t i = 0; i < shape->quad_count; i++) {
        for (uint32_t corner = 0; corner < CORNERS; corner++) put_index(writer, shape->quads[i].corners[corner]);
        for (uint32_t corner = 0; corner < CORNERS; corner++) put_index(writer, corner);
    }
    for (uint32_t i = 0; i < shape->quad_count; i++) put_index(writer, i);
}

static void put_vertices(pdk_fam_writer *writer, const pdk_fam_shape *shape)
{
    static const char *const axes[] = { "x", "y", "z" };
    for (uint32_t i = 0; i < shape->vertex_count; i++) {
        size_t at = pdk_fam_append(writer, pdk_orip_vertex.size);
        for (size_t axis = 0; axis < 3; axis++) {
            pdk_fam_put(writer, &pdk_orip_vertex, at, axes[axis], shape->vertices[i][axis] / shape->unit);
        }
    }
}

size_t pdk_fam_put_model(pdk_fam_writer *writer, const pdk_fam_shape *shape)
{
    uint32_t textures = 0;
    while (shape->textures[textures] != NULL) textures++;
    size_t part = pdk_fam_append(writer, pdk_orip_header.size);
    pdk_fam_put_name(writer, &pdk_orip_header, part, "magic", "ORIP");
    pdk_fam_put(writer, &pdk_orip_header, part, "unknown_8", 0x2BC);
    pdk_fam_put(writer, &pdk_orip_header, part, "unknown_20", shape->vertex_count);
    pdk_fam_put_name(writer, &pdk_orip_header, part, "name", shape->name);
    put_list(writer, part, "polygon_count", "polygon_offset", shape->quad_count);
    put_polygons(writer, shape);
    put_list(writer, part, "uv_count", "uv_offset", CORNERS);
    for (uint32_t i = 0; i < CORNERS; i++) { /* top left, then down and round */
        size_t at = pdk_fam_append(writer, pdk_orip_uv.size);
        pdk_fam_put(writer, &pdk_orip_uv, at, "u", i >= 2 ? shape->width : 0);
        pdk_fam_put(writer, &pdk_orip_uv, at, "v", i == 1 || i == 2 ? shape->height : 0);
    }
    put_list(writer, part, "texture_count", "texture_offset", textures);
    for (uint32_t i = 0; i < textures; i++) {
        size_t at = pdk_fam_append(writer, pdk_orip_texture.size);
        pdk_fam_put_name(writer, &pdk_orip_texture, at, "entry", shape->textures[i]);
    }
    put_list(writer, part, "hinge_count", "hinge_offset", 0);
    put_list(writer, part, "group_count", "group_offset", 1);
    size_t group = pdk_fam_append(writer, pdk_orip_group.size);
    pdk_fam_put_name(writer, &pdk_orip_group, group, "name", "NON-SORT");
    pdk_fam_put(writer, &pdk_orip_group, group, "first", 2.0 * CORNERS * shape->quad_count);
    pdk_fam_put(writer, &pdk_orip_group, group, "count", shape->quad_count);
    put_list(writer, part, "label_count", "label_offset", 0);
    put_list(writer, part, "swap_count", "swap_offset", 0);
    put_list(writer, part, "vertex_count", "vertex_offset", shape->vertex_count);
    put_vertices(writer, shape);
    pdk_fam_put(writer, &pdk_orip_header, part, "index_offset", (double)(writer->size - part));
    put_indices(writer, shape);
    pdk_fam_put(writer, &pdk_orip_header, part, "size", (double)(writer->size - part));
    return part;
}
