/* Single values of the headers. */
#include <math.h>

#include "format/spr/spr.h"

int64_t pdk_spr_number(const pdk_record *record, const char *name, const uint8_t *at)
{
    return pdk_get_i64(pdk_record_field(record, name), 0, at);
}

const uint8_t *pdk_spr_result_at(const pdk_document *document, uint32_t number)
{
    return document->content.data + pdk_mpr_header.size + (size_t)number * pdk_mpr_result.size;
}

double pdk_spr_split_time(const pdk_document *document, uint32_t number)
{
    const uint8_t *header = document->content.data;
    if (number >= PDK_SPR_SPLITS || number >= pdk_spr_number(&pdk_spr_header, "split_count", header)) return NAN;
    const uint8_t *at = header + pdk_record_field(&pdk_spr_header, "splits")->offset + number * pdk_spr_split.size;
    int64_t thousandths =
        60000 * pdk_spr_number(&pdk_spr_split, "minutes", at) + 1000 * pdk_spr_number(&pdk_spr_split, "seconds", at) +
        10 * pdk_spr_number(&pdk_spr_split, "hundredths", at) + pdk_spr_number(&pdk_spr_split, "thousandths", at);
    return thousandths > 0 ? (double)thousandths / 1000 : NAN;
}

void pdk_spr_length(int64_t code, uint32_t *laps, uint32_t *hours)
{
    enum { ONE_BY_ONE = 99, TENS = 190, HOURS = 238 };
    *laps = *hours = 0;
    if (code > 0 && code <= ONE_BY_ONE) *laps = (uint32_t)code;
    else if (code > ONE_BY_ONE && code <= TENS) *laps = (uint32_t)((code - 100) * 10 + 100);
    else if (code > TENS && code <= HOURS) *hours = (uint32_t)(code - TENS);
}
