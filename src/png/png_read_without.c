/* What stands for reading PNG in a Paddock without libpng. */
#include "png/png_read.h"

pdk_status pdk_png_size(const void *data, size_t size, pdk_memory *memory, pdk_picture *picture, pdk_error *error)
{
    (void)data;
    (void)size;
    (void)memory;
    *picture = (pdk_picture){ 0 };
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "png.absent",
                    "this Paddock was built without libpng, which reads PNG");
}

pdk_status pdk_png_read(const void *data, size_t size, pdk_memory *memory, pdk_picture *picture, pdk_error *error)
{
    return pdk_png_size(data, size, memory, picture, error);
}
