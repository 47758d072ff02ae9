/* What writers of rows share. */
#include "logger/row_text.h"

#include <math.h>
#include <string.h>

#include "base/fixed_number.h"

size_t pdk_row_columns(const pdk_log *log, const pdk_log_column *columns, size_t count, const pdk_log_column **kept,
                       const double **values)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        const pdk_log_channel *channel = pdk_log_find(log, columns[i].id);
        if (channel == NULL) continue;
        kept[found] = &columns[i];
        values[found++] = channel->values;
    }
    return found;
}

char *pdk_row_put(char *to, const pdk_log_column *column, double value)
{
    double written = value * column->factor + column->offset;
    if (!isfinite(written)) written = 0;
    if (column->sign && written >= 0) *to++ = '+';
    return pdk_put_padded(to, written, column->digits > 0 ? column->digits : 1, column->decimals);
}

void pdk_row_text(pdk_output *output, const char *text)
{
    for (; *text != '\0'; text++) {
        char letter = (unsigned char)*text < ' ' || *text == 0x7F ? ' ' : *text;
        pdk_output_write(output, &letter, 1, NULL); /* the output reports failures at the end */
        if (letter == '"') pdk_output_write(output, "\"", 1, NULL);
    }
}
