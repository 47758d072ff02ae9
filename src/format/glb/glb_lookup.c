/* Numbers and lists of the JSON part by name, and failures that name their place there. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "format/glb/glb_reader.h"

enum { STEP = 16, MAX_MEMBERS = 64 };

uint64_t pdk_glb_whole(pdk_json_found value)
{
    double number;
    bool whole = pdk_json_as_number(value, &number) && number >= 0 && number < 9e15 && number == floor(number);
    return whole ? (uint64_t)number : UINT64_MAX;
}

uint64_t pdk_glb_number(pdk_json_found object, const char *name, uint64_t otherwise)
{
    pdk_json_found value = pdk_json_member(object, name);
    return value.tree != NULL ? pdk_glb_whole(value) : otherwise;
}

pdk_status pdk_glb_find_list(const pdk_glb *glb, const char *name, pdk_glb_list *list, pdk_error *error)
{
    pdk_json_found array = pdk_json_member(pdk_json_root(&glb->json), name);
    *list = (pdk_glb_list){ .array = array };
    if (pdk_json_kind(array) != '[') return PDK_OK;
    list->count = pdk_json_count(array, SIZE_MAX);
    list->marks = pdk_alloc_array(&glb->document->memory, list->count / STEP + 1, sizeof *list->marks);
    if (list->marks == NULL) return pdk_fail_memory(error, &glb->document->memory, "a list in the glTF");
    uint64_t i = 0;
    for (pdk_json_found at = pdk_json_first(array); at.tree != NULL; at = pdk_json_next(array, at), i++) {
        if (i % STEP == 0) list->marks[i / STEP] = at.node;
    }
    return PDK_OK;
}

pdk_json_found pdk_glb_small(pdk_json_found object)
{
    bool small = pdk_json_kind(object) == '{' && pdk_json_count(object, MAX_MEMBERS + 1) <= MAX_MEMBERS;
    return small ? object : (pdk_json_found){ NULL, 0 };
}

pdk_json_found pdk_glb_at(const pdk_glb_list *list, pdk_json_found index)
{
    uint64_t number = pdk_glb_whole(index);
    if (number >= list->count) return (pdk_json_found){ NULL, 0 };
    pdk_json_found at = { list->array.tree, list->marks[number / STEP] };
    for (uint64_t i = number % STEP; i > 0; i--) at = pdk_json_next(list->array, at);
    return at;
}

pdk_json_found pdk_glb_item(const pdk_glb_list *list, pdk_json_found index)
{
    return pdk_glb_small(pdk_glb_at(list, index));
}

pdk_status pdk_glb_fail(const pdk_glb *glb, pdk_error *error, const char *code, const char *where, uint64_t number,
                        const char *what)
{
    char place[64];
    snprintf(place, sizeof place, "glb.%s[%" PRIu64 "]", where, number);
    return pdk_fail_where(error, PDK_E_CORRUPT, glb->json_at, code, place, "%s", what);
}

pdk_status pdk_glb_no_memory(const pdk_glb *glb, pdk_error *error)
{
    return pdk_fail_memory(error, &glb->document->memory, "a mesh");
}
