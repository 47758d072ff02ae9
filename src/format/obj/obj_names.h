/* Names by number, found again in constant time. */
#ifndef PADDOCK_FORMAT_OBJ_OBJ_NAMES_H
#define PADDOCK_FORMAT_OBJ_OBJ_NAMES_H

#include "base/memory.h"

typedef struct pdk_obj_names {
    pdk_vector names; /* const char * */
    uint32_t *slots;  /* 1 + the number of a name; 0 = free */
    size_t slot_count;
} pdk_obj_names;

void pdk_obj_names_init(pdk_obj_names *names, pdk_memory *memory);
/* The number of a name; SIZE_MAX when it is not there. */
size_t pdk_obj_names_find(const pdk_obj_names *names, const char *name);
/* The same, the name being added where it is not there: it must live as long. SIZE_MAX = memory ran out. */
size_t pdk_obj_names_add(pdk_obj_names *names, const char *name);

#endif
