/* Files made to take as much as they can: memory stays within a small factor of their size (docs: SECURITY.md), time
 * grows as the size does, and limits.records ends what is too much. PADDOCK_BOUNDS_MB=50 makes the files that large. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __GLIBC__ /* which <stdio.h> defines */
#include <malloc.h>
#endif

#include "formats.h"
#include "base/load.h"
#include "support.h"
#include "sweep_stride.h"

/* ---------------------------------------------------------------------------------------- counting memory */

typedef struct heap {
    size_t live, peak;
} heap;

static void grow(heap *state, size_t more, size_t less)
{
    state->live += more - less;
    if (state->live > state->peak) state->peak = state->live;
}

static void *heap_allocate(void *user, size_t size)
{
    grow(user, size, 0);
    return malloc(size);
}

static void *heap_reallocate(void *user, void *pointer, size_t old_size, size_t new_size)
{
    grow(user, new_size, 0); /* both may exist for a while */
    grow(user, 0, old_size);
    return realloc(pointer, new_size);
}

static void heap_release(void *user, void *pointer, size_t size)
{
    grow(user, 0, size);
    free(pointer);
}

/* -------------------------------------------------------------------------------------------- greedy files */

typedef struct greedy {
    uint8_t *bytes;
    size_t size;
    const char *name; /* where that decides */
} greedy;

typedef greedy (*maker)(size_t size);

static greedy empty(size_t size)
{
    greedy made = { .bytes = calloc(size, 1), .size = size };
    assert_non_null(made.bytes);
    return made;
}

static greedy synth(const char *format, size_t size)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.size = size;
    greedy made = { 0 };
    made.bytes = synth_or_fail(format, &options, &made.size);
    return made;
}

static greedy raf(size_t size)
{
    return synth("raf", size);
}

static greedy tri(size_t size)
{
    (void)size; /* has a most */
    greedy made = { 0 };
    made.bytes = synth_or_fail("tri", NULL, &made.size);
    return made;
}

/* Three points, no triangle, and blocks of one point, falling and overlapping. */
static greedy rld(size_t size)
{
    greedy made = empty(size);
    memcpy(made.bytes, "RLD0HEAD", 8);
    pdk_store_u32(made.bytes + 8, 3);
    memcpy(made.bytes + 16, "VERT", 4);
    memcpy(made.bytes + 56, "TRISBLKI", 8);
    uint32_t count = (uint32_t)((size - 68) / 8);
    pdk_store_u32(made.bytes + 64, count);
    for (uint32_t i = 0; i < count; i++) {
        pdk_store_u32(made.bytes + 68 + 4 * i, 2 - i % 3);
        pdk_store_u32(made.bytes + 68 + 4 * (count + i), 1);
    }
    made.size = 68 + 8 * (size_t)count;
    return made;
}

/* Objects without points: each costs its place in lists. */
static greedy smx(size_t size)
{
    enum { HEADER = 64, OBJECT = 24 };
    greedy made = empty(size);
    uint32_t count = (uint32_t)((size - HEADER - 4) / OBJECT);
    memcpy(made.bytes, "LFSSMX\0\xF6\0\3\0\1", 12);
    pdk_store_u32(made.bytes + HEADER - 4, count);
    made.size = HEADER + OBJECT * (size_t)count + 4;
    return made;
}

/* Cars that enter without end, under names that have to be decoded. */
static greedy rply(size_t size)
{
    greedy made = empty(size + 65536);
    memcpy(made.bytes, "RPLY\1\0\2\0", 8);
    pdk_store_u32(made.bytes + 72, 100);
    memcpy(made.bytes + 80, "DATA", 4);
    made.size = 84;
    for (int32_t time = 0; made.size < size; time += 100) {
        uint8_t *frame = made.bytes + made.size;
        size_t fill = 6;
        for (int car = 0; car < 300; car++, fill += 70) {
            pdk_store_u16(frame + fill, 9);
            memset(frame + fill + 2, 0x80, 64);
            pdk_store_u32(frame + fill + 66, (uint32_t)car);
        }
        pdk_store_u16(frame, (uint16_t)fill);
        pdk_store_u32(frame + 2, (uint32_t)time);
        made.size += fill;
    }
    return made;
}

