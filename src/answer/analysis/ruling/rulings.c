/* The list of rulings. */
#include "analysis/ruling/rulings.h"

#include <stdio.h>
#include <string.h>

#include "base/allocator.h"
#include "base/callback.h"
#include "base/options.h"
#include "base/text.h"
#include "analysis/ruling/rulings_table.h"

struct pdk_rulings {
    pdk_memory memory; /* of one that was read */
    const pdk_ruling *all;
    size_t count;
};

pdk_status pdk_rulings_read(const void *bytes, size_t size, const pdk_rulings_options *options, pdk_rulings **rulings,
                            pdk_error *error)
{
    enum { USUAL = 100000 };
    pdk_rulings_options own;
    if (rulings != NULL) *rulings = NULL;
    if (rulings == NULL || (bytes == NULL && size > 0))
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.null",
                        "pdk_rulings_read needs bytes and a place for the rulings");
    pdk_status status = pdk_refuse_in_allocator(error, "rulings");
    if (status == PDK_OK) status = pdk_options_copy(&own, sizeof own, options, "PDK_RULINGS_OPTIONS_INIT", error);
    if (status != PDK_OK) return status;
    pdk_allocator allocator = pdk_allocator_of(&own.allocator);
    pdk_rulings *made = pdk_allocator_take(&allocator, sizeof *made);
    if (made == NULL) return pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for rulings");
    memset(made, 0, sizeof *made);
    pdk_memory_init(&made->memory, &allocator, pdk_memory_limit(&own.limits));
    pdk_vector all = pdk_vector_of(&made->memory, sizeof(pdk_ruling));
    uint64_t most = own.limits.records > 0 ? own.limits.records : USUAL;
    status = pdk_rulings_read_table((pdk_text){ bytes, size }, most, &all, error);
    made->all = all.items;
    made->count = all.count;
    if (status == PDK_OK) *rulings = made;
    else pdk_rulings_close(made);
    return status;
}

void pdk_rulings_close(pdk_rulings *rulings)
{
    if (rulings == NULL || pdk_in_allocator()) return;
    pdk_allocator allocator = rulings->memory.allocator;
    pdk_memory_destroy(&rulings->memory);
    pdk_allocator_give_back(&allocator, rulings, sizeof *rulings);
}

size_t pdk_rulings_count(const pdk_rulings *rulings)
{
    return rulings != NULL ? rulings->count : 0;
}

const pdk_ruling *pdk_ruling_at(const pdk_rulings *rulings, size_t index)
{
    return index < pdk_rulings_count(rulings) ? &rulings->all[index] : NULL;
}

/* --------------------------------------------------------------------------------------------- of a file */

static pdk_status refuse_file(const pdk_ruling *ruling, const char *const *files, size_t count, pdk_error *error)
{
    char list[160] = "";
    size_t at = 0;
    for (size_t i = 0; i < count && at < sizeof list; i++)
        at += (size_t)snprintf(list + at, sizeof list - at, "%s%s", i > 0 ? ", " : "", files[i]);
    if (ruling->has_file)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "rulings.file",
                        "line %llu: there is no file \"%.*s\"; there are: %s", (unsigned long long)ruling->line,
                        (int)(ruling->file.size < 60 ? ruling->file.size : 60), ruling->file.data, list);
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "rulings.file",
                    "line %llu: with several files, each ruling names its file: %s", (unsigned long long)ruling->line,
                    list);
}

pdk_status pdk_rulings_check_files(const pdk_rulings *rulings, const char *const *files, size_t count, pdk_error *error)
{
    for (size_t i = 0; i < pdk_rulings_count(rulings); i++) {
        const pdk_ruling *ruling = &rulings->all[i];
        bool found = !ruling->has_file && count <= 1;
        for (size_t f = 0; f < count && !found && ruling->has_file; f++) found = pdk_text_is(ruling->file, files[f]);
        if (!found) return refuse_file(ruling, files, count, error);
    }
    return PDK_OK;
}

static bool copy_text(pdk_memory *memory, pdk_text *text)
{
    char *made = pdk_keep_room(memory, text->size + 1);
    if (made == NULL) return false;
    if (text->size > 0) memcpy(made, text->data, text->size);
    made[text->size] = '\0';
    text->data = made;
    return true;
}

/* What follows the last separator, of any system: names may come from another. */
static const char *without_folder(const char *path)
{
    const char *name = path;
    for (const char *at = path; *at != '\0'; at++)
        if (*at == '/' || *at == '\\') name = at + 1;
    return name;
}

pdk_status pdk_rulings_copy(const pdk_rulings *from, const char *file, pdk_memory *memory, const pdk_rulings **rulings,
                            pdk_error *error)
{
    *rulings = NULL;
    if (from == NULL) return PDK_OK;
    pdk_rulings *made = pdk_alloc(memory, sizeof *made);
    pdk_ruling *all = pdk_alloc_array(memory, from->count, sizeof *all);
    bool good = made != NULL && all != NULL;
    size_t count = 0;
    for (size_t i = 0; i < from->count && good; i++) {
        const pdk_ruling *ruling = &from->all[i];
        bool other = ruling->has_file && file != NULL && !pdk_text_is(ruling->file, without_folder(file));
        if (other) continue;
        all[count] = *ruling;
        good = copy_text(memory, &all[count].driver) && copy_text(memory, &all[count].incident) &&
               copy_text(memory, &all[count].file) && copy_text(memory, &all[count].reason);
        count++;
    }
    if (!good) return pdk_fail_memory(error, memory, "rulings");
    made->all = all;
    made->count = count;
    *rulings = made;
    return PDK_OK;
}
