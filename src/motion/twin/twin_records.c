/* Which records a file is made of: a twin begins with them. */
#include <string.h>

#include "twin/twin.h"

const pdk_record *pdk_twin_find(const pdk_format_info *info, const char *name, size_t length)
{
    for (size_t i = 0; info->records[i] != NULL; i++) {
        if (strncmp(info->records[i]->name, name, length) == 0 && info->records[i]->name[length] == '\0') {
            return info->records[i];
        }
    }
    return NULL;
}

const pdk_twin_record *pdk_twin_known(const pdk_vector *records, const pdk_record *record)
{
    const pdk_twin_record *all = records->items;
    for (size_t i = 0; i < records->count; i++) {
        const pdk_record *known = all[i].record;
        if (known == record || (known->size == record->size && strcmp(known->name, record->name) == 0)) return &all[i];
    }
    return NULL;
}

typedef struct collection {
    const pdk_document *document;
    pdk_vector *records;
    uint64_t next_trim; /* offset */
    bool failed;
} collection;

/* A record that is not the format's is one made up of it. Two made up differently cannot share a name: then it is not
 * taken, and its bytes are plain ones. */
static bool add(collection *all, const pdk_record *record, uint64_t count)
{
    pdk_twin_record *known = (pdk_twin_record *)(uintptr_t)pdk_twin_known(all->records, record);
    if (known != NULL) {
        known->count += count;
        return true;
    }
    const pdk_record *base = pdk_twin_find(all->document->info, record->name, strlen(record->name));
    const pdk_twin_record *others = all->records->items;
    for (size_t i = 0; i < all->records->count; i++) {
        if (others[i].base == base) return true;
    }
    if (base == NULL) return true;
    pdk_twin_record *place = pdk_vector_push(all->records);
    if (place == NULL) return false;
    *place = (pdk_twin_record){ record, base, count };
    return true;
}

static bool note_span(void *user, const pdk_span *span)
{
    enum { SPACING = 1 << 22 };
    collection *all = user;
    if (span->offset >= all->next_trim) {
        pdk_trim(all->document);
        all->next_trim = span->offset + SPACING;
    }
    if (span->record == NULL) return true;
    all->failed = !add(all, span->record, span->count);
    return !all->failed;
}

/* Those inside others, and those inside them: what is added is looked into, too. */
static bool add_inner(collection *all)
{
    for (size_t i = 0; i < all->records->count; i++) {
        const pdk_record *record = ((const pdk_twin_record *)all->records->items)[i].record;
        for (uint32_t k = 0; k < record->field_count; k++) {
            if (record->fields[k].storage == PDK_RAW_RECORD && !add(all, record->fields[k].record, 0)) return false;
        }
    }
    return true;
}

pdk_status pdk_twin_collect(const pdk_document *document, pdk_memory *memory, pdk_vector *records, pdk_error *error)
{
    *records = pdk_vector_of(memory, sizeof(pdk_twin_record));
    collection all = { .document = document, .records = records };
    pdk_status status = pdk_document_walk(document, memory, note_span, &all, error);
    if (status == PDK_OK && (all.failed || !add_inner(&all)))
        status = pdk_fail_memory(error, memory, "the list of records");
    return status;
}
