/* The files that a pattern stands for: its parts are followed from folder to folder, '**' through all that are below.
 *
 * Below '**' a folder is entered once, whichever names lead to it: its own name first, then links in the order of their
 * names. So links that make a circle, or that lead to each other, end, and a file keeps the path that it has without
 * them. */
#include "sql/sql_walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/clock.h"
#include "platform/files.h"
#include "platform/folders.h"
#include "platform/path.h"
#include "sql/sql_entered.h"

typedef struct search {
    sql_paths *paths;
    const sql_watch *watch;
    sql_entered entered;
    uint64_t volume; /* that was looked at last, and what it is */
    bool knows_volume, is_virtual;
    bool failed; /* out of memory */
    bool stopped;
} search;

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

bool sql_paths_add(sql_paths *paths, char *path)
{
    if (path != NULL && paths->count == paths->room) {
        size_t room = paths->room * 2 + 16;
        char **larger = realloc(paths->paths, room * sizeof *larger);
        if (larger == NULL) {
            free(path);
            return false;
        }
        paths->paths = larger;
        paths->room = room;
    }
    if (path != NULL) paths->paths[paths->count++] = path;
    return path != NULL;
}

static void add_found(search *all, const char *path)
{
    if (!sql_paths_add(all->paths, copy(path, strlen(path)))) all->failed = true;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void sort(sql_paths *paths, size_t from)
{
    if (paths->count > from) qsort(paths->paths + from, paths->count - from, sizeof *paths->paths, by_name);
}

bool sql_watch_goes_on(const sql_watch *watch)
{
    if (watch == NULL) return true;
    if (watch->progress != NULL && !watch->progress(watch->user, 0, 0)) return false;
    return watch->end == 0 || pdk_clock_seconds() < watch->end;
}

static bool goes_on(search *all)
{
    if (!all->stopped && !sql_watch_goes_on(all->watch)) all->stopped = true;
    return !all->stopped && !all->failed;
}

/* `folder` "" is the current one. */
static char *path_in(const char *folder, const char *name)
{
    return folder[0] != '\0' ? pdk_path_join(folder, name) : copy(name, strlen(name));
}

/* The names in a folder, sorted; hidden ones only where they are requested. */
static void list(search *all, const char *folder, bool hidden, sql_paths *names)
{
    pdk_folder *open = pdk_folder_open(folder[0] != '\0' ? folder : ".", NULL);
    for (const char *name; open != NULL && !all->failed && (name = pdk_folder_next(open)) != NULL;) {
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || (name[0] == '.' && !hidden)) continue;
        if (!sql_paths_add(names, copy(name, strlen(name)))) all->failed = true;
    }
    pdk_folder_close(open);
    sort(names, 0);
}

/* Is it a folder with files of a disk, where nobody was for this part of the pattern? */
static bool enter(search *all, const char *folder, const char *rest)
{
    pdk_file_info info;
    const char *path = folder[0] != '\0' ? folder : ".";
    if (!pdk_file_look(path, &info, NULL) || info.kind != PDK_FILE_FOLDER) return false;
    if (!all->knows_volume || all->volume != info.volume) {
        all->knows_volume = true;
        all->volume = info.volume;
        all->is_virtual = pdk_folder_is_virtual(path);
    }
    return !all->is_virtual && sql_enter(&all->entered, &info, rest, &all->failed);
}

static void walk(search *all, const char *folder, const char *pattern);

/* A name in a folder that fits the part before `rest`, which is NULL where that was the last. */
static void take(search *all, const char *path, const char *rest)
{
    pdk_file_info info;
    if (rest != NULL) walk(all, path, rest);
    else if (pdk_file_look(path, &info, NULL) && info.kind == PDK_FILE_REGULAR) add_found(all, path);
}

/* Folders that wait for their turn. Links wait until no other is left. */
typedef struct waiting {
    sql_paths folders, links;
    size_t next_link, sorted; /* links */
} waiting;

/* Takes over the path. */
static void sort_in(search *all, waiting *wait, char *path, bool files)
{
    pdk_file_info info = { .kind = PDK_FILE_OTHER };
    bool good = path != NULL;
    if (good && pdk_file_look_at_name(path, &info, NULL) && info.kind == PDK_FILE_FOLDER) {
        good = sql_paths_add(&wait->folders, path);
    } else if (good && info.kind == PDK_FILE_REGULAR) {
        good = files ? sql_paths_add(all->paths, path) : true;
        if (!files) free(path);
    } else if (good && info.kind == PDK_FILE_LINK && pdk_file_look(path, &info, NULL) && info.kind == PDK_FILE_FOLDER) {
        good = sql_paths_add(&wait->links, path);
    } else if (good) {
        if (files && info.kind == PDK_FILE_REGULAR) add_found(all, path);
        free(path);
    }
    if (!good) all->failed = true;
}

