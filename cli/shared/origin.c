/* The origin that was kept next to a file when it was converted: FILE.origin.json. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exit_status.h"
#include "messages.h"
#include "open.h"
#include "platform/files.h"
#include "target.h"

enum { MAX_TEXT = 1 << 16 };

/* "a/road.rld" gives "a/road.rld.origin.json"; malloc'd. */
static char *name_beside(const char *path)
{
    static const char suffix[] = ".origin.json";
    size_t length = strlen(path);
    char *name = malloc(length + sizeof suffix);
    if (name != NULL) {
        memcpy(name, path, length);
        memcpy(name + length, suffix, sizeof suffix);
    }
    return name;
}

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

/* Behind a text in quotes, which begins at `at`; NULL when it does not end. */
static const char *skip_text(const char *at)
{
    for (at++; *at != '"'; at++) {
        if (*at == '\\' && at[1] != '\0') at++;
        else if (*at == '\0') return NULL;
    }
    return at + 1;
}

/* "[1, 2, 3]" */
static bool read_array(const char *at, double origin[3])
{
    at = skip_blanks(at);
    if (*at++ != '[') return false;
    for (int k = 0; k < 3; k++) {
        char *end;
        origin[k] = strtod(at, &end);
        if (end == at || !isfinite(origin[k])) return false;
        at = skip_blanks(end);
        if (*at++ != (k < 2 ? ',' : ']')) return false;
    }
    return true;
}

/* The value of "origin" in the outermost object. */
static bool find_origin(const char *text, double origin[3])
{
    int depth = 0;
    for (const char *at = skip_blanks(text); *at != '\0'; at = skip_blanks(at)) {
        if (*at == '{' || *at == '[') depth++;
        if (*at == '}' || *at == ']') depth--;
        if (*at != '"') {
            at++;
            continue;
        }
        const char *end = skip_text(at);
        if (end == NULL) return false;
        bool wanted = depth == 1 && end - at == 8 && memcmp(at, "\"origin\"", 8) == 0;
        at = skip_blanks(end);
        if (wanted && *at == ':') return read_array(at + 1, origin);
    }
    return false;
}

int cli_read_origin(const char *path, double origin[3], bool *given)
{
    static char text[MAX_TEXT + 1];
    *given = false;
    if (strcmp(path, "-") == 0) return CLI_FINE;
    char *name = name_beside(path);
    if (name == NULL) return cli_no_memory("the name of an origin's file");
    pdk_failure failure;
    pdk_file file = cli_open_file(name, &failure);
    if (!pdk_file_is_open(file) && failure.kind == PDK_FAILED_ABSENT) {
        free(name);
        return CLI_FINE;
    }
    size_t size = 0, got = 1;
    bool read = pdk_file_is_open(file);
    for (; read && got > 0 && size < MAX_TEXT; size += got)
        read = pdk_file_read(file, text + size, MAX_TEXT - size, &got, NULL);
    text[size] = '\0';
    pdk_file_close(file);
    int status = CLI_FINE;
    double found[3];
    if (!read) {
        cli_complain("%s: cannot be read, and it may have the origin of %s; --source-origin none ignores it", name,
                     path);
        status = CLI_IO;
    } else if (!find_origin(text, found)) {
        cli_complain("%s: has no \"origin\": [x, y, z]; --source-origin none does without it", name);
        status = CLI_MALFORMED;
    } else {
        memcpy(origin, found, sizeof found);
        *given = true;
    }
    free(name);
    return status;
}
