/* Names of files made from any text: safe on every file system, and no two alike. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli.h"

/* Letters that no shell and no file system minds; '~' is kept for our own numbers. */
static char safe(char letter)
{
    bool plain =
        (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9');
    if (plain || (letter != '\0' && strchr("._-!@#%+=", letter) != NULL)) return letter;
    return letter == '/' ? '-' : '_';
}

/* Names that Windows keeps for devices, with any extension. */
static bool is_device(const char *name)
{
    static const char *const devices[] = { "con", "prn", "aux", "nul" };
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++) {
        if (strcasecmp(name, devices[i]) == 0) return true;
    }
    return (strncasecmp(name, "com", 3) == 0 || strncasecmp(name, "lpt", 3) == 0) && name[3] >= '0' && name[3] <= '9' &&
           name[4] == '\0';
}

char *cli_file_stem(const char *path)
{
    size_t length = strlen(path);
    char *name = malloc(length + 32);
    if (name == NULL) return NULL;
    for (size_t i = 0; i <= length; i++) name[i] = path[i] != '\0' ? safe(path[i]) : '\0';
    if (name[0] == '-' || name[0] == '.' || is_device(name)) {
        memmove(name + 1, name, length + 1);
        name[0] = '_';
    }
    return name;
}

typedef struct stem_order {
    const char *stem;
    size_t index;
} stem_order;

static int compare(const void *left, const void *right)
{
    const stem_order *a = left, *b = right;
    int order = strcasecmp(a->stem, b->stem); /* many file systems take A and a for one */
    if (order != 0) return order;
    return a->index < b->index ? -1 : a->index > b->index;
}

bool cli_number_repeats(char **names, size_t count)
{
    stem_order *order = calloc(count + 1, sizeof *order);
    if (order == NULL) return false;
    for (size_t i = 0; i < count; i++) order[i] = (stem_order){ names[i], i };
    qsort(order, count, sizeof *order, compare);
    unsigned repeat = 1;
    for (size_t i = 1; i < count; i++) {
        bool same = strcasecmp(order[i].stem, order[i - 1].stem) == 0;
        repeat = same ? repeat + 1 : 1;
        if (repeat == 1) continue;
        char *name = names[order[i].index];
        sprintf(name + strlen(name), "~%u", repeat);
    }
    free(order);
    return true;
}

void cli_free_names(char **names, size_t count)
{
    for (size_t i = 0; names != NULL && i < count; i++) free(names[i]);
    free(names);
}
