/* The header: elements, their properties by name, comments. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "format/ply/ply_write.h"
#include "target/text_buffer.h"

enum { MAX_VALUES = 8, /* of a point: place, normal, texture coordinates */ MAX_NAME = 96 };

static const char *type_name(pdk_type type)
{
    static const char *const names[] = {
        [PDK_INT8] = "char", [PDK_UINT8] = "uchar", [PDK_INT16] = "short",   [PDK_UINT16] = "ushort",
        [PDK_INT32] = "int", [PDK_UINT32] = "uint", [PDK_FLOAT32] = "float", [PDK_FLOAT64] = "double"
    };
    return names[type];
}

/* Names of properties are words, and each is there once. */
static void make_name(const pdk_mesh *mesh, size_t number, uint32_t component, char name[MAX_NAME])
{
    static const char *const colors[] = { "red", "green", "blue", "alpha" };
    static const char *const own[] = { "x", "y", "z", "nx", "ny", "nz", "s", "t", "red", "green", "blue", "alpha" };
    const pdk_attribute *attribute = &mesh->attributes[number];
    bool color = attribute->role == PDK_ATTRIBUTE_COLOR, again = false;
    snprintf(name, MAX_NAME - 24, "%s", color ? colors[component] : attribute->name);
    for (char *at = name; *at != '\0'; at++) {
        if ((unsigned char)*at <= ' ') *at = '_';
    }
    for (size_t i = 0; i < number; i++) {
        const pdk_attribute *other = &mesh->attributes[i];
        again = again || (other->of_triangles == attribute->of_triangles && strcmp(other->name, attribute->name) == 0);
    }
    for (size_t i = 0; i < sizeof own / sizeof own[0] && !color; i++) again = again || strcmp(own[i], name) == 0;
    size_t length = strlen(name);
    if (length == 0 || again) length += (size_t)snprintf(name + length, 12, "_%u", (unsigned)number + 1);
    if (!color && attribute->components > 1) snprintf(name + length, 12, "_%u", (unsigned)component);
}

static void put_properties(pdk_text_buffer *text, const pdk_mesh *mesh, bool of_triangles)
{
    char name[MAX_NAME], line[MAX_NAME + 32];
    for (size_t i = 0; i < mesh->attribute_count; i++) {
        const pdk_attribute *attribute = &mesh->attributes[i];
        if (attribute->of_triangles != of_triangles) continue;
        for (uint32_t k = 0; k < attribute->components; k++) {
            make_name(mesh, i, k, name);
            int length = snprintf(line, sizeof line, "property %s %s\n", type_name(attribute->type), name);
            pdk_text_buffer_put(text, line, (size_t)length);
        }
    }
}

/* Comments are lines: what follows a line end in one is another. */
static void put_comments(pdk_text_buffer *text, const pdk_mesh *mesh)
{
    for (size_t i = 0; i < mesh->fact_count; i++) {
        const pdk_mesh_fact *fact = &mesh->facts[i];
        bool info = strcmp(fact->name, "obj_info lines") == 0;
        const char *at = (const char *)fact->bytes.data, *end = at + fact->bytes.size;
        pdk_text_buffer_put(text, info ? "obj_info " : "comment ", info ? 9 : 8);
        for (; at < end; at++) pdk_text_buffer_put(text, *at == '\n' || *at == '\r' ? " " : at, 1);
        pdk_text_buffer_put(text, "\n", 1);
    }
}

static void fill_header(pdk_export *job, const pdk_ply_points *how, pdk_text_buffer *text)
{
    static const char *const names[MAX_VALUES] = { "x", "y", "z", "nx", "ny", "nz", "s", "t" };
    const pdk_mesh *mesh = &job->mesh;
    pdk_text_buffer_printf(text, "ply\nformat %s 1.0\ncomment written by Paddock; axes: %s\n",
                           how->ascii ? "ascii" : "binary_little_endian", pdk_frame_text(mesh->frame));
    pdk_export_put_place(job, text, "comment ");
    put_comments(text, mesh);
    pdk_text_buffer_printf(text, "element vertex %" PRIu64 "\n", mesh->point_count);
    for (int i = 0; i < MAX_VALUES; i++) {
        if ((i >= 3 && i < 6 && mesh->read_normals == NULL) || (i >= 6 && mesh->read_coordinates == NULL)) continue;
        pdk_text_buffer_printf(text, "property %s %s\n", i < 3 && how->doubles ? "double" : "float", names[i]);
    }
    put_properties(text, mesh, false);
    if (job->sound_triangles > 0) {
        pdk_text_buffer_printf(text, "element face %" PRIu64 "\nproperty list uchar %s vertex_indices\n",
                               job->sound_triangles, mesh->point_count > INT32_MAX ? "uint" : "int");
        put_properties(text, mesh, true);
    }
    pdk_text_buffer_printf(text, "end_header\n");
}

pdk_status pdk_ply_put_header(pdk_export *job, const pdk_ply_points *how, pdk_error *error)
{
    pdk_text_buffer text;
    bool fine = pdk_text_buffer_init(&text, job->memory);
    if (fine) fill_header(job, how, &text);
    if (!fine || text.failed) return pdk_fail_memory(error, job->memory, "a header");
    pdk_status status = pdk_output_write(job->output, text.buffer, (size_t)(text.at - text.buffer), error);
    pdk_free(job->memory, text.buffer);
    return status;
}
