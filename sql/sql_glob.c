/* Patterns of paths: '*', '?' and '[a-c]' within a name, '**' for any folders. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/files.h"
#include "platform/folders.h"
#include "platform/path.h"
#include "sql/sql_functions.h"

enum { DEPTH = 64 /* folders in folders */ };

typedef struct search {
    sql_paths *paths;
    pdk_file_info above[DEPTH]; /* the folders that lead here: a link to one of them is a loop */
    size_t depth;
    bool failed; /* out of memory */
} search;

bool sql_is_pattern(const char *text)
{
    return strpbrk(text, "*?[") != NULL;
}

void sql_paths_free(sql_paths *paths)
{
    for (size_t i = 0; i < paths->count; i++) free(paths->paths[i]);
    free(paths->paths);
    *paths = (sql_paths){ 0 };
}

static char *copy(const char *text, size_t size)
{
    char *made = malloc(size + 1);
    if (made == NULL) return NULL;
    memcpy(made, text, size);
    made[size] = '\0';
    return made;
}

static void add(search *all, const char *path)
{
    sql_paths *paths = all->paths;
    if (paths->count == paths->room) {
        size_t room = paths->room * 2 + 16;
        char **larger = realloc(paths->paths, room * sizeof *larger);
        if (larger == NULL) {
            all->failed = true;
            return;
        }
        paths->paths = larger;
        paths->room = room;
    }
    char *kept = copy(path, strlen(path));
    if (kept == NULL) all->failed = true;
    else paths->paths[paths->count++] = kept;
}

/* Between two letters, in the case that it has or, where names are the same in both, the other. */
static bool is_between(char first, char letter, char last)
{
    char other = pdk_path_other_case(letter);
    return (first <= letter && letter <= last) || (first <= other && other <= last);
}

/* One of the letters of "[a-c_]", whose '[' is before `at`; *end is behind its ']'. NULL end: it is never closed. */
static bool fits_set(const char *at, char letter, const char **end)
{
    bool inverted = *at == '!' || *at == '^', found = false;
    const char *from = at + inverted;
    *end = NULL;
    for (at = from; *at != '\0' && (*at != ']' || at == from); at++) {
        if (at[1] == '-' && at[2] != ']' && at[2] != '\0') {
            found |= is_between(at[0], letter, at[2]);
            at += 2;
        } else {
            found |= is_between(*at, letter, *at);
        }
    }
    if (*at == ']') *end = at + 1;
    return found != inverted;
}

/* One name against one part of a pattern, `size` bytes long; in time that grows with the product of both. */
static bool fits(const char *pattern, size_t size, const char *name)
{
    const char *end = pattern + size, *star = NULL, *again = NULL;
    while (*name != '\0') {
        const char *behind = NULL;
        bool same = false;
        if (pattern < end && *pattern == '*') {
            star = ++pattern;
            again = name;
            continue;
        }
        if (pattern < end && *pattern == '[') {
            same = fits_set(pattern + 1, *name, &behind);
            if (behind == NULL || behind > end) same = *name == '[', behind = pattern + 1;
        } else if (pattern < end) {
            same = *pattern == '?' || is_between(*pattern, *name, *pattern);
            behind = pattern + 1;
        }
        if (same) {
            pattern = behind;
            name++;
        } else if (star != NULL) {
            pattern = star;
            name = ++again;
        } else {
            return false;
        }
    }
    while (pattern < end && *pattern == '*') pattern++;
    return pattern == end;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names in a folder, sorted; hidden ones only where they are asked for. */
static void list(search *all, const char *folder, bool hidden, sql_paths *names)
{
    pdk_folder *open = pdk_folder_open(folder[0] != '\0' ? folder : ".", NULL);
    search sub = { .paths = names };
    for (const char *name; open != NULL && (name = pdk_folder_next(open)) != NULL;) {
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || (name[0] == '.' && !hidden)) continue;
        add(&sub, name);
    }
    pdk_folder_close(open);
    all->failed |= sub.failed;
    if (names->count > 0) qsort(names->paths, names->count, sizeof *names->paths, by_name);
}

static bool enter(search *all, const char *folder)
{
    pdk_file_info info;
    if (all->depth == DEPTH || !pdk_file_look(folder[0] != '\0' ? folder : ".", &info, NULL)) return false;
    if (info.kind != PDK_FILE_FOLDER) return false;
    for (size_t i = 0; i < all->depth; i++) {
        if (all->above[i].volume == info.volume && all->above[i].identity == info.identity) return false;
    }
    all->above[all->depth++] = info;
    return true;
}