/* Channels of one sample, each with its own rate, as far as there are rates. */
static greedy ld(size_t size)
{
    enum { HEADER = 1762, CHANNEL = 124, SAMPLE = 2 };
    greedy made = empty(size);
    uint32_t count = (uint32_t)((size - HEADER) / (CHANNEL + SAMPLE));
    pdk_store_u32(made.bytes, 0x40);
    pdk_store_u32(made.bytes + 8, HEADER);
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *at = made.bytes + HEADER + CHANNEL * (size_t)i;
        pdk_store_u32(at + 4, i + 1 < count ? HEADER + CHANNEL * (i + 1) : 0);
        pdk_store_u32(at + 8, HEADER + CHANNEL * count + SAMPLE * i);
        pdk_store_u32(at + 12, 1);
        pdk_store_u16(at + 18, 3);
        pdk_store_u16(at + 20, SAMPLE);
        pdk_store_u16(at + 22, (uint16_t)(1 + i % 65535));
        memset(at + 32, 0xE9, 52); /* characters that take two bytes in UTF-8 */
    }
    return made;
}

/* Rows of one digit each, and lines in all sections. */
static greedy vbo(size_t size)
{
    static const char head[] =
        "File created on 1\n[header]\na\nb\n[channel units]\nx\n[column names]\ntime a\n[data]\n";
    greedy made = empty(size);
    memcpy(made.bytes, head, sizeof head - 1);
    size_t at = sizeof head - 1;
    for (unsigned row = 0; at + 12 < size; row++) {
        char line[24];
        int length = snprintf(line, sizeof line, "%u 1\n", row % 60 + row / 60 % 60 * 100);
        memcpy(made.bytes + at, line, (size_t)length);
        at += (size_t)length;
    }
    made.size = at;
    return made;
}

/* The same as MoTeC's CSV, with as many beacons as rows. */
static greedy motec_csv(size_t size)
{
    static const char head[] = "Format,MoTeC CSV File\nBeacon Markers,";
    greedy made = empty(size);
    size_t at = sizeof head - 1;
    memcpy(made.bytes, head, at);
    for (; at + 12 < size / 128; at += 2) memcpy(made.bytes + at, "1 ", 2);
    memcpy(made.bytes + at, "\nTime,a\n,\n", 10);
    at += 10;
    for (unsigned row = 0; at + 12 < size; row++) {
        char line[24];
        int length = snprintf(line, sizeof line, "%u,1\n", row);
        memcpy(made.bytes + at, line, (size_t)length);
        at += (size_t)length;
    }
    made.size = at;
    return made;
}

/* A head, then rows as short as they can be: they are as many as fit. */
static greedy rows_below(const char *head, size_t size)
{
    greedy made = empty(size);
    size_t at = (size_t)snprintf((char *)made.bytes, size, "%s", head);
    for (unsigned row = 0; at + 12 < size; row++) {
        char line[24];
        int length = snprintf(line, sizeof line, "%u,1\n", row);
        memcpy(made.bytes + at, line, (size_t)length);
        at += (size_t)length;
    }
    made.size = at;
    return made;
}

static greedy aim_csv(size_t size)
{
    return rows_below("Format,AiM CSV File\nTime,a\ns,m\n", size);
}

/* Each row is another lap. */
static greedy racechrono_csv(size_t size)
{
    return rows_below("This file is created using RaceChrono\nLap #,Time (s)\n", size);
}

/* Points as short as they can be. */
static greedy gpx(size_t size)
{
    greedy made = empty(size);
    size_t at = (size_t)snprintf((char *)made.bytes, size, "<gpx><trk>");
    for (unsigned point = 0; at + 64 < size; point++) {
        char text[64];
        int length = snprintf(text, sizeof text, "<trkpt><time>2000-01-%02uT%02u:%02u:%02u", 1 + point / 86400 % 31,
                              point / 3600 % 24, point / 60 % 60, point % 60);
        memcpy(made.bytes + at, text, (size_t)length);
        at += (size_t)length;
    }
    memcpy(made.bytes + at, "</gpx>", 6);
    made.size = at + 6;
    return made;
}

