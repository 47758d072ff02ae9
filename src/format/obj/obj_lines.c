/* Lines into lists. A line with a backslash at its end continues on the next. */
#include <string.h>

#include "base/read_number.h"
#include "base/text.h"
#include "format/obj/obj_reader.h"
#include "text/encoding.h"

typedef struct reader {
    pdk_obj *obj;
    const char *text, *at, *end;
    char *buffer; /* a line put together of several */
    size_t room_size;
    uint64_t line_at;
    pdk_error *error;
} reader;

static pdk_status no_memory(const reader *from)
{
    return pdk_fail_memory(from->error, &from->obj->document->memory, "a mesh");
}

/* Where a line's end is escaped the pieces are joined with blanks, so that offsets in it stay true only of its
 * beginning. */
static pdk_status join(reader *from, pdk_line *line)
{
    const char *begin = line->at;
    size_t size = 0;
    for (;;) {
        const char *behind = memchr(from->at, '\n', (size_t)(from->end - from->at));
        if (behind == NULL) behind = from->end;
        const char *last = behind;
        while (last > begin && pdk_is_blank(last[-1])) last--;
        bool more = last > begin && last[-1] == '\\' && behind < from->end;
        from->at = behind < from->end ? behind + 1 : behind;
        if (!more) {
            size = (size_t)(last - begin);
            break;
        }
    }
    if (size + 1 > from->room_size) {
        char *buffer = pdk_realloc(&from->obj->document->memory, from->buffer, 2 * size + 256);
        if (buffer == NULL) return no_memory(from);
        from->buffer = buffer;
        from->room_size = 2 * size + 256;
    }
    for (size_t i = 0; i < size; i++) {
        bool gap = begin[i] == '\\' || begin[i] == '\n' || begin[i] == '\r';
        from->buffer[i] = gap ? ' ' : begin[i];
    }
    *line = (pdk_line){ from->buffer, from->buffer + size };
    return PDK_OK;
}

static pdk_status next_line(reader *from, pdk_line *line, bool *found)
{
    pdk_text_cursor cursor = { from->at, from->end, NULL, NULL };
    *found = pdk_text_next(&cursor, line);
    if (!*found) return PDK_OK;
    from->line_at = (uint64_t)(line->at - from->text);
    from->at = cursor.at;
    if (pdk_line_is_two(line)) {
        return pdk_fail(from->error, PDK_E_UNSUPPORTED, from->line_at, "obj.line_ends",
                        "a line ends with a carriage return alone here, as on old Macs: convert the line ends first");
    }
    if (line->end[-1] != '\\' || cursor.at >= from->end) return PDK_OK;
    from->at = line->at;
    return join(from, line);
}

static bool numbers(pdk_line *line, double *to, int count)
{
    pdk_line word;
    for (int i = 0; i < count; i++) {
        if (!pdk_line_word(line, &word) || !pdk_read_double(&word.at, word.end, &to[i]) || word.at != word.end)
            return false;
    }
    return true;
}

/* Is there anything on the line that is not a comment? */
static bool has_more(pdk_line line)
{
    pdk_line word;
    return pdk_line_word(&line, &word) && *word.at != '#';
}

/* Points are known by their number, so with `partial` the file ends where one cannot be read. */
static pdk_status fail_numbers(reader *from, const char *what)
{
    from->at = from->end;
    return pdk_document_damage(from->obj->document, from->error, PDK_E_CORRUPT, from->line_at, "obj.numbers",
                               "obj.line", "expected %s%s", what,
                               from->obj->document->partial ? "; everything from this line on is left out" : "");
}

/* "7", "7/1", "7//3", "7/1/3", each counted from 1, or from the last one back as -1, -2. A texture coordinate or normal
 * that cannot be there is PDK_OBJ_DANGLING: it costs the attribute, not the face. */
static bool read_corner(const pdk_obj *obj, const pdk_line *word, pdk_obj_corner *corner)
{
    size_t counts[3] = { obj->points.count, obj->coordinates.count, obj->normals.count };
    uint32_t *const to[3] = { &corner->point, &corner->coordinate, &corner->normal };
    const char *at = word->at;
    *corner = (pdk_obj_corner){ UINT32_MAX, UINT32_MAX, UINT32_MAX };
    for (int i = 0; i < 3; i++) {
        int64_t number;
        if (at < word->end && *at != '/') {
            if (!pdk_read_integer(&at, word->end, &number)) return false;
            int64_t index = number > 0 ? number - 1 : number < 0 ? (int64_t)counts[i] + number : -1;
            bool fits = index >= 0 && index < PDK_OBJ_DANGLING;
            if (!fits && i == 0) return false;
            *to[i] = fits ? (uint32_t)index : PDK_OBJ_DANGLING;
        } else if (i == 0) {
            return false;
        }
        if (at == word->end) return true;
        if (*at != '/' || i == 2) return false;
        at++;
    }
    return false;
}