static void walk(search *all, const char *folder, const char *pattern);

/* A name in a folder that fits the part before `rest`, which is NULL where that was the last. */
static void take(search *all, const char *path, const char *rest)
{
    pdk_file_info info;
    if (rest != NULL) {
        walk(all, path, rest);
    } else if (pdk_file_look(path, &info, NULL) && info.kind == PDK_FILE_REGULAR) {
        add(all, path);
    }
}

/* All folders below, and this one: '**'. */
static void walk_below(search *all, const char *folder, const char *rest)
{
    if (!enter(all, folder)) return;
    sql_paths names = { 0 };
    walk(all, folder, rest != NULL ? rest : "*");
    list(all, folder, false, &names);
    for (size_t i = 0; i < names.count && !all->failed; i++) {
        char *path =
            folder[0] != '\0' ? pdk_path_join(folder, names.paths[i]) : copy(names.paths[i], strlen(names.paths[i]));
        pdk_file_info info;
        if (path == NULL) all->failed = true;
        else if (pdk_file_look(path, &info, NULL) && info.kind == PDK_FILE_FOLDER) walk_below(all, path, rest);
        free(path);
    }
    sql_paths_free(&names);
    all->depth--;
}

static void walk_names(search *all, const char *folder, const char *pattern, size_t size, const char *rest)
{
    sql_paths names = { 0 };
    list(all, folder, pattern[0] == '.', &names);
    for (size_t i = 0; i < names.count && !all->failed; i++) {
        if (!fits(pattern, size, names.paths[i])) continue;
        char *path =
            folder[0] != '\0' ? pdk_path_join(folder, names.paths[i]) : copy(names.paths[i], strlen(names.paths[i]));
        if (path != NULL) take(all, path, rest);
        else all->failed = true;
        free(path);
    }
    sql_paths_free(&names);
}

/* `folder` "" is the current one. */
static void walk(search *all, const char *folder, const char *pattern)
{
    while (*pattern != '\0' && pdk_path_part_size(pattern) == 0) pattern++;
    size_t size = pdk_path_part_size(pattern);
    const char *rest = pattern[size] != '\0' && pattern[size + 1] != '\0' ? pattern + size + 1 : NULL;
    if (size == 2 && memcmp(pattern, "**", 2) == 0) {
        walk_below(all, folder, rest);
        return;
    }
    char *part = copy(pattern, size);
    bool plain = part != NULL && !sql_is_pattern(part);
    char *path = !plain ? NULL : folder[0] != '\0' ? pdk_path_join(folder, part) : copy(part, size);
    if (part == NULL || (plain && path == NULL)) all->failed = true;
    else if (plain) take(all, path, rest);
    else walk_names(all, folder, pattern, size, rest);
    free(path);
    free(part);
}

bool sql_find_files(const char *pattern, bool folders, sql_paths *paths, char *reason, size_t size)
{
    search *all = calloc(1, sizeof *all);
    size_t before = paths->count;
    pdk_file_info info;
    if (all == NULL) {
        snprintf(reason, size, "out of memory for a list of files");
        return false;
    }
    all->paths = paths;
    bool there = pdk_file_look(pattern, &info, NULL), walks = there && folders && info.kind == PDK_FILE_FOLDER;
    if (!walks && (there || !sql_is_pattern(pattern))) {
        add(all, pattern); /* opening says what is wrong with it */
    } else {               /* a file that is found has one path, whichever strokes the pattern has */
        size_t root = walks ? strlen(pattern) : pdk_path_root_size(pattern);
        char *from = copy(pattern, root);
        if (from != NULL) pdk_path_use_slashes(from);
        if (from == NULL) all->failed = true;
        else if (walks) walk_below(all, from, NULL);
        else walk(all, from, pattern + root);
        free(from);
    }
    /* '**' finds a file once for each way that leads to it: names of one folder come together, so neighbours tell. */
    if (paths->count > before) qsort(paths->paths + before, paths->count - before, sizeof *paths->paths, by_name);
    size_t kept = before;
    for (size_t i = before; i < paths->count; i++) {
        if (kept > before && strcmp(paths->paths[kept - 1], paths->paths[i]) == 0) free(paths->paths[i]);
        else paths->paths[kept++] = paths->paths[i];
    }
    paths->count = kept;
    bool good = !all->failed;
    if (!good) snprintf(reason, size, "out of memory for a list of files");
    free(all);
    return good;
}