/* R2 with slices of 65535 events, all of one class, type and size. */
static greedy vcr_events(size_t size, unsigned event_class, unsigned type, unsigned payload)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = "r2";
    options.seconds = 2;
    greedy made = empty(size + (1 << 20));
    size_t head_size;
    uint8_t *head = synth_or_fail("vcr", &options, &head_size);
    pdk_document *document = open_bytes_or_fail(head, head_size);
    const pdk_table *slices = pdk_document_find_table(document, "slices");
    uint64_t at;
    pdk_error error = { 0 };
    assert_ok(pdk_table_read_column(slices, pdk_table_find_column(slices, "offset"), 0, 1, &at, &error), error);
    memcpy(made.bytes, head, (size_t)at);
    pdk_close(document);
    free(head);
    uint8_t *counters = made.bytes + at - 16;
    float first = pdk_load_f32(counters + 8);
    uint32_t slice_count = 0;
    enum { EVENTS = 60000 };
    for (; slice_count == 0 || at < size; slice_count++) {
        pdk_store_f32(made.bytes + at, first + (float)slice_count);
        pdk_store_u16(made.bytes + at + 4, EVENTS);
        at += 6;
        for (uint32_t i = 0; i < EVENTS; i++, at += 5 + payload) {
            pdk_store_u32(made.bytes + at, 255u | payload << 8 | type << 17 | event_class << 29);
            memset(made.bytes + at + 5, 0x80, payload);
        }
    }
    pdk_store_u32(counters, slice_count);
    pdk_store_u32(counters + 4, slice_count * EVENTS);
    pdk_store_f32(counters + 12, first + (float)slice_count);
    made.size = (size_t)at;
    return made;
}

static greedy vcr_small(size_t size)
{
    return vcr_events(size, 5, 1, 0);
}
static greedy vcr_names(size_t size)
{
    return vcr_events(size, 2, 19, 1);
}
static greedy vcr_penalties(size_t size)
{
    return vcr_events(size, 2, 5, 4);
}

/* R2 with nothing but slices. */
static greedy vcr_slices(size_t size)
{
    greedy made = vcr_events(1, 5, 1, 0);
    made.bytes = realloc(made.bytes, size + 65536);
    assert_non_null(made.bytes);
    size_t at = made.size - 60000 * 5 - 6;
    uint8_t *counters = made.bytes + at - 16;
    float time = pdk_load_f32(counters + 8);
    uint32_t count = 1;
    pdk_store_u16(made.bytes + at + 4, 0);
    for (at += 6; at < size; at += 6, count++) {
        pdk_store_f32(made.bytes + at, time + (float)count / 64);
        pdk_store_u16(made.bytes + at + 4, 0);
    }
    pdk_store_u32(counters, count);
    pdk_store_u32(counters + 4, 1);
    pdk_store_f32(counters + 12, time + (float)count / 64);
    made.size = at;
    return made;
}

static greedy shpi_lines(size_t size, uint32_t apart)
{
    greedy made = empty(size);
    uint32_t count = (uint32_t)(size / (8 + apart)) - 100, first = 16 + 8 * count;
    memcpy(made.bytes, "SHPI", 4);
    pdk_store_u32(made.bytes + 4, (uint32_t)size);
    pdk_store_u32(made.bytes + 8, count);
    memset(made.bytes + first, 0x22, size - first); /* palettes, wherever one looks */
    for (uint32_t i = 0; i < count; i++) {
        memcpy(made.bytes + 16 + 8 * i, "\x80\x81\x82\x83", 4);
        pdk_store_u32(made.bytes + 20 + 8 * i, first + apart * i);
    }
    for (uint32_t at = first; at + 16 < size; at += 16) pdk_store_u16(made.bytes + at + 4, 1);
    return made;
}

static greedy shpi_shared(size_t size)
{
    return shpi_lines(size, 0);
}
static greedy shpi_overlapping(size_t size)
{
    return shpi_lines(size, 4);
}

/* As many children as there are words, of an unknown kind. */
static greedy wwww_children(size_t size)
{
    greedy made = empty(size);
    uint32_t count = (uint32_t)(size / 8) - 2;
    memcpy(made.bytes, "wwww", 4);
    pdk_store_u32(made.bytes + 4, count);
    for (uint32_t i = 0; i < count; i++) pdk_store_u32(made.bytes + 8 + 4 * i, 8 + 4 * count + 4 * i);
    return made;
}

/* 3D parts of nothing but a header, whose lists are all in it. */
static greedy wwww_models(size_t size)
{
    enum { PART = 0x70 };
    greedy made = empty(size);
    uint32_t count = (uint32_t)((size - 8) / (4 + PART));
    memcpy(made.bytes, "wwww", 4);
    pdk_store_u32(made.bytes + 4, count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = 8 + 4 * count + PART * i;
        pdk_store_u32(made.bytes + 8 + 4 * i, at);
        memset(made.bytes + at, 1, PART);
        memcpy(made.bytes + at, "ORIP", 4);
    }
    return made;
}

