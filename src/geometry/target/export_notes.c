/* What an exporter says on its way. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/callback.h"
#include "base/text.h"
#include "target/exporter.h"

void pdk_export_note(const pdk_export *job, pdk_severity severity, const char *code, const char *format, ...)
{
    char message[256];
    va_list arguments;
    if (job->options->note == NULL) return;
    va_start(arguments, format);
    pdk_print_message(message, sizeof message, format, arguments);
    va_end(arguments);
    pdk_tell_finding(
        job->options->note, job->options->note_user,
        &(pdk_finding){ .severity = severity, .code = code, .offset = PDK_NO_OFFSET, .where = "", .message = message });
}

pdk_status pdk_export_progress(const pdk_export *job, uint64_t done, uint64_t total, pdk_error *error)
{
    bool wanted = pdk_tell_progress(job->options->progress, job->options->progress_user, done, total);
    return wanted ? PDK_OK : pdk_fail_cancelled(error);
}

void pdk_export_note_odd(const pdk_export *job, uint64_t count, const char *done)
{
    if (count == 0) return;
    pdk_export_note(job, PDK_WARNING, "convert.not_finite",
                    "%" PRIu64 " points have a coordinate that is not a finite number: %s", count, done);
}

void pdk_export_note_points_only(pdk_export *job)
{
    uint64_t triangles = job->mesh.triangle_count;
    if (triangles == 0) return;
    job->report->dropped += triangles;
    pdk_export_note(job, PDK_NOTE, "convert.points_only",
                    "%" PRIu64 " triangles are left out: the target holds only points", triangles);
}

pdk_status pdk_export_need_points(uint64_t points, pdk_error *error)
{
    if (points > 0) return PDK_OK;
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "convert.empty",
                    "there is no point with finite coordinates, so there is nothing to write");
}
