/* File names for images: from their paths, safe on every file system, and no two alike. */
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

/* "1/frnt" becomes "1-frnt"; room for the number and ".png" is left. */
static char *file_stem(const char *path)
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

/* The second of a kind becomes "name~2". */
static void number_repeats(char **names, const stem_order *order, size_t count)
{
    unsigned repeat = 1;
    for (size_t i = 1; i < count; i++) {
        bool same = strcasecmp(order[i].stem, order[i - 1].stem) == 0;
        repeat = same ? repeat + 1 : 1;
        if (repeat == 1) continue;
        char *name = names[order[i].index];
        sprintf(name + strlen(name), "~%u", repeat);
    }
}

void cli_free_names(char **names, size_t count)
{
    for (size_t i = 0; names != NULL && i < count; i++) free(names[i]);
    free(names);
}

char **cli_image_names(const pdk_document *document)
{
    size_t count = pdk_document_image_count(document);
    char **names = calloc(count + 1, sizeof *names);
    stem_order *order = calloc(count + 1, sizeof *order);
    bool good = names != NULL && order != NULL;
    for (size_t i = 0; i < count && good; i++) {
        names[i] = file_stem(pdk_document_image_info(document, i)->name);
        order[i] = (stem_order){ names[i], i };
        good = names[i] != NULL;
    }
    if (good) {
        qsort(order, count, sizeof *order, compare);
        number_repeats(names, order, count);
        for (size_t i = 0; i < count; i++) strcat(names[i], ".png");
    }
    free(order);
    if (good) return names;
    cli_free_names(names, count);
    return NULL;
}