static pdk_status add_face(reader *from, pdk_line line)
{
    pdk_obj *obj = from->obj;
    pdk_obj_face face = { from->line_at, obj->corners.count, 0 };
    pdk_line word;
    while (pdk_line_word(&line, &word)) {
        if (*word.at == '#') break;
        pdk_obj_corner corner;
        if (!read_corner(obj, &word, &corner)) {
            obj->corners.count = (size_t)face.first;
            pdk_obj_bad_face(obj, from->line_at, "obj.face", "has a corner that is not the number of a point");
            return PDK_OK;
        }
        pdk_obj_corner *to = pdk_vector_push(&obj->corners);
        if (to == NULL) return no_memory(from);
        *to = corner;
        face.count++;
    }
    pdk_obj_face *to = pdk_vector_push(&obj->faces);
    if (to == NULL) return no_memory(from);
    *to = face;
    return PDK_OK;
}

/* What no face comes after is as if it was not there. */
static bool change(reader *from, pdk_obj_change change)
{
    pdk_obj *obj = from->obj;
    pdk_obj_change *last =
        obj->changes.count > 0 ? (pdk_obj_change *)obj->changes.items + obj->changes.count - 1 : NULL;
    if (last != NULL && last->first_face == obj->faces.count) {
        if (change.group != NULL) last->group = change.group;
        if (change.material != UINT32_MAX) last->material = change.material;
        return true;
    }
    pdk_obj_change *to = pdk_vector_push(&obj->changes);
    change.first_face = obj->faces.count;
    if (to != NULL) *to = change;
    return to != NULL;
}

/* The rest of a line as a separate text. */
static const char *rest_of(const reader *from, pdk_line line)
{
    pdk_memory *memory = &from->obj->document->memory;
    while (line.at < line.end && pdk_is_blank(*line.at)) line.at++;
    pdk_text text = pdk_text_read(memory, PDK_ENCODING_UTF8_OR_1252, line.at, (size_t)(line.end - line.at));
    return text.data != NULL ? pdk_keep_printf(memory, "%.*s", (int)text.size, text.data) : NULL;
}

static pdk_status use_material(reader *from, pdk_line line)
{
    pdk_obj_names *names = &from->obj->names;
    const char *name = rest_of(from, line);
    if (name == NULL) return no_memory(from);
    bool full = names->names.count >= pdk_document_most_of_kind(from->obj->document);
    if (full && pdk_obj_names_find(names, name) == SIZE_MAX) {
        from->obj->materials_left_out++;
        return change(from, (pdk_obj_change){ .material = 0 }) ? PDK_OK : no_memory(from);
    }
    size_t number = pdk_obj_names_add(names, name);
    if (number == SIZE_MAX) return no_memory(from);
    return change(from, (pdk_obj_change){ .material = (uint32_t)number + 1 }) ? PDK_OK : no_memory(from);
}

/* Three numbers after the point: red, green, blue. One number more is a weight, seven are a weight and a colour. */
static pdk_status read_color(reader *from, pdk_line line)
{
    pdk_obj *obj = from->obj;
    double values[4];
    int count = 0;
    pdk_line rest = line;
    while (count < 4 && numbers(&line, &values[count], 1)) {
        count++;
        rest = line;
    }
    if (count < 4 && has_more(rest)) return fail_numbers(from, "only numbers after the point");
    if (count < 3 && obj->colors.count == 0) return PDK_OK;
    while (obj->colors.count < obj->points.count) { /* points without one are white */
        float(*to)[3] = pdk_vector_push(&obj->colors);
        if (to == NULL) return no_memory(from);
        for (int k = 0; k < 3; k++) (*to)[k] = 1;
    }
    float *to = ((float(*)[3])obj->colors.items)[obj->points.count - 1];
    for (int k = 0; k < 3 && count >= 3; k++) {
        to[k] = (float)values[count - 3 + k];
        obj->wide_colors = obj->wide_colors || to[k] > 1;
    }
    return PDK_OK;
}

