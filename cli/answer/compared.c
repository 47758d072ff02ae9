/* Reading the result of a comparison. */
#include "compared.h"

#include <math.h>
#include <stdio.h>

enum { COLUMN_NAME = 64 };

static const char *column_of(char name[COLUMN_NAME], const char *column, int lap)
{
    snprintf(name, COLUMN_NAME, "%s_%d", column, lap);
    return name;
}

double cli_lap_number_at(const pdk_table *table, const char *column, int lap, uint64_t row)
{
    char name[COLUMN_NAME];
    return cli_number_at(table, column_of(name, column, lap), row);
}

pdk_text cli_lap_text_at(const pdk_table *table, const char *column, int lap, uint64_t row)
{
    char name[COLUMN_NAME];
    return cli_text_at(table, column_of(name, column, lap), row);
}

bool cli_is_aligned(const pdk_table *laps, uint64_t row)
{
    return isfinite(cli_number_at(laps, "alignment_residual", row));
}

pdk_text cli_compared_method(const pdk_document *result)
{
    const pdk_property *found = pdk_document_find_property(result, "method");
    return found != NULL ? found->value.as.text : (pdk_text){ "", 0 };
}

double cli_compared_length(const pdk_document *result)
{
    const pdk_property *found = pdk_document_find_property(result, "length");
    return found != NULL && found->value.type == PDK_FLOAT64 ? found->value.as.number : NAN;
}
