/* Records with texts of variable length: the walk that finds each field. */
#include <stdio.h>

#include "base/load.h"
#include "layout/layout.h"

pdk_status pdk_record_place(const pdk_record *record, pdk_bytes bytes, uint64_t offset, pdk_place *places,
                            uint64_t *end, pdk_error *error)
{
    uint64_t at = offset;
    for (uint32_t i = 0; i < record->field_count; i++) {
        const pdk_field *field = &record->fields[i];
        if (field->offset != PDK_FOLLOWS) at = offset + field->offset; /* bit fields share their word */
        uint64_t left = at <= bytes.size ? bytes.size - at : 0;
        uint64_t size = pdk_field_size(field);
        uint32_t prefix = 0;
        if (size == 0) {
            prefix = pdk_storage_size(field);
            if (left >= prefix) {
                size = prefix == 1   ? bytes.data[at]
                       : prefix == 2 ? pdk_load_u16(bytes.data + at)
                                     : pdk_load_u32(bytes.data + at);
            }
        }
        if (left < prefix || left - prefix < size) {
            char code[48], where[80];
            snprintf(code, sizeof code, "%s.truncated", record->name);
            snprintf(where, sizeof where, "%s.%s", record->name, field->name);
            return pdk_fail_where(error, PDK_E_TRUNCATED, at, code, where,
                                  "%s needs %llu bytes here, but %llu are left", field->name,
                                  (unsigned long long)(prefix + size), (unsigned long long)left);
        }
        places[i] = (pdk_place){ at + prefix, size };
        at += prefix + size;
    }
    *end = at;
    return PDK_OK;
}
