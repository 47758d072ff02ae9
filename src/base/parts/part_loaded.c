/* Parts as shared libraries, in the folder "paddock" next to the shared library of Paddock, or where the installed
 * command finds it, or in "lib/paddock" beside a command that was unpacked and not installed. */
#include <stdio.h>
#include <string.h>

#include "parts/part.h"
#include "platform/path.h"

/* The folder of this code's file, without the slash. */
static bool own_folder(char *folder, size_t size)
{
    static const char here = 0;
    if (!pdk_library_path_of(&here, folder, size)) return false;
    size_t length = pdk_path_folder_size(folder);
    if (length < 2) return false;
    folder[length - 1] = '\0';
    return true;
}

/* Programs are in "bin" and libraries in "lib" or the like beside it: only there is another folder looked into than
 * those below our own. */
static bool is_program_folder(const char *folder)
{
    return pdk_path_folder_size(folder) > 0 && strcmp(pdk_path_name(folder), PADDOCK_BINDIR_NAME) == 0;
}

bool pdk_part_find(pdk_part *part, pdk_part_kind kind, const pdk_part_name *name, char *reason, size_t size)
{
    (void)kind;
    static const char *const places[] = { "paddock", "lib/paddock", PADDOCK_PARTS_FROM_BINDIR };
    enum { PLACES = sizeof places / sizeof places[0] };
    char own[2048], path[sizeof own + 256], why[256];
    if (!own_folder(own, sizeof own)) {
        snprintf(reason, size, "%s" PADDOCK_PART_SUFFIX ", but the folder of this Paddock is unknown", name->file);
        return false;
    }
    size_t count = is_program_folder(own) ? PLACES : PLACES - 1;
    for (size_t i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s/%s" PADDOCK_PART_SUFFIX, own, places[i], name->file);
        part->library = pdk_library_open(path, why, sizeof why);
        if (part->library == NULL && why[0] == '\0') continue; /* no such file */
        if (part->library == NULL) {
            snprintf(reason, size, "%s" PADDOCK_PART_SUFFIX ", which cannot be loaded: %s", name->file, why);
            return false;
        }
        part->table = pdk_library_object(part->library, name->object);
        if (part->table != NULL) return true;
        snprintf(reason, size, "%s" PADDOCK_PART_SUFFIX ", but the file of this name is not such a part", name->file);
        pdk_part_close(part);
        return false;
    }
    int length = snprintf(reason, size, "%s" PADDOCK_PART_SUFFIX ", which is not in", name->file);
    for (size_t i = count; i-- > 0 && length >= 0 && (size_t)length < size;) {
        length += snprintf(reason + length, size - (size_t)length, " %s/%s%s", own, places[i], i > 0 ? " or" : "");
    }
    return false;
}
