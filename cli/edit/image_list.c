#include "image_list.h"

#include <stdlib.h>
#include <string.h>

struct cli_named_image {
    const char *name;
    size_t number;
};

static int by_name(const void *left, const void *right)
{
    return strcmp(((const struct cli_named_image *)left)->name, ((const struct cli_named_image *)right)->name);
}

cli_image_list cli_list_images(const pdk_document *document)
{
    cli_image_list list = { NULL, pdk_document_image_count(document) };
    list.sorted = calloc(list.count + 1, sizeof *list.sorted);
    if (list.sorted == NULL) return list;
    for (size_t i = 0; i < list.count; i++)
        list.sorted[i] = (struct cli_named_image){ pdk_document_image_at(document, i)->name, i };
    qsort(list.sorted, list.count, sizeof *list.sorted, by_name);
    return list;
}

size_t cli_find_image(const cli_image_list *list, pdk_text name)
{
    size_t low = 0, high = name.size > 0 ? list->count : 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *there = list->sorted[middle].name;
        int order = strncmp(there, name.data, name.size);
        if (order == 0 && there[name.size] == '\0') return list->sorted[middle].number;
        if (order < 0) low = middle + 1;
        else high = middle;
    }
    return SIZE_MAX;
}

void cli_forget_images(cli_image_list *list)
{
    free(list->sorted);
    list->sorted = NULL;
}
