/* Texts that come again and again, kept once. */
#ifndef PADDOCK_ANALYSIS_INCIDENT_TEXT_POOL_H
#define PADDOCK_ANALYSIS_INCIDENT_TEXT_POOL_H

#include "analysis/incident/number_map.h"

typedef struct pdk_text_pool {
    pdk_memory *memory; /* of the texts; they live as long */
    pdk_number_map found;
    pdk_vector texts;        /* pdk_text */
    pdk_byte_buffer written; /* the text that is put together */
    bool failed;             /* memory ran out: what came after is not to be used */
} pdk_text_pool;

/* `scratch` is for finding texts again. */
void pdk_text_pool_begin(pdk_text_pool *pool, pdk_memory *memory, pdk_memory *scratch);
void pdk_text_pool_end(pdk_text_pool *pool);

/* Puts a text together: any number of these ... */
void pdk_pool_add(pdk_text_pool *pool, const char *data, size_t size);
void pdk_pool_print(pdk_text_pool *pool, const char *format, ...) PDK_PRINTF(2, 3);
/* ... and then the whole of it; an empty one has no data. */
pdk_text pdk_pool_take(pdk_text_pool *pool);

#endif
