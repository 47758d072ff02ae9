/* Elements are in the order of the header, with nothing in between. Those of one size are found by counting; of those
 * with lists, and of all in text, marks are kept: where every so many of them begin. */
#include "format/ply/ply.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/read_number.h"
#include "text/shown_text.h"

static const uint8_t *content_end(const pdk_ply *ply)
{
    return ply->document->content.data + ply->document->content.size;
}

static uint64_t offset_of(const pdk_ply *ply, const void *at)
{
    return (uint64_t)((const uint8_t *)at - ply->document->content.data);
}

/* ------------------------------------------------------------------------------------------------ properties */

bool pdk_ply_list(const pdk_ply *ply, const pdk_ply_property *property, const uint8_t *at, pdk_line *line,
                  uint64_t *count, const uint8_t **items)
{
    int64_t number = -1;
    if (ply->encoding == PDK_PLY_TEXT) {
        pdk_line word;
        if (!pdk_line_word(line, &word) || !pdk_read_integer(&word.at, word.end, &number) || word.at != word.end)
            return false;
        *items = (const uint8_t *)line->at;
        *count = (uint64_t)number;
        return number >= 0 && number <= line->end - line->at; /* each takes a character at least */
    }
    size_t head = pdk_scalar_size(property->counts), item = pdk_scalar_size(property->type);
    uint64_t left = (uint64_t)(content_end(ply) - at);
    if (left < head) return false;
    number = pdk_scalar_load_whole(at, property->counts, ply->encoding == PDK_PLY_BIG);
    *items = at + head;
    *count = (uint64_t)number;
    return number >= 0 && *count <= (left - head) / item;
}

/* Behind a property; NULL when it is not whole. */
static const uint8_t *behind(const pdk_ply *ply, const pdk_ply_property *property, const uint8_t *at, pdk_line *line)
{
    uint64_t count = 1;
    const uint8_t *items = at;
    bool list = property->counts != PDK_SCALAR_NONE;
    if (list && !pdk_ply_list(ply, property, at, line, &count, &items)) return NULL;
    if (ply->encoding != PDK_PLY_TEXT) {
        size_t item = pdk_scalar_size(property->type);
        return count <= (uint64_t)(content_end(ply) - items) / item ? items + count * item : NULL;
    }
    pdk_line word;
    for (uint64_t i = 0; i < count; i++) {
        if (!pdk_line_word(line, &word)) return NULL;
    }
    return (const uint8_t *)line->at;
}

const uint8_t *pdk_ply_property_at(const pdk_ply *ply, const pdk_ply_element *element, size_t property,
                                   const uint8_t *at, pdk_line *line)
{
    if (element->stride > 0 && ply->encoding != PDK_PLY_TEXT) return at + element->properties[property].offset;
    for (size_t i = 0; i < property && at != NULL; i++) at = behind(ply, &element->properties[i], at, line);
    return at;
}

/* The element after this one in binary; NULL when the file ends before, or a list has no sensible length. */
static const uint8_t *skip_element(const pdk_ply *ply, const pdk_ply_element *element, const uint8_t *at)
{
    for (size_t i = 0; i < element->property_count && at != NULL; i++)
        at = behind(ply, &element->properties[i], at, NULL);
    return at;
}

/* ----------------------------------------------------------------------------------------------------- walks */

static bool add_mark(pdk_ply *ply, pdk_vector *marks, const uint8_t *at, uint64_t element, uint64_t items)
{
    pdk_ply_mark *mark = pdk_vector_push(marks);
    if (mark != NULL) *mark = (pdk_ply_mark){ offset_of(ply, at), element, items };
    return mark != NULL;
}

pdk_ply_walk pdk_ply_walk_from(const pdk_ply *ply, const pdk_ply_element *element, const pdk_ply_mark *mark)
{
    const uint8_t *content = ply->document->content.data;
    pdk_ply_walk walk = { .ply = ply, .element = element, .end = content_end(ply) };
    if (mark == NULL) { /* there is no element */
        walk.at = walk.end;
        walk.number = element->count;
        return walk;
    }
    walk.number = mark->element;
    walk.at = content + mark->offset;
    walk.cursor = (pdk_text_cursor){ (const char *)walk.at, (const char *)walk.end, NULL, NULL };
    return walk;
}

