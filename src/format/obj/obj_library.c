/* MTL, the file of materials beside an OBJ. What is read is what a surface has: colour, opacity, a picture, emitted
 * light. */
#include <math.h>
#include <string.h>

#include "base/read_number.h"
#include "base/text.h"
#include "format/obj/obj_reader.h"
#include "mesh/encoded_image.h"
#include "model/referenced_file.h"
#include "text/encoding.h"
#include "text/shown_text.h"

static const uint64_t max_bytes = UINT64_C(64) << 20;

typedef struct library {
    pdk_obj *obj;
    pdk_mesh_material *material; /* the one being read; NULL = none that the OBJ uses */
    pdk_obj_names paths;         /* of pictures */
    pdk_vector images;           /* size_t of each path: its number in the document */
    uint64_t other_maps, bad_images;
    pdk_line_faults words; /* lines with something else than the numbers they need; in the library */
    const char *begin;     /* of its text */
} library;

/* A colour: three numbers, or one that stands for all of them. */
static bool read_color(pdk_line line, double to[3])
{
    double values[3];
    pdk_line word;
    int count = 0;
    for (; count < 3 && pdk_line_word(&line, &word); count++) {
        if (!pdk_word_number(&word, &values[count]) || !isfinite(values[count])) return false;
    }
    if (count != 1 && count != 3) return false;
    for (int i = 0; i < 3; i++) to[i] = fmin(fmax(values[count == 1 ? 0 : i], 0), 1);
    return true;
}

/* "d 0.5", "d -halo 0.5", "Tr 0.5" */
static bool read_opacity(pdk_line line, bool transparency, pdk_mesh_material *to)
{
    pdk_line word;
    double value;
    bool there = pdk_line_word(&line, &word);
    if (there && pdk_word_is(&word, "-halo")) there = pdk_line_word(&line, &word);
    if (!there || !pdk_word_number(&word, &value) || !isfinite(value)) return false;
    value = fmin(fmax(value, 0), 1);
    to->color[3] = transparency ? 1 - value : value;
    if (to->color[3] < 1) to->alpha = PDK_ALPHA_BLEND;
    return true;
}

static bool read_lighting(pdk_line line, bool *unlit)
{
    pdk_line word;
    int64_t model;
    if (!pdk_line_word(&line, &word) || !pdk_read_integer(&word.at, word.end, &model) || word.at != word.end)
        return false;
    if (model == 0) *unlit = true;
    return true;
}

/* Goes after the options of a map, of which -clamp counts; the name of its file is the rest, blanks included. */
static void skip_options(pdk_line *line, bool *clamped)
{
    pdk_line word, rest = *line, value;
    while (pdk_line_word(&rest, &word) && *word.at == '-') {
        bool clamp = pdk_word_is(&word, "-clamp"),
             range = pdk_word_is(&word, "-o") || pdk_word_is(&word, "-s") || pdk_word_is(&word, "-t");
        int values = range ? 3 : pdk_word_is(&word, "-mm") ? 2 : 1;
        for (int i = 0; i < values; i++) {
            pdk_line before = rest;
            double number;
            if (!pdk_line_word(&rest, &value)) break;
            if (clamp) *clamped = pdk_word_is(&value, "on");
            if (i > 0 && !(pdk_read_double(&value.at, value.end, &number) && value.at == value.end)) {
                rest = before; /* of up to three numbers */
                break;
            }
        }
        *line = rest;
    }
    while (line->at < line->end && pdk_is_blank(*line->at)) line->at++;
}

static pdk_status add_map(library *all, pdk_line line, pdk_error *error)
{
    pdk_document *document = all->obj->document;
    bool clamped = false;
    skip_options(&line, &clamped);
    pdk_text text = pdk_text_read(&document->memory, PDK_ENCODING_UTF8_OR_1252, line.at, (size_t)(line.end - line.at));
    char *path = text.data != NULL ? pdk_keep_printf(&document->memory, "%.*s", (int)text.size, text.data) : NULL;
    if (path == NULL) return pdk_fail_memory(error, &document->memory, "materials");
    for (char *at = path; *at != '\0'; at++) {
        if (*at == '\\') *at = '/'; /* as Windows writes them */
    }
    size_t number = pdk_obj_names_add(&all->paths, path);
    if (number == SIZE_MAX) return pdk_fail_memory(error, &document->memory, "materials");
    if (number == all->images.count) {
        size_t *image = pdk_vector_push(&all->images);
        if (image == NULL) return pdk_fail_memory(error, &document->memory, "materials");
        pdk_status status = pdk_document_add_encoded_image(document, NULL, (pdk_bytes){ NULL, 0 }, path, image, error);
        if (status != PDK_OK) return status;
        all->bad_images += *image == SIZE_MAX;
    }
    all->material->image = ((size_t *)all->images.items)[number];
    all->material->clamped[0] = all->material->clamped[1] = clamped;
    return PDK_OK;
}