static greedy crp_lists(size_t size, uint32_t articles)
{
    enum { LINE = 16 };
    greedy made = empty(size);
    uint32_t parts = (uint32_t)(size / LINE) - 1 - articles;
    memcpy(made.bytes, " raC", 4);
    pdk_store_u32(made.bytes + 4, articles << 5 | 0x1A);
    pdk_store_u32(made.bytes + 8, parts);
    pdk_store_u32(made.bytes + 12, 1);
    for (uint32_t i = 0; i < articles; i++) {
        uint8_t *article = made.bytes + (1 + i) * LINE;
        memcpy(article, "itrA", 4);
        pdk_store_u32(article + 8, parts);
        pdk_store_u32(article + 12, articles - i);
    }
    return made;
}

/* As many parts as there are lines, of nothing. */
static greedy crp_parts(size_t size)
{
    return crp_lists(size, 0);
}

/* Articles that all have a part each; lists that share lines are refused. */
static greedy crp_articles(size_t size)
{
    enum { LINE = 16 };
    uint32_t articles = (uint32_t)(size / (2 * LINE)) - 1;
    greedy made = crp_lists(size, articles);
    pdk_store_u32(made.bytes + 8, 0);
    for (uint32_t i = 0; i < articles; i++) {
        pdk_store_u32(made.bytes + (1 + i) * LINE + 8, 1);
        pdk_store_u32(made.bytes + (1 + i) * LINE + 12, articles);
    }
    return made;
}

/* A replay of nothing, packed with deflate: a thousand times smaller. */
static greedy bomb(size_t size)
{
    greedy plain = vcr_slices(size);
    pdk_pack_options options = PDK_PACK_OPTIONS_INIT;
    options.codec = "gzip";
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    assert_ok(pdk_pack(plain.bytes, plain.size, &options, output, &error), error);
    pdk_bytes packed = pdk_output_bytes(output);
    greedy made = empty(packed.size);
    memcpy(made.bytes, packed.data, packed.size);
    pdk_output_close(output);
    free(plain.bytes);
    return made;
}

/* --------------------------------------------------------------------------------- meshes of other programs */

/* `piece` again and again between a beginning and an end. */
static greedy repeated(size_t size, const char *begin, const char *piece, const char *end)
{
    greedy made = empty(size + 4096);
    size_t length = strlen(piece);
    made.size = (size_t)sprintf((char *)made.bytes, "%s", begin);
    for (; made.size < size; made.size += length) memcpy(made.bytes + made.size, piece, length);
    made.size += (size_t)sprintf((char *)made.bytes + made.size, "%s", end);
    return made;
}

static const char corner_points[] = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

static greedy obj_points(size_t size)
{
    return repeated(size, "", "v 0 0 0\n", "");
}
static greedy obj_objects(size_t size)
{
    return repeated(size, "", "v 0 0 0\no a\n", "");
}
static greedy obj_faces(size_t size)
{
    return repeated(size, corner_points, "f 1 2 3\n", "");
}

/* Polygons of as many corners as there may be, two bytes each. */
static greedy obj_polygons(size_t size)
{
    char piece[2 + 2 * 1000 + 2] = "f";
    for (int i = 0; i < 1000; i++) strcat(piece, i % 2 == 0 ? " 1" : " 2");
    strcat(piece, "\n");
    return repeated(size, corner_points, piece, "");
}

static greedy stl(size_t size)
{
    return repeated(size, "solid s\n",
                    "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n",
                    "endsolid s\n");
}

static greedy ase(size_t size)
{
    return repeated(
        size, "*3DSMAX_ASCIIEXPORT 200\n",
        "*GEOMOBJECT {\n*MESH {\n*MESH_NUMVERTEX 3\n*MESH_NUMFACES 1\n*MESH_VERTEX_LIST {\n*MESH_VERTEX 0 0 0 0\n"
        "*MESH_VERTEX 1 1 0 0\n"
        "*MESH_VERTEX 2 0 1 0\n}\n*MESH_FACE_LIST {\n*MESH_FACE 0: A: 0 B: 1 C: 2 AB: 1\n}\n}\n}\n",
        "");
}

