/* Where a number is, and what it says: a big-endian or little-endian float or double, or text of a fixed width. */
#include <math.h>

#include "base/read_number.h"
#include "format/crg/crg_import.h"
#include "mesh/scalar.h"

uint64_t pdk_crg_value_at(const pdk_crg_file *crg, uint64_t row, uint32_t channel)
{
    if (!crg->is_text) return crg->data + (row * crg->channels + channel) * crg->width;
    uint32_t in_line = PDK_CRG_RECORD / crg->width;
    return crg->line_at[row * crg->lines_a_row + channel / in_line] + (uint64_t)(channel % in_line) * crg->width;
}

/* A number in its columns, blanks around it. Where there is none but a word (*missing*, **unused**, NaN) it is NaN;
 * *broken is for what is neither. */
static double read_field(const char *at, const char *end, bool *broken)
{
    double value = NAN;
    while (at < end && pdk_is_blank(*at)) at++;
    while (end > at && pdk_is_blank(end[-1])) end--;
    *broken = false;
    if (at == end) return NAN;
    if (pdk_read_double(&at, end, &value) && at == end) return isfinite(value) ? value : NAN;
    *broken = *at != '*';
    return NAN;
}

double pdk_crg_read_text(const pdk_crg_file *crg, uint64_t row, uint32_t channel, bool *broken)
{
    uint32_t in_line = PDK_CRG_RECORD / crg->width;
    uint64_t from = pdk_crg_value_at(crg, row, channel),
             end = crg->line_at[row * crg->lines_a_row + channel / in_line + 1];
    if (from >= end) return read_field(NULL, NULL, broken);
    return read_field(crg->text + from, crg->text + (end - from < crg->width ? end : from + crg->width), broken);
}

double pdk_crg_value(const pdk_crg_file *crg, uint64_t row, uint32_t channel)
{
    bool broken;
    if (crg->is_text) return pdk_crg_read_text(crg, row, channel, &broken);
    const uint8_t *at = (const uint8_t *)crg->text + pdk_crg_value_at(crg, row, channel);
    return pdk_scalar_load(at, crg->width == 4 ? PDK_SCALAR_F32 : PDK_SCALAR_F64, !crg->little);
}
