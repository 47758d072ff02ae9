/* Where the sections across the reference line are. */
#include <math.h>
#include <stdio.h>

#include "format/crg/crg_import.h"

static pdk_status refuse(uint64_t offset, const char *code, const char *what, pdk_error *error)
{
    return pdk_fail(error, PDK_E_CORRUPT, offset, code, "%s", what);
}

static int by_v(const pdk_crg_section *one, const pdk_crg_section *other)
{
    return (one->v > other->v) - (one->v < other->v);
}

static void sort_sections(pdk_crg_section *sections, size_t count)
{
    for (size_t gap = count / 2; gap > 0;
         gap /= 2) { /* in place, without recursion, and they nearly always are sorted */
        for (size_t i = gap; i < count; i++) {
            pdk_crg_section one = sections[i];
            size_t k = i;
            for (; k >= gap && by_v(&sections[k - gap], &one) > 0; k -= gap) sections[k] = sections[k - gap];
            sections[k] = one;
        }
    }
}

/* Where the header does not say where the outermost sections are, the standard has them "calculated from road data":
 * from their number, and from the other side where that is given; otherwise on both sides of the line, as its MATLAB
 * tools do and its examples are meant. (Its C library begins at the line, with a width to the left.) */
static void complete_width(const pdk_crg_file *crg, double *right, double *left, double *step)
{
    double width = crg->given[PDK_CRG_V_INCREMENT] ? (crg->section_count - 1) * *step : 0;
    bool has_right = crg->given[PDK_CRG_V_RIGHT], has_left = crg->given[PDK_CRG_V_LEFT];
    if (!has_right && !has_left) *right = -width / 2, *left = width / 2;
    else if (!has_right) *right = width > 0 ? *left - width : -*left;
    else if (!has_left) *left = width > 0 ? *right + width : -*right;
    if (!crg->given[PDK_CRG_V_INCREMENT]) *step = (*left - *right) / (crg->section_count - 1);
    if (has_right || has_left) return;
    pdk_document_add_finding(
        crg->document, PDK_NOTE, "crg.centered", PDK_NO_OFFSET, "crg",
        "the header does not say where its sections are: they are read as centred on the reference line, %g to %g m, "
        "as OpenCRG's MATLAB tools do",
        *right, *left);
}

/* Sections by number get their places from the width of the grid. */
pdk_status pdk_crg_place_sections(pdk_crg_file *crg, uint64_t offset, pdk_error *error)
{
    if (crg->section_count < 2)
        return refuse(offset, "crg.section", "expected at least two long sections before the data", error);
    sort_sections(crg->sections, crg->section_count);
    double right = crg->parameters[PDK_CRG_V_RIGHT], left = crg->parameters[PDK_CRG_V_LEFT],
           step = crg->parameters[PDK_CRG_V_INCREMENT];
    uint32_t count = crg->section_count;
    if (!crg->by_position) {
        complete_width(crg, &right, &left, &step);
        if (!(step > 1e-6) || !(fabs(right + (count - 1) * step - left) <= 0.01 * step)) {
            char what[160];
            snprintf(what, sizeof what, "expected sections from %g to %g, every %g m; the file has %u", right, left,
                     step, (unsigned)count);
            return refuse(offset, "crg.sections", what, error);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        bool numbered = fabs(crg->sections[i].v - (i + 1)) < 0.5;
        if (!crg->by_position && !numbered)
            return refuse(offset, "crg.section", "expected sections numbered from 1, each once", error);
        if (!crg->by_position) crg->sections[i].v = right + i * step;
        else if (i > 0 && !(crg->sections[i].v - crg->sections[i - 1].v > 1e-6)) {
            return refuse(offset, "crg.section", "expected each section at a different position", error);
        }
    }
    return PDK_OK;
}
