#include "beside_names.h"

#include <stdlib.h>
#include <string.h>

#include "platform/files.h"
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

static bool is_before(const cli_beside_name *one, const cli_beside_name *other)
{
    if (one->rank != other->rank) return one->rank > other->rank;
    if (one->away != other->away) return one->away < other->away;
    return strcmp(one->path, other->path) < 0;
}

/* Takes the path; the last goes where there is no room. */
static void keep(cli_beside_names *names, cli_beside_name one)
{
    size_t at = names->count;
    if (at == CLI_MOST_BESIDE) {
        names->left_out++;
        if (!is_before(&one, &names->all[at - 1])) {
            free(one.path);
            return;
        }
        free(names->all[--at].path);
    } else names->count++;
    for (; at > 0 && is_before(&one, &names->all[at - 1]); at--) names->all[at] = names->all[at - 1];
    names->all[at] = one;
}

static uint64_t between(int64_t one, int64_t other)
{
    return one > other ? (uint64_t)one - (uint64_t)other : (uint64_t)other - (uint64_t)one;
}

/* False without memory. */
static bool take(const char *folder, const char *name, int rank, const pdk_file_info *recording,
                 cli_beside_names *names)
{
    pdk_file_info about;
    char *path = folder[0] != '\0' ? pdk_path_join(folder, name) : cli_begin_of(name, strlen(name), "");
    if (path == NULL) return false;
    bool fits = pdk_file_look(path, &about, NULL) && about.kind == PDK_FILE_REGULAR;
    if (fits && about.size <= CLI_LARGEST_BESIDE) {
        uint64_t away = recording != NULL ? between(about.modified, recording->modified) : 0;
        keep(names, (cli_beside_name){ path, rank, away });
        return true;
    }
    names->left_out += fits;
    free(path);
    return true;
}

bool cli_list_names(const char *folder, const char *beside, cli_rank_name rank, const void *user,
                    cli_beside_names *names, bool *listed)
{
    pdk_failure failure;
    pdk_file_info recording;
    bool timed = beside != NULL && pdk_file_look(beside, &recording, NULL), good = true;
    pdk_folder *open = pdk_folder_open(folder[0] != '\0' ? folder : ".", &failure);
    *names = (cli_beside_names){ .count = 0 };
    *listed = open != NULL;
    for (const char *name; good && open != NULL && (name = pdk_folder_next(open)) != NULL;) {
        int how = rank(name, user);
        if (how > 0) good = take(folder, name, how, timed ? &recording : NULL, names);
    }
    pdk_folder_close(open);
    if (!good) cli_forget_names(names);
    return good && (*listed || failure.kind != PDK_FAILED_MEMORY);
}

void cli_forget_names(cli_beside_names *names)
{
    for (size_t i = 0; i < names->count; i++) free(names->all[i].path);
    *names = (cli_beside_names){ .count = 0 };
}
