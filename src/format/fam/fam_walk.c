/*
 * The walk through nested containers. Children of one container lie side by side: each ends where the next begins, so
 * no byte is visited twice on one level, and the limit on depth bounds the whole. A list of places still to visit
 * is in for recursion.
 */
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "format/fam/fam_index.h"
#include "format/fam/fam_layout.h"

typedef struct place {
    uint64_t offset, end;
    uint32_t parent, number, depth;
} place;

typedef struct child {
    uint64_t offset;
    uint32_t number;
} child;

static pdk_fam_kind kind_of(const uint8_t *tag, uint64_t capacity)
{
    if (capacity < 4) return PDK_FAM_OTHER;
    if (memcmp(tag, "wwww", 4) == 0) return PDK_FAM_WWWW;
    if (memcmp(tag, "SHPI", 4) == 0) return PDK_FAM_SHPI;
    if (memcmp(tag, "ORIP", 4) == 0) return PDK_FAM_ORIP;
    return PDK_FAM_OTHER;
}

static int by_offset(const void *left, const void *right)
{
    const child *a = left, *b = right;
    if (a->offset != b->offset) return a->offset < b->offset ? -1 : 1;
    return a->number < b->number ? -1 : 1;
}

static int by_number(const void *left, const void *right)
{
    const place *a = left, *b = right;
    return a->number > b->number ? -1 : a->number < b->number; /* the stack returns the last first */
}

/* Can child `number` of `part` be followed? Damage otherwise. */
static pdk_status check_child(pdk_document *document, const pdk_fam_part *part, uint32_t number, uint32_t count,
                              bool *sound, pdk_error *error)
{
    char where[PDK_FAM_WHERE];
    uint64_t at = part->offset + pdk_wwww_header.size + (uint64_t)pdk_wwww_child.size * number;
    uint64_t offset = pdk_load_u32(document->content.data + at);
    uint64_t directory = pdk_wwww_header.size + (uint64_t)pdk_wwww_child.size * count;
    *sound = false;
    pdk_fam_where_in(where, part, "child", number, "offset");
    if (offset < directory) {
        return pdk_document_damage(document, error, PDK_E_CORRUPT, at, "wwww.child.offset", where,
                                   "child %u at 0x%llX would be inside the list of children, which ends at 0x%llX",
                                   (unsigned)number, (unsigned long long)offset, (unsigned long long)directory);
    }
    if (part->offset + offset >= document->content.size) {
        return pdk_document_damage(document, error, PDK_E_TRUNCATED, at, "wwww.child.offset", where,
                                   "child %u begins at 0x%llX, but the file ends at 0x%llX: the file is truncated",
                                   (unsigned)number, (unsigned long long)(part->offset + offset),
                                   (unsigned long long)document->content.size);
    }
    if (offset >= part->end - part->offset) {
        return pdk_document_damage(document, error, PDK_E_CORRUPT, at, "wwww.child.offset", where,
                                   "child %u at 0x%llX is after the end of its container at 0x%llX", (unsigned)number,
                                   (unsigned long long)offset, (unsigned long long)(part->end - part->offset));
    }
    *sound = true;
    return PDK_OK;
}

/* Sorts out the children of a container into places to visit. Two children at one offset would multiply what is after
 * them with every level: the second is refused. */
static pdk_status place_children(pdk_document *document, uint32_t index, child *children, uint32_t count,
                                 pdk_vector *todo, pdk_error *error)
{
    pdk_fam *fam = document->state;
    pdk_fam_part *part = pdk_fam_part_at(fam, index);
    size_t first = todo->count;
    qsort(children, count, sizeof *children, by_offset);
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0 && children[i].offset == children[i - 1].offset) {
            char where[PDK_FAM_WHERE];
            pdk_fam_where_in(where, part, "child", children[i].number, "offset");
            uint64_t at = part->offset + pdk_wwww_header.size + (uint64_t)pdk_wwww_child.size * children[i].number;
            pdk_status status = pdk_document_damage(document, error, PDK_E_CORRUPT, at, "wwww.child.repeated", where,
                                                    "children %u and %u are at the same offset 0x%llX",
                                                    (unsigned)children[i - 1].number, (unsigned)children[i].number,
                                                    (unsigned long long)children[i].offset);
            if (status != PDK_OK) return status;
            continue;
        }
        uint32_t next = i + 1;
        while (next < count && children[next].offset == children[i].offset) next++;
        place *where_to = pdk_vector_push(todo);
        if (where_to == NULL) return pdk_fail_memory(error, &document->memory, "the list of containers");
        uint64_t end = next < count ? part->offset + children[next].offset : part->end;
        *where_to = (place){ part->offset + children[i].offset, end, index, children[i].number, part->depth + 1 };
        part->children++;
    }
    if (part->children > 0) qsort((place *)todo->items + first, part->children, sizeof(place), by_number);
    return PDK_OK;
}