static void walk_one(search *all, waiting *wait, const char *folder, const char *rest)
{
    sql_paths names = { 0 };
    if (!enter(all, folder, rest)) return;
    if (rest != NULL) walk(all, folder, rest);
    list(all, folder, false, &names);
    for (size_t i = 0; i < names.count && goes_on(all); i++)
        sort_in(all, wait, path_in(folder, names.paths[i]), rest == NULL);
    sql_paths_free(&names);
}

/* The next folder, which the caller frees: by its own name as long as there is one. NULL after the last. */
static char *next_folder(waiting *wait)
{
    if (wait->folders.count > 0) return wait->folders.paths[--wait->folders.count];
    if (wait->next_link == wait->links.count) return NULL;
    if (wait->sorted < wait->links.count) sort(&wait->links, wait->next_link);
    wait->sorted = wait->links.count;
    char *path = wait->links.paths[wait->next_link];
    wait->links.paths[wait->next_link++] = NULL;
    return path;
}

/* All folders below, and this one: '**'. */
static void walk_below(search *all, const char *folder, const char *rest)
{
    waiting wait = { 0 };
    walk_one(all, &wait, folder, rest);
    for (char *path; goes_on(all) && (path = next_folder(&wait)) != NULL; free(path)) walk_one(all, &wait, path, rest);
    sql_paths_free(&wait.folders);
    sql_paths_free(&wait.links);
}

static void walk_names(search *all, const char *folder, const char *pattern, size_t size, const char *rest)
{
    sql_paths names = { 0 };
    list(all, folder, pattern[0] == '.', &names);
    for (size_t i = 0; i < names.count && goes_on(all); i++) {
        if (!sql_name_fits(pattern, size, names.paths[i])) continue;
        char *path = path_in(folder, names.paths[i]);
        if (path != NULL) take(all, path, rest);
        else all->failed = true;
        free(path);
    }
    sql_paths_free(&names);
}

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
    char *path = plain ? path_in(folder, part) : NULL;
    if (part == NULL || (plain && path == NULL)) all->failed = true;
    else if (plain) take(all, path, rest);
    else walk_names(all, folder, pattern, size, rest);
    free(path);
    free(part);
}

/* A file that is found has one path, whichever strokes the pattern has. */
static void begin(search *all, const char *pattern, bool walks)
{
    size_t root = walks ? strlen(pattern) : pdk_path_root_size(pattern);
    char *from = copy(pattern, root);
    if (from != NULL) pdk_path_use_slashes(from);
    if (from == NULL) all->failed = true;
    else if (walks) walk_below(all, from, NULL);
    else walk(all, from, pattern + root);
    free(from);
}

/* Two parts of a pattern may find the same file. */
static void leave_out_doubles(sql_paths *paths, size_t before)
{
    size_t kept = before;
    sort(paths, before);
    for (size_t i = before; i < paths->count; i++) {
        if (kept > before && strcmp(paths->paths[kept - 1], paths->paths[i]) == 0) free(paths->paths[i]);
        else paths->paths[kept++] = paths->paths[i];
    }
    paths->count = kept;
}

bool sql_find_files(const char *pattern, bool folders, const sql_watch *watch, sql_paths *paths, char *reason,
                    size_t size)
{
    search all = { .paths = paths, .watch = watch };
    size_t before = paths->count;
    pdk_file_info info;
    bool there = pdk_file_look(pattern, &info, NULL), walks = there && folders && info.kind == PDK_FILE_FOLDER;
    if (walks && pdk_folder_is_virtual(pattern)) {
        snprintf(reason, size, "%.300s: is made up by the system, and has no files of a disk (io.kind)", pattern);
        return false;
    }
    if (walks || (!there && sql_is_pattern(pattern))) begin(&all, pattern, walks);
    else add_found(&all, pattern); /* opening says what is wrong with it */
    leave_out_doubles(paths, before);
    sql_entered_free(&all.entered);
    if (all.failed) snprintf(reason, size, "out of memory for a list of files");
    else if (all.stopped) sql_watch_say(watch, reason, size);
    return !all.failed && !all.stopped;
}

void sql_watch_say(const sql_watch *watch, char *reason, size_t size)
{
    if (watch->end != 0 && pdk_clock_seconds() >= watch->end)
        snprintf(reason, size,
                 "looking for files took more than %.0f s, which DuckDB could not interrupt; name fewer of them, or a "
                 "list",
                 SQL_PATIENCE);
    else snprintf(reason, size, "interrupted while looking for files");
}
