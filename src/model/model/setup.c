/* Reading a car's set-up by the names that its format gives. */
#include "model/setup.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"

static const pdk_setup_names *names_of(const pdk_document *document)
{
    return document->services != NULL ? document->services->setup : NULL;
}

/* A number as people write it: 0.7, not the double that is nearest to the float. */
static double plain(double value, pdk_type type)
{
    return type == PDK_FLOAT32 && isfinite(value) ? pdk_sum_of_float((float)value, 0) : value;
}

static bool add_property(const pdk_document *document, const char *name, pdk_vector *values)
{
    const pdk_property *property = pdk_document_find_property(document, name);
    if (property == NULL || (property->value.type != PDK_FLOAT32 && property->value.type != PDK_FLOAT64)) return true;
    pdk_setup_value *added = pdk_vector_push(values);
    if (added == NULL) return false;
    *added = (pdk_setup_value){ .name = property->name,
                                .value = plain(property->value.as.number, property->value.type),
                                .unit = property->unit,
                                .meaning = property->meaning };
    return true;
}

static pdk_text label_of(const pdk_column_info *info, double value)
{
    for (const pdk_label *label = info->labels; label->text != NULL; label++) {
        if (fabs((double)label->value - value) < 0.5) return (pdk_text){ label->text, strlen(label->text) };
    }
    return (pdk_text){ NULL, 0 };
}

static double cell(const pdk_table *table, size_t column, uint64_t row)
{
    double value = NAN;
    bool good = column != PDK_NO_COLUMN && pdk_table_read_f64(table, column, row, 1, &value, NULL) == PDK_OK;
    return good ? value : NAN;
}

static pdk_text wheel_of(const pdk_table *wheels, const pdk_setup_names *names, uint64_t row)
{
    pdk_text wheel = { NULL, 0 };
    size_t column = pdk_table_find_column(wheels, names->wheel);
    bool good = column != PDK_NO_COLUMN && pdk_table_read_column(wheels, column, row, 1, &wheel, NULL) == PDK_OK;
    return good ? wheel : (pdk_text){ NULL, 0 };
}

static bool add_cell(const pdk_table *wheels, uint64_t row, const char *name, pdk_text wheel, pdk_vector *values)
{
    size_t column = pdk_table_find_column(wheels, name);
    if (column == PDK_NO_COLUMN) return true;
    const pdk_column_info *info = pdk_table_column_at(wheels, column);
    double value = plain(cell(wheels, column, row), info->type);
    pdk_setup_value *added = pdk_vector_push(values);
    if (added == NULL) return false;
    *added = (pdk_setup_value){
        .name = info->name, .wheel = wheel, .value = value, .unit = info->unit, .meaning = info->meaning
    };
    if (info->labels != NULL && !info->is_flags) added->text = label_of(info, value);
    if (added->text.data != NULL) added->value = NAN;
    return true;
}

double pdk_setup_brake_balance(const pdk_document *document)
{
    const pdk_setup_names *names = names_of(document);
    const pdk_table *wheels = names != NULL ? pdk_document_own_table(document, names->wheels) : NULL;
    double front = 0, all = 0;
    if (wheels == NULL || names->brake_torque == NULL) return NAN;
    size_t column = pdk_table_find_column(wheels, names->brake_torque);
    for (uint64_t row = 0; row < pdk_table_rows(wheels); row++) {
        double torque = cell(wheels, column, row);
        pdk_text wheel = wheel_of(wheels, names, row);
        bool at_front = wheel.size > 5 && memcmp(wheel.data, "front", 5) == 0;
        all += torque;
        front += at_front ? torque : 0;
    }
    return all > 0 ? front / all : NAN;
}

static bool add_balance(const pdk_document *document, pdk_vector *values)
{
    double balance = pdk_setup_brake_balance(document);
    if (isnan(balance)) return true;
    pdk_setup_value *added = pdk_vector_push(values);
    if (added == NULL) return false;
    /* The game keeps whole percents, and torques as floats. */
    *added = (pdk_setup_value){ .name = "brake_balance",
                                .value = pdk_round_within(balance, 1e-6),
                                .meaning = "share of the brake torque at the front wheels" };
    return true;
}

pdk_status pdk_setup_read(const pdk_document *document, pdk_vector *values, pdk_error *error)
{
    const pdk_setup_names *names = names_of(document);
    const pdk_table *wheels = names != NULL ? pdk_document_own_table(document, names->wheels) : NULL;
    bool good = true;
    if (names == NULL) return PDK_OK;
    for (const char *const *name = names->properties; *name != NULL && good; name++)
        good = add_property(document, *name, values);
    good = good && add_balance(document, values);
    for (uint64_t row = 0; wheels != NULL && row < pdk_table_rows(wheels) && good; row++) {
        pdk_text wheel = wheel_of(wheels, names, row);
        for (const char *const *name = names->columns; *name != NULL && good; name++)
            good = add_cell(wheels, row, *name, wheel, values);
    }
    return good ? PDK_OK : pdk_fail_memory(error, values->memory, "the set-up");
}
