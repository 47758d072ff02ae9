/* What can be named in a file, and where it is. */
#include <string.h>

#include "edit/edit.h"

/* The name without "raf.". */
static const char *short_name(const pdk_edit *edit, const char *name)
{
    const char *id = edit->document->info->id;
    size_t length = strlen(id);
    return strncmp(name, id, length) == 0 && name[length] == '.' ? name + length + 1 : name;
}

static bool add_name(pdk_edit *edit, const char *name, const pdk_record *record, uint64_t count)
{
    name = short_name(edit, name);
    pdk_edit_name *all = edit->names.items;
    for (size_t i = 0; i < edit->names.count; i++) {
        if (strcmp(all[i].name, name) != 0) continue;
        all[i].count += count;
        return true;
    }
    pdk_edit_name *place = pdk_vector_push(&edit->names);
    if (place == NULL) return false;
    *place = (pdk_edit_name){ name, record, count };
    return true;
}

typedef struct listing {
    pdk_edit *edit;
    bool failed;
} listing;

static bool list_span(void *user, const pdk_span *span)
{
    listing *list = user;
    if (span->record == NULL) return true;
    const char *own = short_name(list->edit, span->record->name);
    bool has_name = span->name != NULL && strcmp(short_name(list->edit, span->name), own) != 0;
    list->failed = !add_name(list->edit, own, span->record, span->count) ||
                   (has_name && !add_name(list->edit, span->name, span->record, span->count));
    return !list->failed;
}

pdk_status pdk_edit_list_names(pdk_edit *edit, pdk_error *error)
{
    listing list = { .edit = edit };
    pdk_status status = pdk_document_walk(edit->document, &edit->memory, list_span, &list, error);
    return status == PDK_OK && list.failed ? pdk_fail_memory(error, &edit->memory, "the names of records") : status;
}

typedef struct search {
    const pdk_edit *edit;
    const char *name;
    uint64_t left; /* records of the name still to pass */
    const pdk_record *record;
    uint64_t offset;
} search;

static bool search_span(void *user, const pdk_span *span)
{
    search *wanted = user;
    if (span->record == NULL) return true;
    bool is_own = strcmp(short_name(wanted->edit, span->record->name), wanted->name) == 0;
    bool is_called = span->name != NULL && strcmp(short_name(wanted->edit, span->name), wanted->name) == 0;
    if (!is_own && !is_called) return true;
    if (wanted->left >= span->count) {
        wanted->left -= span->count;
        return true;
    }
    wanted->record = span->record;
    wanted->offset = span->offset + wanted->left * (span->size / span->count);
    return false;
}

pdk_status pdk_edit_locate(const pdk_edit *edit, pdk_memory *memory, const pdk_edit_name *name, uint64_t index,
                           const pdk_record **record, uint64_t *offset, pdk_error *error)
{
    search wanted = { .edit = edit, .name = name->name, .left = index };
    pdk_status status = pdk_document_walk(edit->document, memory, search_span, &wanted, error);
    *record = wanted.record;
    *offset = wanted.offset;
    if (status != PDK_OK || wanted.record != NULL) return status;
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "set.index", "there is no %s[%llu]", name->name,
                    (unsigned long long)index);
}