/* A strip of bytes, each a triangle. */
static greedy ply_strip(size_t size)
{
    greedy made = empty(size + 4096);
    int begin = sprintf(
        (char *)made.bytes,
        "ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty uchar x\nproperty uchar y\nproperty uchar z\n"
        "element tristrips 1\nproperty list uint char vertex_indices\nend_header\n");
    made.bytes[begin + 3] = 1;
    made.bytes[begin + 7] = 1;
    pdk_store_u32(made.bytes + begin + 9, (uint32_t)size);
    made.size = (size_t)begin + 13 + size;
    for (size_t i = 0; i < size; i++) made.bytes[made.size - size + i] = (uint8_t)(i % 3);
    return made;
}

#define GLTF                                                                                                     \
    "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":9,\"uri\":\"data:;base64,AAAAAQAAAAEA\"}],"   \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":9}],\"accessors\":[{\"bufferView\":0,\"componentType\":5121," \
    "\"count\":3,\"type\":\"VEC3\"}],"                                                                           \
    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"scenes\":[{\"nodes\":[0]}],"            \
    "\"nodes\":[{\"mesh\":0}"

static greedy gltf(size_t size, const char *begin, const char *piece)
{
    greedy made = repeated(size, begin, piece, "]}");
    made.name = "scene.gltf";
    return made;
}

static greedy glb_values(size_t size)
{
    return gltf(size, GLTF "],\"x\":[0", ",1");
}
static greedy glb_nodes(size_t size)
{
    return gltf(size, GLTF, ",{}");
}

static greedy glb_materials(size_t size)
{
    return gltf(size, GLTF "],\"materials\":[{}", ",{}");
}
static greedy glb_named_materials(size_t size)
{
    return gltf(size, GLTF "],\"materials\":[{}", ",{\"name\":\"a\"}");
}
static greedy glb_meshes(size_t size)
{
    return gltf(size, GLTF "],\"accessors\":[{}", ",{}");
}
static greedy glb_images(size_t size)
{
    return gltf(size, GLTF "],\"images\":[{}", ",{}");
}
static greedy glb_textures(size_t size)
{
    return gltf(size, GLTF "],\"textures\":[{}", ",{}");
}
static greedy glb_views(size_t size)
{
    return gltf(size, GLTF "],\"samplers\":[{}", ",{}");
}
static greedy glb_extensions(size_t size)
{
    return gltf(size, GLTF "],\"extensionsUsed\":[\"a\"", ",\"a\"");
}
static greedy glb_animations(size_t size)
{
    return gltf(size, GLTF "],\"animations\":[{}", ",{}");
}
static greedy glb_extras(size_t size)
{
    return gltf(size, GLTF "],\"extras\":[\"\\u0041\"", ",\"\\n\"");
}

/* `piece` with a number that no other has in the place of its "%zu". */
static greedy numbered(size_t size, const char *begin, const char *piece, const char *end)
{
    greedy made = empty(size + 4096);
    made.size = (size_t)sprintf((char *)made.bytes, "%s", begin);
    for (size_t i = 0; made.size < size; i++) {
        for (const char *at = piece; *at != '\0'; at++) {
            if (*at == '@') made.size += (size_t)sprintf((char *)made.bytes + made.size, "%zx", i);
            else made.bytes[made.size++] = (uint8_t)*at;
        }
    }
    made.size += (size_t)sprintf((char *)made.bytes + made.size, "%s", end);
    return made;
}

