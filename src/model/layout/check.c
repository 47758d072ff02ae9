/* Range checks from the table. Nearly all values are fine, so a block of records is looked at column by column first;
 * only records with a value that is not are then gone through field by field. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "layout/layout.h"

enum { BLOCK = 256, COLUMNS = 8 /* gathered at a time */ };

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

static uint32_t elements_of(const pdk_field *field)
{
    if (field->storage >= PDK_RAW_CHARS || field->offset == PDK_FOLLOWS) return 0;
    return field->count > 1 ? field->count : 1;
}

static bool check_record(const pdk_record *record, const uint8_t *bytes, uint64_t index, uint64_t offset,
                         pdk_range_report report, void *user)
{
    for (uint32_t i = 0; i < record->field_count; i++) {
        const pdk_field *field = &record->fields[i];
        for (uint32_t element = 0; element < elements_of(field); element++) {
            double value;
            if (is_fine(field, element, bytes, &value)) continue;
            uint64_t at = offset + field->offset + (uint64_t)element * pdk_storage_size(field);
            if (!report(user, index, field, element, at, value)) return false;
        }
    }
    return true;
}

bool pdk_record_check(const pdk_record *record, const uint8_t *bytes, uint64_t offset, pdk_range_report report,
                      void *user)
{
    return check_record(record, bytes, 0, offset, report, user);
}

/* Whether all are within the limits, which NaN never is. Counted in several sums, so that compilers compare several. */
static bool all_within(const double *values, size_t count, double least, double most)
{
    enum { LANES = 4 };
    double in_range[LANES] = { 0 };
    size_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        for (size_t k = 0; k < LANES; k++) {
            double fine = values[i + k] >= least ? 1.0 : 0.0;
            in_range[k] += values[i + k] <= most ? fine : 0.0;
        }
    }
    for (; i < count; i++) in_range[0] += values[i] >= least && values[i] <= most ? 1.0 : 0.0;
    return in_range[0] + in_range[1] + in_range[2] + in_range[3] >= (double)count;
}

/* Marks the records whose value is not fine. */
static void mark_values(const pdk_field *field, const double *values, size_t count, bool *marked)
{
    bool limited = field->minimum != 0 || field->maximum != 0;
    double least = limited ? field->minimum : -DBL_MAX, most = limited ? field->maximum : DBL_MAX;
    if (all_within(values, count, least, most)) return;
    for (size_t i = 0; i < count; i++) marked[i] |= !(values[i] >= least && values[i] <= most);
}

static void mark_labels(const pdk_field *field, uint32_t element, const uint8_t *const *records, size_t count,
                        bool *marked)
{
    int64_t last = 0;
    bool known = pdk_field_label(field, last) != NULL;
    for (size_t i = 0; i < count; i++) {
        int64_t number = pdk_get_i64(field, element, records[i]);
        if (number != last) known = pdk_field_label(field, number) != NULL;
        last = number;
        marked[i] |= !known;
    }
}

static void mark_gathered(pdk_gather_column *columns, size_t column_count, const uint8_t *const *records, size_t count,
                          bool *marked)
{
    pdk_gather_columns(columns, column_count, records, count, false);
    for (size_t c = 0; c < column_count; c++) mark_values(columns[c].field, columns[c].values, count, marked);
}

/* Marks every record that check_record would report. */
static void mark_records(const pdk_record *record, const uint8_t *const *records, size_t count, bool *marked)
{
    double values[COLUMNS][BLOCK];
    pdk_gather_column columns[COLUMNS];
    size_t wanted = 0;
    for (uint32_t i = 0; i < record->field_count; i++) {
        const pdk_field *field = &record->fields[i];
        bool labelled = field->labels != NULL && !field->is_flags;
        bool limited = field->minimum != 0 || field->maximum != 0;
        if (!labelled && !limited && !pdk_field_is_float(field)) continue; /* any number will do */
        for (uint32_t element = 0; element < elements_of(field); element++) {
            if (labelled) mark_labels(field, element, records, count, marked);
            columns[wanted] = (pdk_gather_column){ field, element, PDK_FLOAT64, 0, values[wanted] };
            if (++wanted < COLUMNS) continue;
            mark_gathered(columns, wanted, records, count, marked);
            wanted = 0;
        }
    }
    mark_gathered(columns, wanted, records, count, marked);
}

bool pdk_records_check(const pdk_record *record, const uint8_t *bytes, uint64_t stride, uint64_t count, uint64_t offset,
                       pdk_range_report report, void *user)
{
    const uint8_t *records[BLOCK];
    bool marked[BLOCK];
    for (uint64_t first = 0; first < count; first += BLOCK) {
        size_t block = count - first < BLOCK ? (size_t)(count - first) : BLOCK;
        for (size_t i = 0; i < block; i++) records[i] = bytes + (first + i) * stride;
        memset(marked, 0, sizeof marked);
        mark_records(record, records, block, marked);
        for (size_t i = 0; i < block; i++) {
            uint64_t at = offset + (first + i) * stride;
            if (marked[i] && !check_record(record, records[i], first + i, at, report, user)) return false;
        }
    }
    return true;
}