const uint8_t *pdk_ply_walk_next(pdk_ply_walk *walk)
{
    if (walk->number >= walk->element->count) return NULL;
    const uint8_t *at = walk->at;
    if (walk->ply->encoding == PDK_PLY_TEXT) {
        if (!pdk_text_next(&walk->cursor, &walk->line)) return NULL;
        at = (const uint8_t *)walk->line.at;
    } else if (walk->element->stride > 0) {
        walk->at += walk->element->stride;
    } else {
        walk->at = skip_element(walk->ply, walk->element, at);
        if (walk->at == NULL) { /* and nothing comes after */
            walk->at = walk->end;
            walk->number = walk->element->count;
            return NULL;
        }
    }
    walk->number++;
    return at;
}

/* The last mark whose number is not above `wanted`. */
static const pdk_ply_mark *find_mark(const pdk_ply_element *element, uint64_t wanted, bool by_item)
{
    size_t low = 0, high = element->mark_count;
    if (high == 0) return NULL;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        const pdk_ply_mark *mark = &element->marks[middle];
        if ((by_item ? mark->items : mark->element) <= wanted) low = middle;
        else high = middle;
    }
    return &element->marks[low];
}

pdk_ply_walk pdk_ply_walk_at(const pdk_ply *ply, const pdk_ply_element *element, uint64_t number)
{
    pdk_ply_mark mark = { .element = number };
    if (ply->encoding == PDK_PLY_TEXT) {
        mark.offset = offset_of(ply, pdk_text_seek(&ply->lines, element->begin + number).at);
        return pdk_ply_walk_from(ply, element, &mark);
    }
    if (element->stride > 0) {
        mark.offset = element->begin + number * element->stride;
        return pdk_ply_walk_from(ply, element, &mark);
    }
    pdk_ply_walk walk = pdk_ply_walk_from(ply, element, find_mark(element, number, false));
    while (walk.number < number) pdk_ply_walk_next(&walk);
    return walk;
}

const pdk_ply_mark *pdk_ply_mark_of_item(const pdk_ply_element *element, uint64_t item)
{
    return find_mark(element, item, true);
}
/* ------------------------------------------------------------------------------------------- where they are */

static pdk_status cut(pdk_ply *ply, pdk_ply_element *element, uint64_t offset, uint64_t have, pdk_error *error)
{
    char where[80], name[48];
    pdk_text_show(name, sizeof name, element->name, strlen(element->name));
    snprintf(where, sizeof where, "ply.%s[%" PRIu64 "]", name, have);
    pdk_status status =
        pdk_document_damage(ply->document, error, PDK_E_TRUNCATED, offset, "ply.truncated", where,
                            "expected %" PRIu64 " of %s, but the file ends after %" PRIu64, element->count, name, have);
    element->count = have;
    return status;
}

/* Elements of many sizes: every one is walked over. */
static pdk_status walk_over(pdk_ply *ply, pdk_ply_element *element, uint64_t *end, pdk_error *error)
{
    pdk_vector marks = pdk_vector_of(&ply->document->memory, sizeof(pdk_ply_mark));
    const uint8_t *at = ply->document->content.data + element->begin;
    for (uint64_t i = 0; i < element->count; i++) {
        if (i % PDK_PLY_MARK_EVERY == 0 && !add_mark(ply, &marks, at, i, 0)) {
            return pdk_fail_memory(error, &ply->document->memory, "an index of elements");
        }
        if (i % (1 << 20) == 0) pdk_trim(ply->document);
        const uint8_t *next = skip_element(ply, element, at);
        if (next == NULL) {
            pdk_status status = cut(ply, element, offset_of(ply, at), i, error);
            if (status != PDK_OK) return status;
            at = content_end(ply); /* what comes after cannot be found */
            break;
        }
        at = next;
    }
    element->marks = marks.items;
    element->mark_count = marks.count;
    *end = offset_of(ply, at);
    return PDK_OK;
}

