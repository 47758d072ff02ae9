#include "driver_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "messages.h"

enum { MOST = 1000 };

static char *text_of(pdk_text name, double slot)
{
    size_t room = name.size + 32;
    char *text = malloc(room);
    if (text == NULL) return NULL;
    if (name.size > 0) snprintf(text, room, "%.*s", (int)name.size, name.data);
    else snprintf(text, room, "(%.0f)", slot);
    return text;
}

void cli_add_driver_name(cli_driver_names *names, pdk_text name, double slot)
{
    char *text = names->count < MOST ? text_of(name, slot) : NULL;
    bool known = text == NULL;
    for (size_t i = 0; i < names->count && !known; i++) known = strcmp(names->all[i], text) == 0;
    char **all = known ? NULL : realloc(names->all, (names->count + 1) * sizeof *all);
    if (all == NULL) {
        free(text);
        return;
    }
    names->all = all;
    names->all[names->count++] = text;
}

static const char *name_at(const void *user, size_t index)
{
    const cli_driver_names *names = user;
    return index < names->count ? names->all[index] : NULL;
}

int cli_no_driver(const cli_driver_names *names, const char *file, const char *wanted)
{
    return cli_no_such_of(file, "driver", wanted, name_at, names);
}

void cli_forget_driver_names(cli_driver_names *names)
{
    for (size_t i = 0; i < names->count; i++) free(names->all[i]);
    free(names->all);
    *names = (cli_driver_names){ .count = 0 };
}
