/* GPX 1.1: a track for each lap of each driver, with time and speed at each point. */
#include <math.h>
#include <string.h>

#include "base/fixed_number.h"
#include "base/xml.h"
#include "io/output.h"
#include "recording/recorded_lines.h"

static void put(pdk_output *output, const char *text)
{
    pdk_output_write(output, text, strlen(text), NULL); /* the output reports failures at the end */
}

/* XML knows no control characters, escaped or not. */
static void put_text(pdk_output *output, const char *text)
{
    for (; *text != '\0'; text++) {
        const char *instead = pdk_xml_instead(*text);
        char letter = (unsigned char)*text < ' ' || *text == 0x7F ? ' ' : *text;
        if (instead != NULL) put(output, instead);
        else pdk_output_write(output, &letter, 1, NULL);
    }
}

/* The session's clock as a time of day that GPX can hold: it counts from an arbitrary day. */
static char *put_time(char *to, double time)
{
    static const int month_days[12] = { 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 }; /* of the year 2000 */
    double milliseconds = fmin(fmax(round(time * 1000), 0), 366 * 86400e3 - 1), seconds = floor(milliseconds / 1000);
    int day = (int)(seconds / 86400), month = 0;
    double clock = seconds - day * 86400.0;
    for (; day >= month_days[month]; month++) day -= month_days[month];
    to = (char *)memcpy(to, "2000-", 5) + 5;
    to = pdk_put_padded(to, month + 1, 2, 0);
    *to++ = '-';
    to = pdk_put_padded(to, day + 1, 2, 0);
    *to++ = 'T';
    to = pdk_put_padded(to, floor(clock / 3600), 2, 0);
    *to++ = ':';
    to = pdk_put_padded(to, fmod(floor(clock / 60), 60), 2, 0);
    *to++ = ':';
    to = pdk_put_padded(to, fmod(clock, 60) + (milliseconds - seconds * 1000) / 1000, 2, 3);
    *to++ = 'Z';
    return to;
}

static char *put_point(char *to, const pdk_recorded_points *points, size_t i, pdk_geographic place)
{
    static const char parts[][80] = { "   <trkpt lat=\"",
                                      "\" lon=\"",
                                      "\"><ele>",
                                      "</ele><time>",
                                      "</time><extensions><gpxtpx:TrackPointExtension><gpxtpx:speed>",
                                      "</gpxtpx:speed></gpxtpx:TrackPointExtension></extensions></trkpt>\n" };
    const double values[] = { place.latitude, place.longitude, points->z[i] };
    static const int decimals[] = { 8, 8, 3 };
    for (size_t k = 0; k < 3; k++) {
        to = (char *)memcpy(to, parts[k], strlen(parts[k])) + strlen(parts[k]);
        to = pdk_put_fixed(to, isfinite(values[k]) ? values[k] : 0, decimals[k]);
    }
    to = (char *)memcpy(to, parts[3], strlen(parts[3])) + strlen(parts[3]);
    to = put_time(to, points->times[i]);
    if (!(points->speeds[i] >= 0) || !isfinite(points->speeds[i])) {
        static const char end[] = "</time></trkpt>\n";
        return (char *)memcpy(to, end, sizeof end - 1) + sizeof end - 1;
    }
    to = (char *)memcpy(to, parts[4], strlen(parts[4])) + strlen(parts[4]);
    to = pdk_put_fixed(to, points->speeds[i], 3);
    return (char *)memcpy(to, parts[5], strlen(parts[5])) + strlen(parts[5]);
}

static pdk_status put_line(const pdk_recording *recording, const pdk_recorded_line *line, pdk_recorded_points *points,
                           pdk_error *error)
{
    pdk_export *job = recording->job;
    pdk_status status = PDK_OK;
    const char *name = pdk_recorded_line_name(recording, line);
    if (name == NULL) return pdk_fail_memory(error, job->memory, "a line");
    put(job->output, " <trk>\n  <name>");
    put_text(job->output, name);
    put(job->output, "</name>\n  <trkseg>\n");
    for (uint64_t first = 0; first < line->points && status == PDK_OK; first += PDK_LINE_RUN) {
        uint64_t left = line->points - first;
        size_t some = left < PDK_LINE_RUN ? (size_t)left : PDK_LINE_RUN;
        status = pdk_recorded_line_read(recording, line, first, some, points, error);
        for (size_t i = 0; i < some && status == PDK_OK; i++) {
            char text[512];
            pdk_geographic place = pdk_recorded_place_of(points->x[i], points->y[i]);
            if (!(fabs(place.latitude) <= 90) || !(place.longitude >= -180 && place.longitude < 180)) {
                job->report->dropped++; /* no such place is on Earth */
                continue;
            }
            status = pdk_output_write(job->output, text, (size_t)(put_point(text, points, i, place) - text), error);
            job->report->points++;
        }
    }
    put(job->output, "  </trkseg>\n </trk>\n");
    return status;
}

static pdk_status put_lines(pdk_recording *recording, pdk_error *error)
{
    pdk_export *job = recording->job;
    pdk_vector lines;
    pdk_status status = pdk_recorded_lines(recording, &lines, error);
    pdk_recorded_points *points = pdk_alloc(job->memory, sizeof *points);
    if (status == PDK_OK && points == NULL) status = pdk_fail_memory(error, job->memory, "a line");
    put(job->output, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                     "<gpx version=\"1.1\" creator=\"Paddock\" xmlns=\"http://www.topografix.com/GPX/1/1\"\n"
                     "     xmlns:gpxtpx=\"http://www.garmin.com/xmlschemas/TrackPointExtension/v2\"\n"
                     "     xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"\n"
                     "     xsi:schemaLocation=\"http://www.topografix.com/GPX/1/1 "
                     "http://www.topografix.com/GPX/1/1/gpx.xsd "
                     "http://www.garmin.com/xmlschemas/TrackPointExtension/v2 "
                     "http://www.garmin.com/xmlschemas/TrackPointExtensionv2.xsd\">\n"
                     " <metadata>\n  <name>");
    put_text(job->output, job->document->file_name);
    put(job->output, "</name>\n  <desc>");
    put_text(job->output, pdk_recorded_origin_text);
    put(job->output,
        " Times are those of the session's clock, in UTC from 2000-01-01: the day is not recorded.</desc>\n"
        "  <time>2000-01-01T00:00:00Z</time>\n </metadata>\n");
    for (size_t i = 0; i < lines.count && status == PDK_OK; i++) {
        status = put_line(recording, (const pdk_recorded_line *)lines.items + i, points, error);
        if (status == PDK_OK) status = pdk_export_progress(job, i, lines.count, error);
    }
    if (job->report->dropped > 0)
        pdk_export_note(job, PDK_NOTE, "convert.dropped.places",
                        "%llu points are further away than the Earth is large, and are left out",
                        (unsigned long long)job->report->dropped);
    put(job->output, "</gpx>\n");
    return status;
}

static pdk_status write_gpx(pdk_export *job, pdk_error *error)
{
    pdk_recording recording;
    pdk_status status = pdk_recording_open(job, false, &recording, error);
    if (status == PDK_OK) status = put_lines(&recording, error);
    pdk_recording_close(&recording);
    return status == PDK_OK ? pdk_output_failure(job->output, error) : status;
}

const pdk_exporter pdk_exporter_gpx = {
    .info = { .id = "gpx",
              .title = "GPX: laps as tracks with time and speed",
              .extensions = ".gpx",
              .recordings = true,
              .recordings_only = true },
    .write_recording = write_gpx,
};
