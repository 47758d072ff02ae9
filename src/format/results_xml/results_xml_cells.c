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

/* The five of XML, and "#65" or "#x41". 0 = none of them. */
static uint32_t letter_of(const char *at, const char *end)
{
    static const struct {
        const char *name;
        uint32_t letter;
    } known[] = { { "amp", '&' }, { "lt", '<' }, { "gt", '>' }, { "quot", '"' }, { "apos", '\'' } };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (pdk_xml_is((pdk_xml_span){ at, end }, known[i].name)) return known[i].letter;
    bool hexadecimal = end - at > 1 && at[0] == '#' && at[1] == 'x';
    uint32_t letter = 0, base = hexadecimal ? 16 : 10;
    if (at == end || *at != '#') return 0;
    for (at += hexadecimal ? 2 : 1; at < end; at++) {
        int lower = *at | 0x20;
        uint32_t digit = *at >= '0' && *at <= '9' ? (uint32_t)(*at - '0') : 99;
        if (hexadecimal && lower >= 'a' && lower <= 'f') digit = (uint32_t)(lower - 'a') + 10;
        if (digit >= base || letter > 0x10FFFF) return 0;
        letter = letter * base + digit;
    }
    bool surrogate = letter >= 0xD800 && letter <= 0xDFFF;
    return letter <= 0x10FFFF && !surrogate ? letter : 0;
}

/* An entity at `at`, which is an ampersand: behind it, and its letter; `at` itself where there is none. */
static const char *skip_entity(const char *at, const char *end, uint32_t *letter)
{
    enum { LONGEST = 10 };
    const char *limit = end - at > LONGEST ? at + LONGEST : end;
    for (const char *close = at + 1; close < limit; close++) {
        if (*close != ';') continue;
        *letter = letter_of(at + 1, close);
        return *letter != 0 ? close + 1 : at;
    }
    return at;
}

static void note(pdk_results_fault *fault, uint64_t offset)
{
    if (fault->count++ == 0) fault->first = offset;
}

/* A text is never longer than its bytes: each letter takes fewer in UTF-8 than its entity. */
static pdk_text without_entities(pdk_results_file *file, pdk_text text, uint64_t offset)
{
    char *made = pdk_keep_room(&file->document->memory, text.size + 1), *to = made;
    if (made == NULL) return (pdk_text){ NULL, 0 };
    const char *end = text.data + text.size;
    for (const char *at = text.data; at < end;) {
        uint32_t letter = 0;
        const char *behind = *at == '&' ? skip_entity(at, end, &letter) : at;
        if (behind > at) {
            to += pdk_utf8_write(to, letter);
            at = behind;
            continue;
        }
        if (*at == '&') note(&file->ampersands, offset + (uint64_t)(at - text.data));
        *to++ = *at++;
    }
    return (pdk_text){ made, (size_t)(to - made) };
}

pdk_text pdk_results_text(pdk_results_file *file, pdk_xml_span span)
{
    size_t size = (size_t)(span.end - span.at);
    if (size == 0) return (pdk_text){ NULL, 0 };
    for (const uint8_t *at = (const uint8_t *)span.at, *end = at + size; at < end;) {
        size_t sequence = pdk_utf8_sequence(at, (size_t)(end - at));
        if (sequence == 0) note(&file->letters, pdk_results_offset(file, (const char *)at));
        if (sequence == 0) break;
        at += sequence;
    }
    pdk_text text = pdk_text_read(&file->document->memory, PDK_ENCODING_UTF8_OR_1252, span.at, size);
    if (text.data != NULL && memchr(text.data, '&', text.size) != NULL)
        text = without_entities(file, text, pdk_results_offset(file, span.at));
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
            tell_attribute(file, attribute.name, "results-xml.repeated", where, "stands here twice; the first counts");
        else pdk_results_set(file, &cells[i], record, attribute.value, where);
        if (!attribute.damaged && cells[i].name != NULL) seen |= UINT32_C(1) << i;
    }
    for (size_t i = 0; cells[i].name != NULL; i++) {
        if (!cells[i].needed || (seen & UINT32_C(1) << i) != 0) continue;
        pdk_document_add_finding(file->document, PDK_ERROR, "results-xml.missing",
                                 pdk_results_offset(file, attributes.at), where, "there is no \"%s\"", cells[i].name);
    }
}
