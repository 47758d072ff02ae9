/* The list of targets, from exporters.def. */
#include <string.h>

#include "platform/path.h"
#include "target/exporter.h"

#define PDK_EXPORTER(identifier) extern const pdk_exporter identifier;
#include "convert/exporters.def"
#undef PDK_EXPORTER

#define PDK_EXPORTER(identifier) &identifier,
const pdk_exporter *const pdk_exporters[] = {
#include "convert/exporters.def"
};
#undef PDK_EXPORTER

const size_t pdk_exporters_count = sizeof pdk_exporters / sizeof pdk_exporters[0];

size_t pdk_target_count(void)
{
    return pdk_exporters_count;
}

const pdk_target_info *pdk_target_at(size_t index)
{
    return index < pdk_exporters_count ? &pdk_exporters[index]->info : NULL;
}

const pdk_target_info *pdk_target_find(const char *id)
{
    for (size_t i = 0; id != NULL && i < pdk_exporters_count; i++) {
        if (strcmp(pdk_exporters[i]->info.id, id) == 0) return &pdk_exporters[i]->info;
    }
    return NULL;
}

static bool same_letters(const char *a, const char *b, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char letter = a[i] >= 'A' && a[i] <= 'Z' ? (char)(a[i] + 32) : a[i];
        if (letter != b[i]) return false;
    }
    return true;
}

/* Is `extension` one of a blank-separated list? */
static bool is_listed(const char *extension, const char *list)
{
    size_t length = strlen(extension);
    while (*list != '\0') {
        size_t item = strcspn(list, " ");
        if (item == length && same_letters(extension, list, length)) return true;
        list += item;
        list += strspn(list, " ");
    }
    return false;
}

const pdk_target_info *pdk_target_for_file(const char *file_name)
{
    if (file_name == NULL) return NULL;
    const char *dot = strrchr(pdk_path_name(file_name), '.');
    for (size_t i = 0; dot != NULL && i < pdk_exporters_count; i++) {
        if (is_listed(dot, pdk_exporters[i]->info.extensions)) return &pdk_exporters[i]->info;
    }
    return NULL;
}
