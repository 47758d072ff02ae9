/* Triangle strips: each number after the second makes a triangle with the two before it, every other one turned over;
 * -1 begins again. They are kept in memory, which the numbers in the file bound. */
#include "format/ply/ply.h"

#include <inttypes.h>

#include "base/read_number.h"

typedef struct strips {
    pdk_ply *ply;
    pdk_vector triangles;
    uint64_t stitches, bad, bad_offset;
    uint32_t last[2];
    uint64_t run; /* numbers since the last -1 */
} strips;

static bool add_corner(strips *all, int64_t number, const uint8_t *at)
{
    if (number == -1) {
        all->run = 0;
        return true;
    }
    if (number < 0 || (uint64_t)number >= all->ply->vertices->count) {
        if (all->bad++ == 0) all->bad_offset = (uint64_t)(at - all->ply->document->content.data);
        all->run = 0;
        return true;
    }
    uint32_t corner = (uint32_t)number, a = all->last[0], b = all->last[1];
    all->last[0] = b;
    all->last[1] = corner;
    if (++all->run < 3) return true;
    if (a == b || b == corner || a == corner) { /* how strips are joined */
        all->stitches++;
        return true;
    }
    uint32_t(*to)[3] = pdk_vector_push(&all->triangles);
    if (to == NULL) return false;
    bool odd = (all->run & 1) == 0;
    (*to)[0] = odd ? b : a;
    (*to)[1] = odd ? a : b;
    (*to)[2] = corner;
    return true;
}

static pdk_status read_strip(strips *all, const pdk_ply_element *element, size_t property, const uint8_t *at,
                             pdk_line line, pdk_error *error)
{
    const pdk_ply *ply = all->ply;
    const pdk_ply_property *list = &element->properties[property];
    const uint8_t *items = NULL, *begin = at;
    uint64_t count = 0;
    at = pdk_ply_property_at(ply, element, property, at, &line);
    bool fine = at != NULL && pdk_ply_list(ply, list, at, &line, &count, &items);
    all->run = 0;
    for (uint64_t i = 0; i < count && fine; i++) {
        int64_t number;
        pdk_line word;
        if (ply->encoding == PDK_PLY_TEXT) {
            fine = pdk_line_word(&line, &word);
            at = (const uint8_t *)word.at;
            fine = fine && pdk_read_integer(&word.at, word.end, &number) && word.at == word.end;
        } else {
            at = items + i * pdk_scalar_size(list->type);
            number = pdk_scalar_load_whole(at, list->type, ply->encoding == PDK_PLY_BIG);
            if (list->type == PDK_SCALAR_U32 && number == UINT32_MAX) number = -1;
        }
        if (fine && !add_corner(all, number, at)) return pdk_fail_memory(error, &ply->document->memory, "triangles");
    }
    if (fine) return PDK_OK;
    if (all->bad++ == 0) all->bad_offset = (uint64_t)(begin - ply->document->content.data);
    return PDK_OK;
}

pdk_status pdk_ply_open_strips(pdk_ply *ply, pdk_error *error)
{
    const pdk_ply_element *element = NULL;
    for (size_t i = 0; i < ply->element_count && element == NULL; i++) {
        if (strcmp(ply->elements[i].name, "tristrips") == 0) element = &ply->elements[i];
    }
    size_t property = 0;
    while (element != NULL && property < element->property_count &&
           (element->properties[property].counts == PDK_SCALAR_NONE ||
            !pdk_scalar_is_whole(element->properties[property].type) ||
            strcmp(element->properties[property].name, "vertex_indices") != 0))
        property++;
    if (element == NULL || property == element->property_count) return PDK_OK;
    strips all = { .ply = ply, .triangles = pdk_vector_of(&ply->document->memory, sizeof(uint32_t[3])) };
    pdk_ply_walk walk = pdk_ply_walk_at(ply, element, 0);
    for (const uint8_t *at; (at = pdk_ply_walk_next(&walk)) != NULL;) {
        pdk_status status = read_strip(&all, element, property, at, walk.line, error);
        if (status != PDK_OK) return status;
    }
    ply->strip_triangles = all.triangles.items;
    ply->strip_triangle_count = all.triangles.count;
    if (all.stitches > 0) {
        pdk_document_add_finding(ply->document, PDK_NOTE, "ply.tristrips.stitches", PDK_NO_OFFSET, "ply.tristrips",
                                 "%" PRIu64 " triangles have the same corner twice, to join strips; they are left out",
                                 all.stitches);
    }
    if (all.bad == 0) return PDK_OK;
    return pdk_document_damage(
        ply->document, error, PDK_E_CORRUPT, all.bad_offset, "ply.tristrips.index", "ply.tristrips",
        "%" PRIu64 " numbers in the strips are not those of a vertex; each ends its strip", all.bad);
}
