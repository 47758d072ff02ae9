/* Names of files made from any text: safe on every file system, and no two alike. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "file_names.h"
#include "messages.h"

/* Letters that no shell and no file system minds; '~' is kept for our own numbers. */
static char safe(char letter)
{
    bool plain =
        (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9');
    if (plain || (letter != '\0' && strchr("._-!@#%+=", letter) != NULL)) return letter;
    return letter == '/' ? '-' : '_';
}

/* Names that Windows keeps for devices: the part before the first dot counts, whatever follows it. Those with
 * characters that are not safe, as "CONIN$" and "COM" with a raised digit, are other names by now. */
static bool is_device(const char *name)
{
    static const char *const devices[] = { "con", "prn", "aux", "nul" };
    size_t size = strcspn(name, ".");
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++) {
        if (size == 3 && strncasecmp(name, devices[i], size) == 0) return true;
    }
    bool port = strncasecmp(name, "com", 3) == 0 || strncasecmp(name, "lpt", 3) == 0;
    return size == 4 && port && name[3] >= '0' && name[3] <= '9';
}

/* File systems take 255 bytes. The rest is for the number of a repeat, the extension, and what comes after a name or
 * in its place meanwhile: ".origin.json". */
enum { MOST_OF_STEM = 200, ROOM_BEHIND = 32 };

/* How much of a text is used; it ends between two characters. */
static size_t kept_size(const char *text)
{
    size_t size = strlen(text);
    if (size <= MOST_OF_STEM) return size;
    size = MOST_OF_STEM;
    while (size > 0 && ((unsigned char)text[size] & 0xC0) == 0x80) size--;
    return size;
}

char *cli_file_stem(const char *path)
{
    size_t length = kept_size(path), begin = 0;
    char *name = malloc(1 + length + ROOM_BEHIND);
    if (name == NULL) return NULL;
    for (size_t i = 0; i < length; i++) name[i] = safe(path[i]);
    name[length] = '\0';
    for (size_t i = length; i > 0 && name[i - 1] == '.'; i--)
        name[i - 1] = '_'; /* Windows takes dots at the end away */
    if (name[0] == '-' || name[0] == '.' || name[0] == '\0' || is_device(name)) begin = 1;
    memmove(name + begin, name, length + 1);
    if (begin > 0) name[0] = '_';
    if (path[length] != '\0') cli_note("the name \"%s\" is too long for a file: it becomes \"%s\"", path, name);
    return name;
}

typedef struct stem_order {
    const char *stem;
    size_t index;
    unsigned repeat; /* 1 = the first of its kind */
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
    for (size_t i = 0; i < count; i++) order[i] = (stem_order){ names[i], i, 1 };
    qsort(order, count, sizeof *order, compare);
    for (size_t i = 1; i < count; i++) { /* all are compared before the first of them changes */
        if (strcasecmp(order[i].stem, order[i - 1].stem) == 0) order[i].repeat = order[i - 1].repeat + 1;
    }
    for (size_t i = 1; i < count; i++) {
        char *name = names[order[i].index];
        if (order[i].repeat > 1) sprintf(name + strlen(name), "~%u", order[i].repeat);
    }
    free(order);
    return true;
}

void cli_free_names(char **names, size_t count)
{
    for (size_t i = 0; names != NULL && i < count; i++) free(names[i]);
    free(names);
}