static greedy obj_materials(size_t size)
{
    return numbered(size, corner_points, "usemtl @\n", "f 1 2 3\n");
}
static greedy obj_painted(size_t size)
{
    return numbered(size, corner_points, "usemtl @\nf 1 2 3\n", "");
}
static greedy obj_groups(size_t size)
{
    return numbered(size, corner_points, "g @\n", "f 1 2 3\n");
}
static greedy obj_grouped(size_t size)
{
    return numbered(size, corner_points, "o @\nf 1 2 3\n", "");
}
static greedy obj_libraries(size_t size)
{
    return numbered(size, corner_points, "mtllib @.mtl\n", "f 1 2 3\n");
}
static greedy obj_textures(size_t size)
{
    return repeated(size, corner_points, "vt 0 0\n", "f 1 2 3\n");
}
static greedy obj_normals(size_t size)
{
    return repeated(size, corner_points, "vn 0 0 0\n", "f 1 2 3\n");
}
static greedy obj_unknown(size_t size)
{
    return numbered(size, corner_points, "v 0 0 0\nv 0 0 0\nq@\n", "f 1 2 3\n");
}
static greedy stl_solids(size_t size)
{
    return numbered(
        size,
        "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
        "endsolid\n",
        "solid @\nendsolid\n", "");
}
static greedy ase_materials(size_t size)
{
    return numbered(size,
                    "*3DSMAX_ASCIIEXPORT 200\n*GEOMOBJECT {\n*MESH {\n*MESH_NUMVERTEX 3\n*MESH_NUMFACES 1\n"
                    "*MESH_VERTEX_LIST {\n*MESH_VERTEX 0 0 0 0\n*MESH_VERTEX 1 1 0 0\n*MESH_VERTEX 2 0 1 0\n}\n"
                    "*MESH_FACE_LIST {\n*MESH_FACE 0: A: 0 B: 1 C: 2 AB: 1\n}\n}\n}\n*MATERIAL_LIST {\n",
                    "*MATERIAL @ {\n}\n", "}\n");
}
static greedy ase_objects(size_t size)
{
    return numbered(size, "*3DSMAX_ASCIIEXPORT 200\n",
                    "*GEOMOBJECT {\n*NODE_NAME \"@\"\n*MESH {\n*MESH_NUMVERTEX 1\n*MESH_VERTEX_LIST "
                    "{\n*MESH_VERTEX 0 0 0 0\n}\n}\n}\n",
                    "");
}

#define PLY_BODY "element vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n0 0 0\n"

static greedy ply_comments(size_t size)
{
    return repeated(size, "ply\nformat ascii 1.0\n", "comment a\n", PLY_BODY);
}
static greedy ply_empty_comments(size_t size)
{
    return repeated(size, "ply\nformat ascii 1.0\n", "comment\n", PLY_BODY);
}
static greedy ply_other_letters(size_t size)
{
    return repeated(size, "ply\nformat ascii 1.0\n", "comment \xE9\n", PLY_BODY);
}
static greedy ply_infos(size_t size)
{
    return repeated(size, "ply\nformat ascii 1.0\n", "obj_info a\n", PLY_BODY);
}
static greedy ply_odd_lines(size_t size)
{
    return repeated(size, "ply\nformat ascii 1.0\n", "a\n", PLY_BODY);
}

/* Points, and records of variable length before them with nothing in them. */
static greedy las_records(size_t size)
{
    enum { HEADER = 227, RECORD = 54, POINT = 20 };
    greedy made = empty(size + HEADER + POINT);
    uint32_t count = (uint32_t)(size / RECORD), points = HEADER + RECORD * count;
    memcpy(made.bytes, "LASF", 4);
    made.bytes[24] = 1;
    made.bytes[25] = 2;
    pdk_store_u16(made.bytes + 94, HEADER);
    pdk_store_u32(made.bytes + 96, points);
    pdk_store_u32(made.bytes + 100, count);
    pdk_store_u16(made.bytes + 105, POINT);
    pdk_store_u32(made.bytes + 107, 1);
    for (size_t i = 0; i < 3; i++) pdk_store_f64(made.bytes + 131 + 8 * i, 1);
    for (uint32_t i = 0; i < count; i++) made.bytes[HEADER + RECORD * i + 2] = 'a';
    made.size = points + POINT;
    return made;
}

/* What each may take: bytes of memory for a byte of the (unpacked) file. A megabyte is given to all, and 32 to
 * families: what the 65536 containers and pictures they may have can come to. */
typedef struct bound {
    const char *name;
    maker make;
    double factor;
    bool family;
} bound;

