/* One value of an element or attribute. What is no such value is a finding at its byte. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/read_number.h"
#include "base/text.h"
#include "format/results_xml/results_xml.h"
#include "text/encoding.h"
#include "text/shown_text.h"

enum { SHOWN = 40 };

uint64_t pdk_results_offset(const pdk_results_file *file, const char *at)
{
    return (uint64_t)(at - (const char *)file->document->content.data);
}

void *pdk_results_push(pdk_results_file *file, pdk_vector *vector)
{
    void *made = file->failed || file->records >= file->document->max_records ? NULL : pdk_vector_push(vector);
    if (made == NULL) file->failed = true;
    else file->records++;
    return made;
}

/* ------------------------------------------------------------------------------------------------------- texts */

static void note(pdk_results_fault *fault, const pdk_xml_text_fault *of, uint64_t offset)
{
    if (fault->count == 0) fault->first = offset + of->first;
    fault->count += of->count;
}

pdk_text pdk_results_text(pdk_results_file *file, pdk_xml_span span)
{
    pdk_xml_text_faults faults;
    if (span.at == span.end) return (pdk_text){ NULL, 0 };
    pdk_text text = pdk_xml_text(&file->document->memory, span, &faults);
    uint64_t offset = pdk_results_offset(file, span.at);
    if (faults.letters.count > 0) note(&file->letters, &faults.letters, offset);
    if (faults.ampersands.count > 0) note(&file->ampersands, &faults.ampersands, offset);
    if (text.data == NULL) file->failed = true;
    return text;
}

/* ------------------------------------------------------------------------------------------------------- numbers */

bool pdk_results_number(pdk_xml_span span, double *value)
{
    const char *at = span.at;
    return pdk_read_double(&at, span.end, value) && at == span.end && isfinite(*value);
}

/* "--.----" and "--.---": the game has no time. */
static bool is_dashes(pdk_xml_span span)
{
    if (span.end - span.at < 4) return false;
    for (const char *at = span.at; at < span.end; at++)
        if (*at != '-' && *at != '.') return false;
    return true;
}

static bool is_whole(double value, double least)
{
    return value >= least && value < PDK_RESULTS_NONE && !(value > floor(value));
}

/* What the member of this kind becomes; false = it is no such value. */
static bool read_value(pdk_results_kind kind, pdk_xml_span span, double *value)
{
    if (kind == PDK_RESULTS_SECONDS && is_dashes(span)) {
        *value = NAN;
        return true;
    }
    if (!pdk_results_number(span, value)) return false;
    bool none = *value >= -1 && *value <= -1;
    switch (kind) {
    case PDK_RESULTS_COUNT: return is_whole(*value, 0);
    case PDK_RESULTS_PLACE:
        if (none) *value = PDK_RESULTS_NONE;
        return none || is_whole(*value, 1);
    case PDK_RESULTS_FLAG: return is_whole(*value, 0) && *value <= 1;
    case PDK_RESULTS_SECONDS: return *value >= 0;
    case PDK_RESULTS_SHARE:
        if (none) *value = NAN;
        return none || (*value >= 0 && *value <= 1);
    case PDK_RESULTS_SPEED:
        *value = *value > 0 ? *value / 3.6 : *value >= 0 ? (double)NAN : *value;
        return !(*value < 0);
    default: return true;
    }
}

static const char *kind_name(pdk_results_kind kind)
{
    switch (kind) {
    case PDK_RESULTS_COUNT: return "a whole number";
    case PDK_RESULTS_PLACE: return "a position";
    case PDK_RESULTS_FLAG: return "0 or 1";
    case PDK_RESULTS_SECONDS: return "a time in seconds";
    case PDK_RESULTS_SHARE: return "a share from 0 to 1";
    default: return "a number";
    }
}

void pdk_results_set(pdk_results_file *file, const pdk_results_cell *cell, void *record, pdk_xml_span span,
                     const char *where)
{
    char *member = (char *)record + cell->offset, shown[SHOWN], place[SHOWN + 24];
    span = pdk_xml_trim(span);
    if (cell->kind == PDK_RESULTS_TEXT) {
        pdk_text text = pdk_results_text(file, span);
        memcpy(member, &text, sizeof text);
        return;
    }
    double value;
    if (!read_value(cell->kind, span, &value)) {
        snprintf(place, sizeof place, "%s.%s", where, cell->name);
        pdk_text_show(shown, sizeof shown, span.at, (size_t)(span.end - span.at));
        pdk_document_add_finding(file->document, PDK_ERROR, "results-xml.value", pdk_results_offset(file, span.at),
                                 place, "\"%s\" is not %s; the value is left out", shown, kind_name(cell->kind));
        return;
    }
    uint32_t number = cell->kind <= PDK_RESULTS_FLAG ? (uint32_t)value : 0;
    uint8_t flag = (uint8_t)number;
    if (cell->kind == PDK_RESULTS_FLAG) memcpy(member, &flag, sizeof flag);
    else if (cell->kind < PDK_RESULTS_FLAG) memcpy(member, &number, sizeof number);
    else memcpy(member, &value, sizeof value);
}

/* ------------------------------------------------------------------------------------------------------- attributes */

static void tell_attribute(pdk_results_file *file, pdk_xml_span name, const char *code, const char *where,
                           const char *says)
{
    char shown[SHOWN];
    pdk_text_show(shown, sizeof shown, name.at, (size_t)(name.end - name.at));
    pdk_document_add_finding(file->document, PDK_WARNING, code, pdk_results_offset(file, name.at), where, "\"%s\" %s",
                             shown, says);
}

void pdk_results_set_attributes(pdk_results_file *file, const pdk_results_cell *cells, void *record,
                                pdk_xml_span attributes, const char *where)
{
    uint32_t seen = 0;
    pdk_xml_attribute attribute;
    for (pdk_xml_span rest = attributes; pdk_xml_next_attribute(&rest, &attribute);) {
        size_t i = 0;
        while (!attribute.damaged && cells[i].name != NULL && !pdk_xml_is(attribute.name, cells[i].name)) i++;
        if (attribute.damaged)
            tell_attribute(file, attribute.name, "results-xml.attribute", where, "is not an attribute");
        else if (cells[i].name == NULL)
            tell_attribute(file, attribute.name, "results-xml.unknown", where, "is not known, and not read");
        else if (seen & UINT32_C(1) << i)
            tell_attribute(file, attribute.name, "results-xml.repeated", where, "is here twice; the first counts");
        else pdk_results_set(file, &cells[i], record, attribute.value, where);
        if (!attribute.damaged && cells[i].name != NULL) seen |= UINT32_C(1) << i;
    }
    for (size_t i = 0; cells[i].name != NULL; i++) {
        if (!cells[i].needed || (seen & UINT32_C(1) << i) != 0) continue;
        pdk_document_add_finding(file->document, PDK_ERROR, "results-xml.missing",
                                 pdk_results_offset(file, attributes.at), where, "there is no \"%s\"", cells[i].name);
    }
}
