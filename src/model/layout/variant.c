/* Payloads chosen by class, type and size. */
#include "layout/layout.h"

const pdk_variant *pdk_variant_find(const pdk_variant *variants, uint32_t dialect, unsigned payload_class,
                                    unsigned type, unsigned size)
{
    for (const pdk_variant *variant = variants; variant->record != NULL; variant++) {
        if ((variant->dialects & dialect) != 0 && payload_class >= variant->class_first &&
            payload_class <= variant->class_last && type >= variant->type_first && type <= variant->type_last &&
            size >= variant->size_first && size <= variant->size_last) {
            return variant;
        }
    }
    return NULL;
}