static const bound bounds[] = {
    { "raf", raf, 0.1, false },
    { "rld, blocks", rld, 4.5, false },
    { "smx, objects", smx, 3.5, false },
    { "rply, cars", rply, 3.5, false },
    { "vcr, events", vcr_small, 1, false },
    { "vcr, names", vcr_names, 4.5, false },
    { "vcr, penalties", vcr_penalties, 4, false },
    { "vcr, slices", vcr_slices, 1.5, false },
    { "ld", ld, 9, false },
    { "vbo", vbo, 4.5, false },
    { "motec-csv", motec_csv, 4.5, false },
    { "aim-csv", aim_csv, 4.5, false },
    { "racechrono-csv", racechrono_csv, 4.5, false },
    { "gpx", gpx, 8, false },
    { "tri", tri, 4, false },
    { "shpi, one block", shpi_shared, 0.1, true },
    { "shpi, blocks over blocks", shpi_overlapping, 0.1, true },
    { "wwww, children", wwww_children, 0.1, true },
    { "wwww, models", wwww_models, 0.1, true },
    { "crp, parts", crp_parts, 0.1, true },
    { "crp, articles", crp_articles, 0.1, true },
    { "gzip", bomb, 3, false },
    { "obj, points", obj_points, 9, false },
    { "obj, objects", obj_objects, 5, false },
    { "obj, faces", obj_faces, 16, false },
    { "obj, polygons", obj_polygons, 24, false },
    { "stl", stl, 1, false },
    { "ase", ase, 2, false },
    { "ply, strip", ply_strip, 32, false },
    { "glb, values", glb_values, 4.5, false },
    { "glb, nodes", glb_nodes, 4.5, false },
    { "glb, materials", glb_materials, 5, false },
    { "glb, named materials", glb_named_materials, 5, false },
    { "glb, accessors", glb_meshes, 5, false },
    { "glb, images", glb_images, 5, false },
    { "glb, textures", glb_textures, 5, false },
    { "glb, samplers", glb_views, 5, false },
    { "glb, extensions", glb_extensions, 5, false },
    { "glb, animations", glb_animations, 5, false },
    { "glb, extras", glb_extras, 5, false },
    { "obj, materials", obj_materials, 5, false },
    { "obj, painted faces", obj_painted, 16, false },
    { "obj, groups", obj_groups, 5, false },
    { "obj, grouped faces", obj_grouped, 16, false },
    { "obj, libraries", obj_libraries, 5, false },
    { "obj, texture coordinates", obj_textures, 5, false },
    { "obj, normals", obj_normals, 5, false },
    { "obj, unknown words", obj_unknown, 5, false },
    { "stl, solids", stl_solids, 5, false },
    { "ase, materials", ase_materials, 5, false },
    { "ase, objects", ase_objects, 5, false },
    { "ply, comments", ply_comments, 5, false },
    { "ply, empty comments", ply_empty_comments, 5, false },
    { "ply, comments in other letters", ply_other_letters, 5, false },
    { "ply, infos", ply_infos, 5, false },
    { "ply, odd lines", ply_odd_lines, 5, false },
    { "las, records", las_records, 5, false },
};
enum { BOUNDS = sizeof bounds / sizeof bounds[0] };

typedef struct cost {
    double seconds;
    size_t peak, content;
} cost;

static pdk_status take(const greedy *file, uint64_t records, cost *spent, pdk_error *error)
{
    heap state = { 0 };
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.allocator = (pdk_allocator){ heap_allocate, heap_reallocate, heap_release, &state };
    options.limits.records = records;
    options.partial = true;
    options.name = file->name;
    pdk_document *document = NULL;
    clock_t begin = clock();
    pdk_status status = pdk_open_memory(file->bytes, file->size, &options, &document, error);
    if (status == PDK_OK) {
        uint64_t total;
        assert_ok(pdk_check(document, PDK_CHECK_FULL, NULL, NULL, &total, error), *error);
        spent->content = pdk_document_content(document).size;
    }
    pdk_close(document);
    spent->seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    spent->peak = state.peak;
    assert_int_equal(state.live, 0);
    return status;
}

static size_t megabytes(void)
{
    const char *wanted = getenv("PADDOCK_BOUNDS_MB");
    return (size_t)(wanted != NULL ? atoi(wanted) : 4) << 20;
}

static void memory_is_bounded(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < BOUNDS; i++) {
        greedy file = bounds[i].make(megabytes());
        cost spent = { 0 };
        pdk_error error = { 0 };
        pdk_status status = take(&file, 0, &spent, &error);
        if (status != PDK_OK) fail_msg("%s: %s", bounds[i].name, error.message);
        double width = bounds[i].factor * (double)spent.content + (double)((bounds[i].family ? 32 : 1) << 20);
        printf("  %s: %.1f MB, of them memory for %.2f: %.1f MB in %.2f s\n", bounds[i].name,
               (double)spent.content / 1e6, (double)spent.peak / (double)spent.content, (double)spent.peak / 1e6,
               spent.seconds);
        if ((double)spent.peak > width)
            fail_msg("%s takes %zu bytes for %zu", bounds[i].name, spent.peak, spent.content);
        free(file.bytes);
    }
}

