/*
 * Binary data is big-endian. A writer that forgot it makes a file which is flat to other readers: a float the wrong way
 * round is next to nothing, or absurd. Such a file is read the right way round, and this is reported.
 */
#include <inttypes.h>
#include <math.h>

#include "format/crg/crg_import.h"

enum { MINIMUM = 8, MAXIMUM = 1 << 14 };

/* What is in a road's data: nothing, a gap, a length or an angle. */
static bool is_sensible(double value)
{
    return isnan(value) || !(fabs(value) > 0) || (fabs(value) > 1e-7 && fabs(value) < 1e7);
}

static bool is_read_as_sensible(pdk_crg_file *crg, uint64_t number, bool little)
{
    crg->little = little;
    return is_sensible(pdk_crg_value(crg, number / crg->channels, (uint32_t)(number % crg->channels)));
}

/* Numbers from all over the file. Hardly any is sensible in the wrong order by chance: one in six floats, one in forty
 * doubles. */
void pdk_crg_find_order(pdk_crg_file *crg)
{
    uint64_t numbers = crg->rows * crg->channels, step = numbers / MAXIMUM + 1, big = 0, little = 0, looked = 0;
    for (uint64_t i = 0; i < numbers; i += step) {
        uint64_t number = i + i / step % step; /* of all channels */
        if (number >= numbers) break;
        bool one = is_read_as_sensible(crg, number, false), other = is_read_as_sensible(crg, number, true);
        if (one && other) continue; /* zeros, and others that say nothing */
        looked++;
        big += one;
        little += other;
    }
    crg->little = looked >= MINIMUM && little >= looked - looked / 10 && big <= looked / 10;
    if (!crg->little) return;
    pdk_document_add_finding(crg->document, PDK_WARNING, "crg.byte_order", crg->data, "crg.row",
                             "the numbers are read as little-endian, though %s is big-endian: so read, %" PRIu64
                             " of %" PRIu64 " that can tell are lengths or angles, as big-endian %" PRIu64
                             "; other programs may show a flat road",
                             crg->format, little, looked, big);
    pdk_document_add_evidence(crg->document,
                              "the numbers are read as little-endian, because of their values: %" PRIu64 " of %" PRIu64
                              " make sense so, %" PRIu64 " as big-endian; no real file of this kind has been seen",
                              little, looked, big);
}
