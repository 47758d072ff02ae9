#include "format/obj/obj_names.h"

#include <string.h>

void pdk_obj_names_init(pdk_obj_names *names, pdk_memory *memory)
{
    *names = (pdk_obj_names){ .names = pdk_vector_of(memory, sizeof(const char *)) };
}

/* FNV-1a */
static uint64_t hash_of(const char *name)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (; *name != '\0'; name++) hash = (hash ^ (uint8_t)*name) * UINT64_C(0x100000001B3);
    return hash ^ hash >> 32;
}

/* The slot of a name, or the free one where it belongs. */
static uint32_t *slot_of(const pdk_obj_names *names, const char *name)
{
    const char *const *all = names->names.items;
    for (uint64_t at = hash_of(name);; at++) {
        uint32_t *slot = &names->slots[at & (names->slot_count - 1)];
        if (*slot == 0 || strcmp(all[*slot - 1], name) == 0) return slot;
    }
}

size_t pdk_obj_names_find(const pdk_obj_names *names, const char *name)
{
    uint32_t *slot = names->slot_count > 0 ? slot_of(names, name) : NULL;
    return slot != NULL && *slot > 0 ? *slot - 1 : SIZE_MAX;
}

static bool grow(pdk_obj_names *names)
{
    size_t count = names->slot_count > 0 ? 2 * names->slot_count : 64;
    uint32_t *slots = pdk_alloc_array(names->names.memory, count, sizeof *slots), *old = names->slots;
    if (slots == NULL) return false;
    names->slots = slots;
    names->slot_count = count;
    for (size_t i = 0; i < names->names.count; i++)
        *slot_of(names, ((const char **)names->names.items)[i]) = (uint32_t)i + 1;
    pdk_free(names->names.memory, old);
    return true;
}

size_t pdk_obj_names_add(pdk_obj_names *names, const char *name)
{
    size_t known = pdk_obj_names_find(names, name);
    if (known != SIZE_MAX) return known;
    if (2 * names->names.count >= names->slot_count && !grow(names)) return SIZE_MAX;
    const char **to = pdk_vector_push(&names->names);
    if (to == NULL) return SIZE_MAX;
    *to = name;
    *slot_of(names, name) = (uint32_t)names->names.count;
    return names->names.count - 1;
}
