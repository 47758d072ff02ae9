/* Range checks from the table. */
#include <math.h>

#include "layout/layout.h"

static bool is_fine(const pdk_field *field, uint32_t element, const uint8_t *record, double *value)
{
    *value = pdk_get_f64(field, element, record);
    if (!isfinite(*value)) return false;
    if ((field->minimum != 0 || field->maximum != 0) && (*value < field->minimum || *value > field->maximum)) {
        return false;
    }
    if (field->labels != NULL && !field->is_flags) {
        return pdk_field_label(field, pdk_get_i64(field, element, record)) != NULL;
    }
    return true;
}

bool pdk_record_check(const pdk_record *record, const uint8_t *bytes, uint64_t offset, pdk_range_report report,
                      void *user)
{
    for (uint32_t i = 0; i < record->field_count; i++) {
        const pdk_field *field = &record->fields[i];
        if (field->storage >= PDK_RAW_CHARS || field->offset == PDK_FOLLOWS) continue;
        uint32_t count = field->count > 1 ? field->count : 1;
        for (uint32_t element = 0; element < count; element++) {
            double value;
            if (is_fine(field, element, bytes, &value)) continue;
            uint64_t at = offset + field->offset + (uint64_t)element * pdk_storage_size(field);
            if (!report(user, field, element, at, value)) return false;
        }
    }
    return true;
}
