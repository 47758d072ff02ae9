/* What may be missing: parts that another library does the work of, as src/png/png_write_without.c and the like
 * stand for them. */
#include "format/glb/glb_export.h"
#include "png/png.h"

static const struct {
    const char *id, *library, *gives;
    bool (*is_here)(void);
} parts[] = {
    { "png", "libpng", "pictures out as PNG and in, surfaces drawn as PNG", pdk_has_png },
    { "meshoptimizer", "meshoptimizer", "surfaces simplified, GLB packed", pdk_has_meshoptimizer },
};

size_t pdk_part_count(void)
{
    return sizeof parts / sizeof parts[0];
}

bool pdk_part_get(size_t index, pdk_part_info *info)
{
    if (index >= pdk_part_count() || info == NULL) return false;
    *info = (pdk_part_info){ parts[index].id, parts[index].library, parts[index].gives, parts[index].is_here() };
    return true;
}