static pdk_status find_binary(pdk_ply *ply, pdk_error *error)
{
    uint64_t at = ply->body, size = ply->document->content.size;
    for (size_t i = 0; i < ply->element_count; i++) {
        pdk_ply_element *element = &ply->elements[i];
        element->begin = element->end = at;
        pdk_status status = PDK_OK;
        if (element->count == 0) continue;
        if (element->stride == 0 && !pdk_ply_are_triangles(ply, element)) {
            status = walk_over(ply, element, &element->end, error);
        } else {
            uint64_t have = (size - at) / element->stride;
            if (have < element->count) {
                status = cut(ply, element, size, have, error);
                element->end = size; /* not even a part of the next one */
            } else {
                element->end = at + element->count * element->stride;
            }
        }
        if (status != PDK_OK) return status;
        at = element->end;
    }
    if (at < size) {
        pdk_document_add_finding(ply->document, PDK_WARNING, "ply.trailing", at, "ply",
                                 "%" PRIu64 " bytes follow the last element of the header; they are left out",
                                 size - at);
    }
    return PDK_OK;
}

/* What follows a carriage return in a line would be taken for more numbers of the same element. */
static pdk_status refuse_two(const pdk_ply *ply, pdk_error *error)
{
    uint64_t two = ply->body + pdk_text_find_two(&ply->lines);
    if (two == ply->document->content.size) return PDK_OK;
    return pdk_fail(error, PDK_E_UNSUPPORTED, two, "ply.lines",
                    "this line contains a carriage return: line ends are mixed, so convert them first");
}

/* In text `begin` and `end` are numbers of lines. */
static pdk_status find_lines(pdk_ply *ply, pdk_error *error)
{
    pdk_status status = pdk_text_index_build(ply->document, ply->body, NULL, NULL, &ply->lines, error);
    if (status == PDK_OK) status = refuse_two(ply, error);
    uint64_t line = 0, size = ply->document->content.size;
    for (size_t i = 0; i < ply->element_count && status == PDK_OK; i++) {
        pdk_ply_element *element = &ply->elements[i];
        element->begin = line;
        element->stride = 0;
        uint64_t have = ply->lines.lines - line;
        if (have < element->count) status = cut(ply, element, size, have, error);
        element->end = line += element->count;
    }
    if (status == PDK_OK && line < ply->lines.lines) {
        uint64_t offset = offset_of(ply, pdk_text_seek(&ply->lines, line).at);
        pdk_document_add_finding(ply->document, PDK_WARNING, "ply.trailing", offset, "ply",
                                 "%" PRIu64 " lines follow the last element of the header; they are left out",
                                 ply->lines.lines - line);
    }
    return status;
}

pdk_status pdk_ply_find_elements(pdk_ply *ply, pdk_error *error)
{
    for (size_t i = 0; i < ply->element_count; i++) {
        if (ply->elements[i].property_count > 0 || ply->elements[i].count == 0) continue;
        char name[48];
        return pdk_fail(error, PDK_E_CORRUPT, ply->body, "ply.element", "the element %s has no properties",
                        pdk_text_show(name, sizeof name, ply->elements[i].name, strlen(ply->elements[i].name)));
    }
    return ply->encoding == PDK_PLY_TEXT ? find_lines(ply, error) : find_binary(ply, error);
}

bool pdk_ply_read_word(const pdk_ply_property *property, pdk_line *line, double *value)
{
    static const struct {
        double lowest, highest;
    } ranges[] = { [PDK_SCALAR_I8] = { INT8_MIN, INT8_MAX },    [PDK_SCALAR_U8] = { 0, UINT8_MAX },
                   [PDK_SCALAR_I16] = { INT16_MIN, INT16_MAX }, [PDK_SCALAR_U16] = { 0, UINT16_MAX },
                   [PDK_SCALAR_I32] = { INT32_MIN, INT32_MAX }, [PDK_SCALAR_U32] = { 0, UINT32_MAX } };
    pdk_line word;
    if (!pdk_line_word(line, &word) || !pdk_word_number(&word, value)) return false;
    return !pdk_scalar_is_whole(property->type) ||
           (*value >= ranges[property->type].lowest && *value <= ranges[property->type].highest);
}