/* Fresh pages take longer than the work on them on some machines, and small files do without: memory that was freed is
 * kept for the next round, of which the quickest counts. */
static void keep_pages(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

/* Eight times the size takes about eight times as long: a square would be 64. */
static void time_is_linear(void **unused)
{
    (void)unused;
    if (sweep_stride() > 1) skip(); /* what sanitizers add to the time says nothing */
    keep_pages();
    for (size_t i = 0; i < BOUNDS; i++) {
        double minimum[2] = { 1e9, 1e9 };
        for (int turn = 0; turn < 6; turn++) { /* again where it was too much: a machine can be busy */
            int large = turn % 2;
            if (turn >= 2 && large == 0 && minimum[1] <= 24 * (minimum[0] + 0.001)) break;
            size_t whole = megabytes() / (bounds[i].family ? 4 : 2); /* here families have no other limit */
            greedy file = bounds[i].make(whole / (large ? 1 : 8));
            for (int round = 0; round < 3; round++) {
                cost spent = { 0 };
                pdk_error error = { 0 };
                assert_ok(take(&file, UINT32_MAX, &spent, &error), error);
                if (spent.seconds < minimum[large]) minimum[large] = spent.seconds;
            }
            free(file.bytes);
        }
        if (minimum[1] > 24 * (minimum[0] + 0.001))
            fail_msg("%s: %g s, then %g s", bounds[i].name, minimum[0], minimum[1]);
    }
}

/* Every format has a table that can have too many rows; families stop where they announce too much. */
static void records_are_limited(void **unused)
{
    (void)unused;
    const pdk_format_info *formats[MAX_FORMATS];
    size_t format_count = formats_that(PDK_CAN_SYNTH, formats);
    for (size_t f = 0; f < format_count; f++) {
        size_t size;
        uint8_t *data = synth_or_fail(formats[f]->id, NULL, &size);
        pdk_document *document = open_bytes_or_fail(data, size);
        uint64_t maximum = 0;
        for (size_t t = 0; t < pdk_document_table_count(document); t++) {
            uint64_t rows = pdk_table_rows(pdk_document_table_at(document, t));
            if (rows > maximum) maximum = rows;
        }
        bool family = pdk_document_image_count(document) > 0; /* limited one by one: families_are_limited */
        pdk_close(document);
        for (int partial = 0; partial < 2 && !family; partial++) {
            pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
            options.partial = partial;
            options.limits.records = maximum;
            pdk_error error = { 0 };
            assert_ok(pdk_open_memory(data, size, &options, &document, &error), error);
            pdk_close(document);
            options.limits.records = maximum - 1;
            assert_fails(pdk_open_memory(data, size, &options, &document, &error), error, PDK_E_LIMIT, "records.limit",
                         PDK_NO_OFFSET);
            assert_true(error.where[0] != '\0');
        }
        free(data);
    }
}

static void families_are_limited(void **unused)
{
    (void)unused;
    static const maker makers[] = { shpi_shared, wwww_children, crp_parts };
    static const char *const tables[] = { "entries", "parts", "parts" };
    static const uint64_t announced_at[] = { 8, 4, 8 }, rows[] = { 999, 1000, 999 }; /* the file itself is one */
    for (size_t m = 0; m < 3; m++) {
        greedy file = makers[m](2 << 20);
        pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
        pdk_document *document = NULL;
        pdk_error error = { 0 };
        assert_fails(pdk_open_memory(file.bytes, file.size, &options, &document, &error), error, PDK_E_LIMIT,
                     "records.limit", announced_at[m]);
        options.partial = true;
        options.limits.records = 1000;
        assert_ok(pdk_open_memory(file.bytes, file.size, &options, &document, &error), error);
        assert_int_equal(pdk_table_rows(pdk_document_find_table(document, tables[m])), rows[m]);
        assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "records.limit"), 1);
        read_everything(document);
        pdk_close(document);
        options.partial = false;
        options.limits.records = 1 << 20;
        assert_ok(pdk_open_memory(file.bytes, file.size, &options, &document, &error), error);
        pdk_close(document);
        free(file.bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_bounded),
        cmocka_unit_test(time_is_linear),
        cmocka_unit_test(records_are_limited),
        cmocka_unit_test(families_are_limited),
    };
    return cmocka_run_group_tests_name("bounds", tests, NULL, NULL);
}