/* A group or object: the points from here on are its block. */
static pdk_status begin_block(reader *from, pdk_line line)
{
    pdk_obj *obj = from->obj;
    pdk_mesh_block *last = obj->blocks.count > 0 ? (pdk_mesh_block *)obj->blocks.items + obj->blocks.count - 1 : NULL;
    if (obj->blocks.count >= pdk_document_most_of_kind(obj->document)) {
        obj->groups_left_out++;
        return PDK_OK;
    }
    const char *kept = rest_of(from, line);
    if (kept == NULL) return no_memory(from);
    if (!change(from, (pdk_obj_change){ .group = kept, .material = UINT32_MAX })) return no_memory(from);
    if (last == NULL || last->first_point != obj->points.count) last = pdk_vector_push(&obj->blocks);
    if (last == NULL) return no_memory(from);
    *last = (pdk_mesh_block){ .name = kept, .first_point = obj->points.count };
    return PDK_OK;
}

static pdk_status read_line(reader *from, pdk_line line)
{
    pdk_obj *obj = from->obj;
    pdk_line word;
    double values[3];
    pdk_line_word(&line, &word);
    if (pdk_word_is(&word, "v")) {
        if (!numbers(&line, values, 3)) return fail_numbers(from, "a point of three numbers");
        double(*to)[3] = pdk_vector_push(&obj->points);
        if (to == NULL) return no_memory(from);
        memcpy(to, values, sizeof *to);
        return read_color(from, line);
    } else if (pdk_word_is(&word, "vt")) {
        values[1] = 0;
        if (!numbers(&line, values, 1) || (has_more(line) && !numbers(&line, values + 1, 1)))
            return fail_numbers(from, "a texture coordinate of one number or more");
        float(*to)[2] = pdk_vector_push(&obj->coordinates);
        if (to == NULL) return no_memory(from);
        (*to)[0] = (float)values[0];
        (*to)[1] = (float)values[1];
    } else if (pdk_word_is(&word, "vn")) {
        if (!numbers(&line, values, 3)) return fail_numbers(from, "a normal of three numbers");
        float(*to)[3] = pdk_vector_push(&obj->normals);
        if (to == NULL) return no_memory(from);
        for (int k = 0; k < 3; k++) (*to)[k] = (float)values[k];
    } else if (pdk_word_is(&word, "f") || pdk_word_is(&word, "fo")) {
        return add_face(from, line);
    } else if (pdk_word_is(&word, "o") || pdk_word_is(&word, "g")) {
        return begin_block(from, line);
    } else if (pdk_word_is(&word, "mtllib")) {
        while (line.at < line.end && pdk_is_blank(*line.at)) line.at++;
        char *kept = pdk_text_printf(&obj->document->memory, "%.*s", (int)(line.end - line.at), line.at);
        obj->library = kept != NULL
                           ? pdk_text_read(&obj->document->memory, PDK_ENCODING_UTF8_OR_1252, kept, strlen(kept))
                           : (pdk_text){ NULL, 0 };
        if (obj->library.data == NULL) return no_memory(from);
    } else if (pdk_word_is(&word, "usemtl")) {
        return use_material(from, line);
    } else if (*word.at == '#') {
        pdk_place_read_line(&obj->place, word.at + 1, (size_t)(line.end - word.at - 1));
    } else if (!pdk_word_is(&word, "s")) {
        obj->passed_over++;
    }
    return PDK_OK;
}

pdk_status pdk_obj_read_lines(pdk_obj *obj, pdk_error *error)
{
    pdk_memory *memory = &obj->document->memory;
    pdk_bytes content = obj->document->content;
    const char *text = (const char *)content.data;
    reader from = {
        .obj = obj, .text = text, .at = text + pdk_utf8_mark(content), .end = text + content.size, .error = error
    };
    obj->points = pdk_vector_of(memory, sizeof(double[3]));
    obj->coordinates = pdk_vector_of(memory, sizeof(float[2]));
    obj->normals = pdk_vector_of(memory, sizeof(float[3]));
    obj->corners = pdk_vector_of(memory, sizeof(pdk_obj_corner));
    obj->faces = pdk_vector_of(memory, sizeof(pdk_obj_face));
    obj->blocks = pdk_vector_of(memory, sizeof(pdk_mesh_block));
    obj->colors = pdk_vector_of(memory, sizeof(float[3]));
    obj->changes = pdk_vector_of(memory, sizeof(pdk_obj_change));
    pdk_obj_names_init(&obj->names, memory);
    pdk_status status = PDK_OK;
    for (uint64_t number = 0; status == PDK_OK; number++) {
        pdk_line line;
        bool found = false;
        status = next_line(&from, &line, &found);
        if (status == PDK_OK && !found) break;
        if (status == PDK_OK) status = read_line(&from, line);
        if (number % (1 << 20) == 0) pdk_trim(obj->document); /* some 40 MB */
        if (number % 65536 == 0 && !pdk_document_progress(obj->document, from.line_at, content.size))
            return pdk_fail_cancelled(error);
    }
    return status;
}