static pdk_status begin_material(library *all, pdk_line line, pdk_error *error)
{
    pdk_obj *obj = all->obj;
    pdk_memory *memory = &obj->document->memory;
    while (line.at < line.end && pdk_is_blank(*line.at)) line.at++;
    pdk_text text = pdk_text_read(memory, PDK_ENCODING_UTF8_OR_1252, line.at, (size_t)(line.end - line.at));
    char *name = text.data != NULL ? pdk_text_printf(memory, "%.*s", (int)text.size, text.data) : NULL;
    if (name == NULL) return pdk_fail_memory(error, memory, "materials");
    size_t number = pdk_obj_names_find(&obj->names, name);
    pdk_free(memory, name);
    all->material = number != SIZE_MAX ? (pdk_mesh_material *)obj->materials.items + number : NULL;
    return PDK_OK;
}

static pdk_status read_line(library *all, pdk_line line, pdk_error *error)
{
    pdk_line word;
    bool fine = true;
    const char *begin = line.at;
    pdk_line_word(&line, &word);
    if (pdk_word_is(&word, "newmtl")) return begin_material(all, line, error);
    pdk_mesh_material *to = all->material;
    if (to == NULL) return PDK_OK;
    if (pdk_word_is(&word, "Kd")) fine = read_color(line, to->color);
    else if (pdk_word_is(&word, "Ke")) fine = read_color(line, to->emissive);
    else if (pdk_word_is(&word, "illum")) fine = read_lighting(line, &to->unlit);
    else if (pdk_word_is(&word, "map_Kd")) return add_map(all, line, error);
    else if (pdk_word_is(&word, "map_d")) to->alpha = PDK_ALPHA_MASK; /* a picture's own opacity, as it is mostly */
    else if ((size_t)(word.end - word.at) >= 4 && memcmp(word.at, "map_", 4) == 0) all->other_maps++;
    else if (pdk_word_is(&word, "d") || pdk_word_is(&word, "Tr")) fine = read_opacity(line, *word.at == 'T', to);
    if (!fine) pdk_line_faults_join(&all->words, (pdk_line_faults){ 1, (uint64_t)(begin - all->begin) });
    return PDK_OK;
}

static pdk_status add_names(pdk_obj *obj, pdk_error *error)
{
    obj->materials = pdk_vector_of(&obj->document->memory, sizeof(pdk_mesh_material));
    for (size_t i = 0; i < obj->names.names.count; i++) {
        pdk_mesh_material *to = pdk_vector_push(&obj->materials);
        if (to == NULL) return pdk_fail_memory(error, &obj->document->memory, "materials");
        *to = (pdk_mesh_material){ .name = ((const char **)obj->names.names.items)[i],
                                   .color = { 0.8, 0.8, 0.8, 1 },
                                   .image = PDK_MESH_NONE,
                                   .two_sided = true, /* MTL does not say: programs show both sides */
                                   .cutoff = 0.5,
                                   .roughness = 1 };
    }
    return PDK_OK;
}

static void report(const library *all)
{
    pdk_document *document = all->obj->document;
    if (all->bad_images > 0) {
        pdk_document_add_finding(document, PDK_WARNING, "obj.images", PDK_NO_OFFSET, "obj",
                                 "%llu pictures of its materials do not exist, or are neither PNG nor JPEG",
                                 (unsigned long long)all->bad_images);
    }
    if (all->words.count > 0) {
        char shown[64];
        const pdk_text *name = &all->obj->library;
        pdk_document_add_finding(document, PDK_WARNING, "obj.materials.value", PDK_NO_OFFSET, "obj",
                                 "%llu lines of its materials do not have the numbers they need, the first at byte "
                                 "%llu of %s; these values are left out",
                                 (unsigned long long)all->words.count, (unsigned long long)all->words.first,
                                 pdk_text_show(shown, sizeof shown, name->data, name->size));
    }
    if (all->other_maps > 0) {
        pdk_document_add_finding(document, PDK_NOTE, "obj.materials", PDK_NO_OFFSET, "obj",
                                 "%llu maps of materials other than the colour are ignored",
                                 (unsigned long long)all->other_maps);
    }
}

pdk_status pdk_obj_read_library(pdk_obj *obj, pdk_error *error)
{
    pdk_error reason;
    pdk_bytes bytes;
    pdk_line line;
    pdk_status status = add_names(obj, error);
    if (status != PDK_OK || obj->materials.count == 0) return status;
    if (obj->library.data == NULL) return PDK_OK;
    status = pdk_referenced_file_open(obj->document, obj->library.data, max_bytes, &bytes, &reason);
    if (status != PDK_OK) {
        pdk_severity severity = obj->document->folder != NULL ? PDK_WARNING : PDK_NOTE; /* a pipe has no folder */
        pdk_document_add_finding(obj->document, severity, reason.code, PDK_NO_OFFSET, "obj",
                                 "its materials have only names: %s", reason.message);
        return PDK_OK;
    }
    library all = { .obj = obj,
                    .images = pdk_vector_of(&obj->document->memory, sizeof(size_t)),
                    .begin = (const char *)bytes.data };
    pdk_obj_names_init(&all.paths, &obj->document->memory);
    const char *text = (const char *)bytes.data;
    pdk_text_cursor cursor = { text + pdk_utf8_mark(bytes), text + bytes.size, NULL, NULL };
    while (status == PDK_OK && pdk_text_next(&cursor, &line)) {
        if (*line.at != '#') status = read_line(&all, line, error);
    }
    report(&all);
    return status;
}
