/* The list of rulings. */
#include "analysis/ruling/rulings.h"

#include <stdio.h>
#include <string.h>

#include "base/allocator.h"
#include "base/any_path.h"
#include "base/callback.h"
#include "base/options.h"
#include "base/text.h"
#include "analysis/ruling/rulings_table.h"

struct pdk_rulings {
    pdk_memory memory; /* of one that was read */
    const pdk_ruling *all;
    size_t count;
};

/* An empty list, and the heap that it will be in. */
static pdk_status make(const pdk_rulings_options *own, pdk_rulings **made, pdk_error *error)
{
    pdk_allocator allocator = pdk_allocator_of(&own->allocator);
    *made = pdk_allocator_take(&allocator, sizeof **made);
    if (*made == NULL) return pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for rulings");
    memset(*made, 0, sizeof **made);
    pdk_memory_init(&(*made)->memory, &allocator, pdk_memory_limit(&own->limits));
    return PDK_OK;
}

pdk_status pdk_rulings_read(const void *bytes, size_t size, const pdk_rulings_options *options, pdk_rulings **rulings,
                            pdk_error *error)
{
    enum { USUAL = 100000 };
    pdk_rulings_options own;
    pdk_rulings *made;
    if (rulings != NULL) *rulings = NULL;
    if (rulings == NULL || (bytes == NULL && size > 0))
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.null",
                        "pdk_rulings_read needs bytes and a place for the rulings");
    pdk_status status = pdk_refuse_in_allocator(error, "rulings");
    if (status == PDK_OK) status = pdk_options_copy(&own, sizeof own, options, "PDK_RULINGS_OPTIONS_INIT", error);
    if (status == PDK_OK) status = make(&own, &made, error);
    if (status != PDK_OK) return status;
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

/* ----------------------------------------------------------------------------------------- of a recording */

static bool is_same_path(const char *one, const char *other, size_t size)
{
    bool same = true;
    for (size_t i = 0; i < size && same; i++)
        same = one[i] == other[i] || (pdk_is_any_separator(one[i]) && pdk_is_any_separator(other[i]));
    return same;
}

/* The path, or its end from a folder on. What begins with "./" is the whole path: so a file beside a folder that has
 * one of the same name can be named. */
bool pdk_ruling_names_file(const pdk_ruling *ruling, const char *path)
{
    pdk_text wanted = ruling->file;
    size_t size = strlen(path);
    bool whole = wanted.size > 2 && wanted.data[0] == '.' && pdk_is_any_separator(wanted.data[1]);
    if (wanted.size == size && is_same_path(wanted.data, path, size)) return true;
    if (whole) return wanted.size == size + 2 && is_same_path(wanted.data + 2, path, size);
    if (wanted.size == 0 || wanted.size >= size) return false;
    const char *end = path + (size - wanted.size);
    return pdk_is_any_separator(end[-1]) && is_same_path(wanted.data, end, wanted.size);
}

/* The file of a recording that a ruling names; NULL = none. */
static const char *file_named(const pdk_ruling *ruling, const pdk_ruled_recording *recording)
{
    for (size_t i = 0; i < recording->file_count; i++)
        if (pdk_ruling_names_file(ruling, recording->files[i])) return recording->files[i];
    return NULL;
}

/* What a call is about: recordings, or files that are one recording each. */
typedef struct ruled_recordings {
    const pdk_ruled_recording *recordings;
    const char *const *files;
    size_t count;
} ruled_recordings;

static pdk_ruled_recording recording_at(const ruled_recordings *all, size_t index)
{
    return all->recordings != NULL ? all->recordings[index] : (pdk_ruled_recording){ &all->files[index], 1 };
}

/* Is the name without folders enough to distinguish it from all others? */
static bool is_unique(const ruled_recordings *all, const char *path)
{
    size_t found = 0;
    for (size_t i = 0; i < all->count; i++) {
        pdk_ruled_recording recording = recording_at(all, i);
        for (size_t f = 0; f < recording.file_count; f++)
            found += strcmp(pdk_any_path_name(recording.files[f]), pdk_any_path_name(path)) == 0;
    }
    return found <= 1;
}

/* All of them, or those that the ruling names. */
static void list_files(char *list, size_t room, const ruled_recordings *all, const pdk_ruling *named)
{
    size_t left_out = 0, at = 0;
    list[0] = '\0';
    for (size_t i = 0; i < all->count; i++) {
        pdk_ruled_recording recording = recording_at(all, i);
        for (size_t f = 0; f < recording.file_count; f++) {
            const char *path = recording.files[f];
            if (named != NULL && !pdk_ruling_names_file(named, path)) continue;
            const char *shown = is_unique(all, path) ? pdk_any_path_name(path) : path;
            if (at + strlen(shown) + 2 + sizeof " and 18446744073709551615 more" > room) left_out++;
            else at += (size_t)snprintf(list + at, room - at, "%s%s", at > 0 ? ", " : "", shown);
        }
    }
    if (left_out > 0) snprintf(list + at, room - at, " and %zu more", left_out);
}