static pdk_status read_container(pdk_document *document, uint32_t index, pdk_vector *todo, pdk_error *error)
{
    char where[PDK_FAM_WHERE];
    pdk_memory *memory = &document->memory;
    pdk_fam_part *part = pdk_fam_part_at(document->state, index);
    uint64_t available = part->end - part->offset;
    pdk_fam_where(where, part);
    if (available < pdk_wwww_header.size) {
        return pdk_document_damage(document, error, PDK_E_TRUNCATED, part->end, "wwww.truncated", where,
                                   "a container needs 8 bytes, but only %llu are left", (unsigned long long)available);
    }
    uint64_t count = pdk_load_u32(document->content.data + part->offset + PDK_WWWW_CHILD_COUNT);
    uint64_t possible = (available - pdk_wwww_header.size) / pdk_wwww_child.size;
    if (count > possible) {
        pdk_status status =
            pdk_document_damage(document, error, PDK_E_TRUNCATED, part->offset + PDK_WWWW_CHILD_COUNT, "wwww.children",
                                where, "the container says it has %llu children, but there are offsets for %llu",
                                (unsigned long long)count, (unsigned long long)possible);
        if (status != PDK_OK) return status;
        count = possible;
    }
    if (count > 0 && part->depth + 1 > document->limits.depth) {
        return pdk_document_damage(document, error, PDK_E_LIMIT, part->offset, "wwww.depth", where,
                                   "containers are nested more than %u deep", (unsigned)document->limits.depth);
    }
    uint32_t announced = (uint32_t)count;
    pdk_status status = pdk_fam_announce(document, &count, part->offset + PDK_WWWW_CHILD_COUNT, where, error);
    if (status != PDK_OK) return status;
    child *children = pdk_alloc_array(memory, count, sizeof *children);
    if (children == NULL) return pdk_fail_memory(error, memory, "the list of children");
    uint32_t sound_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool sound;
        status = check_child(document, part, i, announced, &sound, error);
        if (status != PDK_OK) return status;
        uint64_t at = part->offset + pdk_wwww_header.size + (uint64_t)pdk_wwww_child.size * i;
        if (sound) children[sound_count++] = (child){ pdk_load_u32(document->content.data + at), i };
    }
    status = place_children(document, index, children, sound_count, todo, error);
    pdk_free(memory, children);
    return status;
}

static pdk_status add_part(pdk_document *document, const place *here, uint32_t *index, pdk_error *error)
{
    pdk_fam *fam = document->state;
    pdk_memory *memory = &document->memory;
    *index = (uint32_t)fam->parts.count;
    pdk_fam_part *part = pdk_vector_push(&fam->parts);
    if (part == NULL) return pdk_fail_memory(error, memory, "the list of containers");
    const pdk_fam_part *parent = here->parent != PDK_FAM_NONE ? pdk_fam_part_at(fam, here->parent) : NULL;
    const uint8_t *at = document->content.data + here->offset;
    *part = (pdk_fam_part){ .kind = kind_of(at, here->end - here->offset),
                            .path = "/",
                            .name = { "", 0 },
                            .offset = here->offset,
                            .end = here->end,
                            .parent = here->parent,
                            .depth = here->depth,
                            .pictures = PDK_FAM_NONE };
    if (parent != NULL && parent->depth == 0) part->path = pdk_keep_printf(memory, "%u", (unsigned)here->number);
    else if (parent != NULL) part->path = pdk_keep_printf(memory, "%s/%u", parent->path, (unsigned)here->number);
    if (part->path == NULL) return pdk_fail_memory(error, memory, "the list of containers");
    return PDK_OK;
}

static void note_unknown(pdk_document *document, const pdk_fam_part *part)
{
    char hex[48], where[PDK_FAM_WHERE];
    uint64_t available = part->end - part->offset;
    pdk_hex(hex, document->content.data + part->offset, available < 4 ? (size_t)available : 4);
    pdk_document_add_finding(document, PDK_WARNING, "wwww.child.tag", part->offset, pdk_fam_where(where, part),
                             "expected wwww, SHPI or ORIP, found %s; the %llu bytes are kept, but not read", hex,
                             (unsigned long long)available);
}

/* A picture set belongs to the 3D part in front of it. */
static void link_pictures(pdk_fam *fam, uint32_t index)
{
    const pdk_fam_part *part = pdk_fam_part_at(fam, index);
    if (part->kind != PDK_FAM_SHPI || index == 0) return;
    pdk_fam_part *before = pdk_fam_part_at(fam, index - 1);
    if (before->kind == PDK_FAM_ORIP && before->parent == part->parent) before->pictures = index;
}

static pdk_status visit(pdk_document *document, const place *here, pdk_vector *todo, pdk_error *error)
{
    pdk_fam *fam = document->state;
    uint32_t index;
    pdk_status status = add_part(document, here, &index, error);
    if (status != PDK_OK) return status;
    link_pictures(fam, index);
    switch (pdk_fam_part_at(fam, index)->kind) {
    case PDK_FAM_WWWW: return read_container(document, index, todo, error);
    case PDK_FAM_SHPI: return pdk_fam_read_entries(document, index, error);
    case PDK_FAM_ORIP: return pdk_fam_read_model(document, index, error);
    case PDK_FAM_OTHER: note_unknown(document, pdk_fam_part_at(fam, index)); break;
    }
    return PDK_OK;
}

pdk_status pdk_fam_walk(pdk_document *document, pdk_error *error)
{
    pdk_memory *memory = &document->memory;
    pdk_fam *fam = pdk_document_new_state(document, sizeof *fam);
    if (fam == NULL) return pdk_fail_memory(error, memory, "the file's index");
    fam->parts = pdk_vector_of(memory, sizeof(pdk_fam_part));
    fam->entries = pdk_vector_of(memory, sizeof(pdk_fam_entry));
    fam->last_palette = PDK_FAM_NONE;
    fam->listed = 1;
    pdk_vector todo = pdk_vector_of(memory, sizeof(place));
    place here = { 0, document->content.size, PDK_FAM_NONE, 0, 0 };
    for (;;) {
        pdk_status status = visit(document, &here, &todo, error);
        if (status != PDK_OK) return status;
        if (!pdk_document_progress(document, here.offset, document->content.size)) return pdk_fail_cancelled(error);
        if (todo.count == 0) break;
        here = ((place *)todo.items)[--todo.count];
    }
    pdk_free(memory, todo.items);
    return pdk_document_built(document, error);
}
