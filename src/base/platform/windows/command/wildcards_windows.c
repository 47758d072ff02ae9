#include "platform/windows/command/wildcards_windows.h"

#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "platform/folders.h"
#include "platform/path.h"
#include "platform/windows/wide.h"

static bool add(pdk_name_list *list, char *name)
{
    if (name == NULL) return false;
    if (list->count + 1 >= list->capacity) {
        size_t capacity = 2 * list->capacity + 16;
        char **names = realloc(list->names, capacity * sizeof *names);
        if (names == NULL) {
            free(name);
            return false;
        }
        list->names = names;
        list->capacity = capacity;
    }
    list->names[list->count++] = name;
    list->names[list->count] = NULL;
    return true;
}

void pdk_free_names(pdk_name_list *list)
{
    for (size_t i = 0; i < list->count; i++) free(list->names[i]);
    free(list->names);
    *list = (pdk_name_list){ 0 };
}

/* Large and small letters are the same in names. */
static bool same_letter(wchar_t a, wchar_t b)
{
    return CompareStringOrdinal(&a, 1, &b, 1, TRUE) == CSTR_EQUAL;
}

/* Goes back to the last '*' alone, so that no pattern takes long. */
static bool matches(const wchar_t *pattern, const wchar_t *name)
{
    const wchar_t *star = NULL, *from = NULL;
    while (*name != 0) {
        if (*pattern == L'*') {
            star = pattern++;
            from = name;
        } else if (*pattern == L'?' || (*pattern != 0 && same_letter(*pattern, *name))) {
            pattern++;
            name++;
        } else if (star != NULL) {
            pattern = star + 1;
            name = ++from;
        } else {
            return false;
        }
    }
    while (*pattern == L'*') pattern++;
    return *pattern == 0;
}

static bool name_matches(const wchar_t *pattern, const char *name)
{
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) return false;
    wchar_t *wide = pdk_wide_of_utf8(name);
    bool is_match = wide != NULL && matches(pattern, wide);
    free(wide);
    return is_match;
}

static int compare(const void *left, const void *right)
{
    const char *const *a = left, *const *b = right;
    return strcmp(*a, *b);
}

static bool add_from(pdk_name_list *list, const char *argument, const wchar_t *pattern)
{
    size_t folder_size = pdk_path_folder_size(argument);
    char *folder = malloc(folder_size + 2);
    if (folder == NULL) return false;
    memcpy(folder, argument, folder_size);
    strcpy(folder + folder_size, folder_size == 0 ? "." : "");
    pdk_folder *names = pdk_folder_open(folder, NULL);
    folder[folder_size] = '\0';
    bool good = true;
    for (const char *name; names != NULL && good && (name = pdk_folder_next(names)) != NULL;) {
        if (!name_matches(pattern, name)) continue;
        char *path = malloc(folder_size + strlen(name) + 1);
        if (path != NULL) strcpy(path, folder);
        good = add(list, path != NULL ? strcat(path, name) : NULL);
    }
    pdk_folder_close(names);
    free(folder);
    return good;
}

bool pdk_add_matching(pdk_name_list *list, const char *argument)
{
    size_t before = list->count;
    const char *last = pdk_path_name(argument);
    if (argument[0] != '-' && strpbrk(last, "*?") != NULL) {
        wchar_t *pattern = pdk_wide_of_utf8(last);
        bool good = pattern != NULL && add_from(list, argument, pattern);
        free(pattern);
        if (!good) return false;
    }
    if (list->count == before) return add(list, _strdup(argument));
    qsort(list->names + before, list->count - before, sizeof *list->names, compare);
    return true;
}
