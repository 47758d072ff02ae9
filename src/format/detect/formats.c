/* The list of formats, from formats.def. */
#include <string.h>

#include "format/detect/detect.h"

#define PDK_FORMAT(identifier) extern const pdk_format identifier;
#include "format/detect/formats.def"
#undef PDK_FORMAT

#define PDK_FORMAT(identifier) &identifier,
const pdk_format *const pdk_formats[] = {
#include "format/detect/formats.def"
};
#undef PDK_FORMAT

const size_t pdk_formats_count = sizeof pdk_formats / sizeof pdk_formats[0];

size_t pdk_format_count(void)
{
    return pdk_formats_count;
}

const pdk_format_info *pdk_format_at(size_t index)
{
    return index < pdk_formats_count ? &pdk_formats[index]->info : NULL;
}

const pdk_format_info *pdk_format_find(const char *id)
{
    for (size_t i = 0; id != NULL && i < pdk_formats_count; i++) {
        if (strcmp(pdk_formats[i]->info.id, id) == 0) return &pdk_formats[i]->info;
    }
    return NULL;
}
