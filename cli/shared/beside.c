/* Listing the folder of a file. */
#include "beside.h"

#include <stdlib.h>
#include <string.h>

#include "platform/folders.h"
#include "platform/path.h"

char *cli_begin_of(const char *path, size_t size, const char *end)
{
    size_t more = strlen(end) + 1;
    char *made = malloc(size + more);
    if (made == NULL) return NULL;
    memcpy(made, path, size);
    memcpy(made + size, end, more);
    return made;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

bool cli_list_beside(const char *path, bool (*fit)(const char *name, const void *user), const void *user,
                     cli_beside *found)
{
    *found = (cli_beside){ .count = 0 };
    size_t length = pdk_path_folder_size(path);
    char *folder = length > 0 ? cli_begin_of(path, length, "") : cli_begin_of("", 0, ".");
    pdk_failure failure;
    pdk_folder *open = folder != NULL ? pdk_folder_open(folder, &failure) : NULL;
    bool good = folder != NULL;
    for (const char *name; good && open != NULL && (name = pdk_folder_next(open)) != NULL;) {
        if (found->count == CLI_MOST_BESIDE || !fit(name, user)) continue;
        char *copy = length > 0 ? pdk_path_join(folder, name) : cli_begin_of(name, strlen(name), "");
        good = copy != NULL;
        if (good) found->paths[found->count++] = copy;
    }
    pdk_folder_close(open);
    free(folder);
    if (good) qsort(found->paths, found->count, sizeof *found->paths, by_name);
    else cli_forget_beside(found);
    return good;
}

void cli_forget_beside(cli_beside *found)
{
    for (size_t i = 0; i < found->count; i++) free(found->paths[i]);
    *found = (cli_beside){ .count = 0 };
}
