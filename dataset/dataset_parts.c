/* The files of a dataset by their names. Nothing here follows a link, so that what is done with the files found is done
 * in the dataset. */
#include <stdlib.h>
#include <string.h>

#include "dataset/dataset_parts.h"
#include "platform/files.h"
#include "platform/folders.h"
#include "platform/path.h"

enum { BATCH_DIGITS = 6 };

static bool is_kind(const char *path, pdk_file_kind kind)
{
    pdk_file_info info;
    return pdk_file_look_at_name(path, &info, NULL) && info.kind == kind;
}

bool dataset_is_own_file(const char *path)
{
    return is_kind(path, PDK_FILE_REGULAR);
}

bool dataset_is_own_folder(const char *path)
{
    return is_kind(path, PDK_FILE_FOLDER);
}

bool dataset_is(const char *path)
{
    bool can = path[0] != '\0' && strpbrk(path, "*?[") == NULL; /* ingest makes no others */
    char *marker = can ? pdk_path_join(path, "paddock.json") : NULL;
    bool is = marker != NULL && pdk_file_exists(marker);
    free(marker);
    return is;
}

/* ---------------------------------------------------------------------------------------------------------- names */

bool dataset_is_table(const char *name, size_t size)
{
    static const char others[] = "0123456789_", letters[] = "abcdefghijklmnopqrstuvwxyz";
    if (size == 0 || size >= DATASET_TABLE_NAME || strchr(letters, name[0]) == NULL) return false;
    for (size_t i = 0; i < size; i++) {
        if (name[i] == '\0' || (strchr(letters, name[i]) == NULL && strchr(others, name[i]) == NULL)) return false;
    }
    return size != 5 || memcmp(name, "files", 5) != 0;
}

const char *dataset_odd_table(const char *tables)
{
    for (const char *at = tables; *at != '\0';) {
        size_t size = strcspn(at, ",");
        if (!dataset_is_table(at, size)) return at;
        at += size;
        if (*at == ',' && *++at == '\0') return at;
    }
    return NULL;
}

/* A number as printf writes it, with at least that many digits; then *at is after it. */
static bool take_number(const char **at, size_t digits, uint64_t *number)
{
    size_t size = strspn(*at, "0123456789");
    if (size < digits || size > 18 || (size > digits && **at == '0')) return false;
    *number = strtoull(*at, NULL, 10);
    *at += size;
    return true;
}

static bool take_text(const char **at, const char *text)
{
    size_t size = strlen(text);
    if (strncmp(*at, text, size) != 0) return false;
    *at += size;
    return true;
}

bool dataset_number(const char *name, const char *before, const char *behind, uint64_t *number)
{
    return take_text(&name, before) && take_number(&name, 1, number) && strcmp(name, behind) == 0;
}

static bool read_name(const char *name, dataset_part *part)
{
    uint64_t number;
    bool catalogue = strcmp(part->table, "files") == 0;
    bool good = take_text(&name, "b") && take_number(&name, BATCH_DIGITS, &part->batch) && part->batch > 0;
    if (good && !catalogue) good = take_text(&name, "-") && take_number(&name, 1, &number);
    good = good && take_text(&name, ".parquet");
    part->temporary = good && take_text(&name, ".tmp");
    return good && *name == '\0';
}

/* ---------------------------------------------------------------------------------------------------------- folders */

void dataset_names_free(char **names)
{
    for (char **name = names; name != NULL && *name != NULL; name++) free(*name);
    free(names);
}

/* Adds a copy after `count` others. */
static bool add_name(char ***names, size_t count, const char *name)
{
    char **larger = realloc(*names, (count + 2) * sizeof *larger), *copy = malloc(strlen(name) + 1);
    if (larger != NULL) *names = larger;
    if (larger == NULL || copy == NULL) {
        free(copy);
        return false;
    }
    larger[count] = strcpy(copy, name);
    larger[count + 1] = NULL;
    return true;
}

char **dataset_names(const char *folder)
{
    char **names = calloc(1, sizeof *names);
    size_t count = 0;
    bool good = names != NULL;
    pdk_folder *open = good && dataset_is_own_folder(folder) ? pdk_folder_open(folder, NULL) : NULL;
    for (const char *name; open != NULL && good && (name = pdk_folder_next(open)) != NULL;) {
        if (name[0] != '.') good = add_name(&names, count++, name);
    }
    pdk_folder_close(open);
    if (good) return names;
    dataset_names_free(names);
    return NULL;
}

static bool add(dataset_parts *parts, const dataset_part *part)
{
    if (parts->count == parts->room) {
        size_t room = parts->room * 2 + 64;
        dataset_part *larger = realloc(parts->items, room * sizeof *larger);
        if (larger == NULL) return false;
        parts->items = larger;
        parts->room = room;
    }
    parts->items[parts->count++] = *part;
    return true;
}

/* The parts in one folder. */
static bool find_in(const char *folder, const char *table, dataset_parts *parts)
{
    char **names = dataset_names(folder);
    bool good = names != NULL;
    for (char **name = names; good && *name != NULL; name++) {
        dataset_part part = { .path = NULL };
        strcpy(part.table, table);
        if (!read_name(*name, &part)) continue;
        part.path = pdk_path_join(folder, *name);
        good = part.path != NULL;
        bool taken = good && dataset_is_own_file(part.path) && (good = add(parts, &part));
        if (!taken) free(part.path);
    }
    dataset_names_free(names);
    return good;
}

static bool find_in_formats(const char *folder, const char *table, dataset_parts *parts)
{
    char **names = dataset_names(folder);
    bool good = names != NULL;
    for (char **name = names; good && *name != NULL; name++) {
        if (strncmp(*name, "format=", 7) != 0) continue;
        char *below = pdk_path_join(folder, *name);
        good = below != NULL && find_in(below, table, parts);
        free(below);
    }
    dataset_names_free(names);
    return good;
}

static bool find_table(const char *root, const char *table, dataset_parts *parts)
{
    bool catalogue = strcmp(table, "files") == 0;
    if (!catalogue && !dataset_is_table(table, strlen(table))) return true;
    char *folder = pdk_path_join(root, table);
    bool good = folder != NULL && (catalogue ? find_in(folder, table, parts) : find_in_formats(folder, table, parts));
    free(folder);
    return good;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const dataset_part *)a)->path, ((const dataset_part *)b)->path);
}

/* The dataset itself may be reached by a link. */
static bool find_tables(const char *root, dataset_parts *parts)
{
    pdk_folder *open = pdk_folder_open(root, NULL);
    bool good = true;
    for (const char *name; open != NULL && good && (name = pdk_folder_next(open)) != NULL;)
        good = find_table(root, name, parts);
    pdk_folder_close(open);
    return good;
}

bool dataset_find_parts(const char *root, const char *table, dataset_parts *parts)
{
    bool good = table != NULL ? find_table(root, table, parts) : find_tables(root, parts);
    if (parts->count > 0) qsort(parts->items, parts->count, sizeof *parts->items, by_path);
    return good;
}

void dataset_parts_free(dataset_parts *parts)
{
    for (size_t i = 0; i < parts->count; i++) free(parts->items[i].path);
    free(parts->items);
    *parts = (dataset_parts){ 0 };
}
