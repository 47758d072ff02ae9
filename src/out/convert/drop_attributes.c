#include "convert/drop_attributes.h"

typedef struct kept_attribute {
    const pdk_attribute *from;
    pdk_kept_run find;
    const void *user;
} kept_attribute;

static pdk_status read_kept(const pdk_attribute *attribute, uint64_t first, size_t count, void *values,
                            pdk_error *error)
{
    const kept_attribute *kept = attribute->state;
    uint8_t *to = values;
    for (size_t done = 0; done < count;) {
        uint64_t from;
        size_t some = count - done;
        kept->find(kept->user, attribute->of_triangles, first + done, &from, &some);
        pdk_status status = kept->from->read(kept->from, from, some, to + done * pdk_attribute_size(attribute), error);
        if (status != PDK_OK) return status;
        done += some;
    }
    return PDK_OK;
}

pdk_status pdk_drop_attributes(pdk_memory *memory, const pdk_mesh *from, pdk_mesh *to, pdk_kept_run find,
                               const void *user, pdk_error *error)
{
    pdk_attribute *attributes = pdk_alloc_array(memory, from->attribute_count, sizeof *attributes);
    kept_attribute *kept = pdk_alloc_array(memory, from->attribute_count, sizeof *kept);
    if (attributes == NULL || kept == NULL) return pdk_fail_memory(error, memory, "a conversion");
    for (size_t i = 0; i < from->attribute_count; i++) {
        kept[i] = (kept_attribute){ &from->attributes[i], find, user };
        attributes[i] = from->attributes[i];
        attributes[i].state = &kept[i];
        attributes[i].read = read_kept;
    }
    to->attributes = attributes;
    return PDK_OK;
}
