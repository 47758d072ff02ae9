/* Findings: those of opening, kept; those of a check, handed straight to the caller. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/callback.h"
#include "base/text.h"
#include "model/document.h"

static void keep(pdk_document *document, pdk_severity severity, const char *code, uint64_t offset, const char *where,
                 const char *message)
{
    document->findings_made++;
    if (document->failed || document->findings.count >= document->limits.findings) return;
    char *texts[3] = { pdk_keep(&document->memory, code), pdk_keep(&document->memory, where),
                       pdk_keep(&document->memory, message) };
    pdk_finding *finding = pdk_vector_push(&document->findings);
    if (texts[0] == NULL || texts[1] == NULL || texts[2] == NULL || finding == NULL) {
        document->failed = true;
        return;
    }
    *finding = (pdk_finding){ severity, texts[0], offset, texts[1], texts[2] };
}

void pdk_document_add_finding(pdk_document *document, pdk_severity severity, const char *code, uint64_t offset,
                              const char *where, const char *format, ...)
{
    char message[256];
    va_list arguments;
    va_start(arguments, format);
    pdk_print_message(message, sizeof message, format, arguments);
    va_end(arguments);
    keep(document, severity, code, offset, where, message);
}

size_t pdk_document_most_of_kind(const pdk_document *document)
{
    return PDK_KINDS_FREE + document->content.size / PDK_KINDS_BYTES;
}

void pdk_document_note_left_out(pdk_document *document, const char *where, uint64_t count, const char *kind)
{
    if (count == 0) return;
    pdk_document_add_finding(document, PDK_WARNING, "records.many", PDK_NO_OFFSET, where,
                             "%llu more %s are left out: of a file of this size %zu are kept",
                             (unsigned long long)count, kind, pdk_document_most_of_kind(document));
}

pdk_status pdk_document_damage(pdk_document *document, pdk_error *error, pdk_status status, uint64_t offset,
                               const char *code, const char *where, const char *format, ...)
{
    char message[256];
    va_list arguments;
    va_start(arguments, format);
    pdk_print_message(message, sizeof message, format, arguments);
    va_end(arguments);
    if (!document->partial) return pdk_fail_where(error, status, offset, code, where, "%s", message);
    keep(document, PDK_ERROR, code, offset, where, message);
    return PDK_OK;
}

void pdk_report_finding(pdk_report *report, pdk_severity severity, const char *code, uint64_t offset, const char *where,
                        const char *format, ...)
{
    report->total++;
    if (report->stopped || report->handler == NULL || report->total > report->limit) return;
    char message[256];
    va_list arguments;
    va_start(arguments, format);
    pdk_print_message(message, sizeof message, format, arguments);
    va_end(arguments);
    pdk_finding finding = { severity, code, offset, where, message };
    if (!pdk_tell_finding(report->handler, report->user, &finding)) report->stopped = true;
}

void pdk_report_walked(pdk_report *report, uint64_t bytes)
{
    static const uint64_t trim_every = UINT64_C(64) << 20;
    report->walked += bytes;
    if (report->walked < trim_every) return;
    report->walked = 0;
    pdk_input_trim(&report->document->input);
}

typedef struct range_walk {
    pdk_report *report;
    const pdk_region *region;
    uint64_t first; /* of the rows that are checked together */
    const char *code;
} range_walk;

static bool report_range(void *user, uint64_t index, const pdk_field *field, uint32_t element, uint64_t offset,
                         double value)
{
    range_walk *walk = user;
    const char *format = walk->report->document->info->id;
    char where[96];
    size_t at = (size_t)snprintf(where, sizeof where, "%s.%s", format, walk->region->name);
    if (walk->region->count > 1) {
        at += (size_t)snprintf(where + at, sizeof where - at, "[%llu]", (unsigned long long)(walk->first + index));
    }
    at += (size_t)snprintf(where + at, sizeof where - at, ".%s", field->name);
    if (field->count > 1) snprintf(where + at, sizeof where - at, "[%u]", (unsigned)element);

    const char *unit = field->unit != NULL ? field->unit : "";
    if (!isfinite(value)) {
        pdk_report_finding(walk->report, PDK_ERROR, walk->code, offset, where, "%s is not a number", field->name);
    } else if (field->minimum != 0 || field->maximum != 0) {
        pdk_report_finding(walk->report, PDK_WARNING, walk->code, offset, where, "%s is %g%s%s, outside %g to %g",
                           field->name, value, unit[0] != '\0' ? " " : "", unit, field->minimum, field->maximum);
    } else {
        pdk_report_finding(walk->report, PDK_NOTE, walk->code, offset, where, "%s has the value %g, which has no name",
                           field->name, value);
    }
    return !walk->report->stopped;
}

void pdk_report_regions(pdk_report *report)
{
    const pdk_document *document = report->document;
    char code[48];
    snprintf(code, sizeof code, "%s.range", document->info->id);
    const pdk_region *regions = document->regions.items;
    for (size_t r = 0; r < document->regions.count; r++) {
        if (regions[r].bulk) continue;
        uint64_t stride = regions[r].stride, count;
        for (uint64_t first = 0; first < regions[r].count && !report->stopped; first += count) {
            uint64_t offset = regions[r].offset + first * stride;
            count = regions[r].count - first < PDK_BATCH ? regions[r].count - first : PDK_BATCH;
            range_walk walk = { report, &regions[r], first, code };
            pdk_records_check(regions[r].record, document->content.data + offset, stride, count, offset, report_range,
                              &walk);
            pdk_report_walked(report, count * stride);
        }
    }
}

static bool all_zero(const uint8_t *at, uint64_t size)
{
    for (uint64_t i = 0; i < size; i++) {
        if (at[i] != 0) return false;
    }
    return true;
}

void pdk_report_reserved(pdk_report *report, const pdk_region *region)
{
    const uint8_t *bytes = report->document->content.data;
    const char *format = report->document->info->id;
    char code[48], index[24] = "", where[96];
    snprintf(code, sizeof code, "%s.reserved", format);
    for (uint32_t f = 0; f < region->record->field_count; f++) {
        const pdk_field *field = &region->record->fields[f];
        if (strncmp(field->name, "reserved", 8) != 0) continue;
        for (uint64_t i = 0; i < region->count && !report->stopped; i++) {
            const uint8_t *record = bytes + region->offset + i * region->stride;
            bool zero = field->bits > 0 ? pdk_get_i64(field, 0, record) == 0
                                        : all_zero(record + field->offset, pdk_field_size(field));
            if (zero) continue;
            if (region->count > 1) snprintf(index, sizeof index, "[%llu]", (unsigned long long)i);
            snprintf(where, sizeof where, "%s.%s%s.%s", format, region->name, index, field->name);
            pdk_report_finding(report, PDK_NOTE, code, (uint64_t)(record - bytes) + field->offset, where,
                               "not zero, though every known file has zero here; it is kept");
        }
    }
}