static pdk_status refuse_file(const pdk_ruling *ruling, const ruled_recordings *all, bool several, pdk_error *error)
{
    char list[200];
    list_files(list, sizeof list, all, several ? ruling : NULL);
    if (!ruling->has_file)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "rulings.file",
                        "line %llu: with several files, each ruling names its file: %s",
                        (unsigned long long)ruling->line, list);
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "rulings.file",
                    several ? "line %llu: \"%.*s\" can be several files, give the path: %s"
                            : "line %llu: there is no file \"%.*s\"; there are: %s",
                    (unsigned long long)ruling->line, (int)(ruling->file.size < 60 ? ruling->file.size : 60),
                    ruling->file.data, list);
}

/* How many recordings a ruling is about; one that is given twice is one. */
static size_t count_named(const pdk_ruling *ruling, const ruled_recordings *all)
{
    const char *first = NULL;
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++) {
        pdk_ruled_recording recording = recording_at(all, i);
        const char *file = file_named(ruling, &recording);
        if (file == NULL || (first != NULL && strcmp(file, first) == 0)) continue;
        if (first == NULL) first = file;
        count++;
    }
    return count;
}

static pdk_status check(const pdk_rulings *rulings, const ruled_recordings *all, pdk_error *error)
{
    for (size_t i = 0; i < pdk_rulings_count(rulings); i++) {
        const pdk_ruling *ruling = &rulings->all[i];
        size_t named = ruling->has_file ? count_named(ruling, all) : all->count <= 1;
        if (named != 1) return refuse_file(ruling, all, named > 1, error);
    }
    return PDK_OK;
}

pdk_status pdk_rulings_check_files(const pdk_rulings *rulings, const char *const *files, size_t count, pdk_error *error)
{
    const ruled_recordings all = { NULL, files, count };
    return check(rulings, &all, error);
}

pdk_status pdk_rulings_check(const pdk_rulings *rulings, const pdk_ruled_recording *recordings, size_t count,
                             pdk_error *error)
{
    const ruled_recordings all = { recordings, NULL, recordings != NULL ? count : 0 };
    return check(rulings, &all, error);
}

/* -------------------------------------------------------------------------------------------------- copies */

static bool copy_text(pdk_memory *memory, pdk_text *text)
{
    char *made = pdk_keep_room(memory, text->size + 1);
    if (made == NULL) return false;
    if (text->size > 0) memcpy(made, text->data, text->size);
    made[text->size] = '\0';
    text->data = made;
    return true;
}

/* Those of a recording, and those of any; NULL `recording` = all. Then no file has to be asked about them again. */
static pdk_status copy_to(pdk_rulings *made, const pdk_rulings *from, const pdk_ruled_recording *recording,
                          pdk_memory *memory, pdk_error *error)
{
    pdk_ruling *all = pdk_alloc_array(memory, from->count, sizeof *all);
    bool good = all != NULL;
    size_t count = 0;
    for (size_t i = 0; i < from->count && good; i++) {
        const pdk_ruling *ruling = &from->all[i];
        if (ruling->has_file && recording != NULL && file_named(ruling, recording) == NULL) continue;
        all[count] = *ruling;
        all[count].has_file &= recording == NULL;
        if (!all[count].has_file) all[count].file = (pdk_text){ "", 0 };
        good = copy_text(memory, &all[count].driver) && copy_text(memory, &all[count].incident) &&
               copy_text(memory, &all[count].file) && copy_text(memory, &all[count].reason);
        count++;
    }
    if (!good) return pdk_fail_memory(error, memory, "rulings");
    made->all = all;
    made->count = count;
    return PDK_OK;
}

pdk_status pdk_rulings_copy(const pdk_rulings *from, const char *file, pdk_memory *memory, const pdk_rulings **rulings,
                            pdk_error *error)
{
    *rulings = NULL;
    if (from == NULL) return PDK_OK;
    const pdk_ruled_recording recording = { &file, 1 };
    pdk_rulings *made = pdk_alloc(memory, sizeof *made);
    if (made == NULL) return pdk_fail_memory(error, memory, "rulings");
    pdk_status status = copy_to(made, from, file != NULL ? &recording : NULL, memory, error);
    if (status == PDK_OK) *rulings = made;
    return status;
}

pdk_status pdk_rulings_select(const pdk_rulings *rulings, const pdk_ruled_recording *recording,
                              const pdk_rulings_options *options, pdk_rulings **selected, pdk_error *error)
{
    pdk_rulings_options own;
    pdk_rulings *made;
    if (selected != NULL) *selected = NULL;
    if (rulings == NULL || recording == NULL || selected == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.null",
                        "pdk_rulings_select needs rulings, a recording and a place for its rulings");
    pdk_status status = pdk_refuse_in_allocator(error, "rulings");
    if (status == PDK_OK) status = pdk_options_copy(&own, sizeof own, options, "PDK_RULINGS_OPTIONS_INIT", error);
    if (status == PDK_OK) status = make(&own, &made, error);
    if (status != PDK_OK) return status;
    status = copy_to(made, rulings, recording, &made->memory, error);
    if (status == PDK_OK) *selected = made;
    else pdk_rulings_close(made);
    return status;
}
