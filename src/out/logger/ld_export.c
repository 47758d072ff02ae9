/* MoTeC's log (.ld), with its laps in an .ldx next to it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/load.h"
#include "format/ld/ld_layout.h"
#include "logger/ld_numbers.h"
#include "logger/ldx.h"
#include "logger/motec_channels.h"
#include "text/encoding.h"

enum { RUN = 4096 };

/* As much of a text as its field takes, in Windows' Latin characters: "?" for any other. */
static bool put_text(const pdk_record *record, uint8_t *bytes, const char *name, const char *text)
{
    const pdk_field *field = pdk_record_field(record, name);
    size_t size = field != NULL ? field->count : 0, length = 0;
    for (const char *at = text; *at != '\0' && length + 1 < size;) {
        size_t left = strlen(at), letter = 1;
        while (letter < left && ((unsigned char)at[letter] & 0xC0) == 0x80) letter++;
        uint8_t one[8];
        pdk_text_writing writing = pdk_text_write(field->encoding, at, letter, one, sizeof one);
        bool plain = writing.refused == NULL && writing.size == 1 && one[0] >= ' ';
        bytes[field->offset + length++] = plain ? one[0] : '?';
        at += letter;
    }
    return field != NULL;
}

static pdk_status broken(pdk_error *error, const char *what)
{
    return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "logger.ld", "a MoTeC log cannot hold %s", what);
}

/* ------------------------------------------------------------------------------------------------------ records */

typedef struct ld_file {
    const pdk_log *log;
    pdk_recorded_facts facts;
    pdk_motec_channel *channels;
    pdk_ld_numbers *numbers;
    uint64_t *data_at;
    size_t count;
    uint64_t end;
} ld_file;

static bool fill_header(const ld_file *file, uint8_t *bytes)
{
    const pdk_recorded_facts *facts = &file->facts;
    const pdk_named_value values[] = { { "marker", 0x40 },
                                       { "channels_at", PDK_LD_CHANNELS_AT },
                                       { "data_at", PDK_LD_CHANNELS_AT + (double)file->count * PDK_LD_CHANNEL },
                                       { "event_at", PDK_LD_EVENT_AT },
                                       { "unknown_66", 0x4240 },
                                       { "unknown_68", 0x000F },
                                       { "device_serial", 12007 },
                                       { "device_version", 420 },
                                       { "unknown_84", 0x0080 },
                                       { "channel_count", (double)file->count },
                                       { "unknown_90", 0x00010064 },
                                       { "pro", 0 },
                                       { NULL, 0 } };
    return pdk_put_values(&pdk_ld_header, bytes, values) && put_text(&pdk_ld_header, bytes, "device_type", "ADL") &&
           put_text(&pdk_ld_header, bytes, "date", PDK_MOTEC_DATE) &&
           put_text(&pdk_ld_header, bytes, "time", PDK_MOTEC_CLOCK) &&
           put_text(&pdk_ld_header, bytes, "driver", facts->driver) &&
           put_text(&pdk_ld_header, bytes, "vehicle", facts->vehicle) &&
           put_text(&pdk_ld_header, bytes, "venue", facts->track) &&
           put_text(&pdk_ld_header, bytes, "session", facts->session) &&
           put_text(&pdk_ld_header, bytes, "comment", facts->file);
}

static bool fill_places(const ld_file *file, uint8_t *bytes, const char *comment)
{
    const pdk_recorded_facts *facts = &file->facts;
    const pdk_property *mass = pdk_document_find_property(file->log->recording->job->document, "mass");
    double weight = mass != NULL && (mass->value.type == PDK_FLOAT32 || mass->value.type == PDK_FLOAT64)
                        ? round(mass->value.as.number)
                        : 0;
    return put_text(&pdk_ld_event, bytes + PDK_LD_EVENT_AT, "name", facts->file) &&
           put_text(&pdk_ld_event, bytes + PDK_LD_EVENT_AT, "comment", comment) &&
           pdk_put(&pdk_ld_event, bytes + PDK_LD_EVENT_AT, "venue_at", PDK_LD_VENUE_AT) &&
           put_text(&pdk_ld_venue, bytes + PDK_LD_VENUE_AT, "name", facts->track) &&
           pdk_put(&pdk_ld_venue, bytes + PDK_LD_VENUE_AT, "vehicle_at", PDK_LD_VEHICLE_AT) &&
           put_text(&pdk_ld_vehicle, bytes + PDK_LD_VEHICLE_AT, "id", facts->vehicle) &&
           pdk_put(&pdk_ld_vehicle, bytes + PDK_LD_VEHICLE_AT, "weight",
                   weight > 0 && weight <= UINT32_MAX ? weight : 0);
}

static bool fill_channel(const ld_file *file, size_t index, uint8_t *bytes)
{
    const pdk_motec_channel *channel = &file->channels[index];
    const pdk_ld_numbers *numbers = &file->numbers[index];
    double here = PDK_LD_CHANNELS_AT + (double)index * PDK_LD_CHANNEL;
    const pdk_named_value values[] = { { "previous_at", index > 0 ? here - PDK_LD_CHANNEL : 0 },
                                       { "next_at", index + 1 < file->count ? here + PDK_LD_CHANNEL : 0 },
                                       { "data_at", (double)file->data_at[index] },
                                       { "samples", (double)file->log->count },
                                       { "id", PDK_LD_FIRST_ID + (double)index },
                                       { "class", numbers->sample_class },
                                       { "sample_size", numbers->size },
                                       { "rate", file->log->rate },
                                       { "shift", numbers->shift },
                                       { "multiplier", 1 },
                                       { "scale", 1 },
                                       { "decimals", numbers->decimals },
                                       { "maximum", numbers->maximum },
                                       { "minimum", numbers->minimum },
                                       { NULL, 0 } };
    return pdk_put_values(&pdk_ld_channel, bytes, values) && put_text(&pdk_ld_channel, bytes, "name", channel->name) &&
           put_text(&pdk_ld_channel, bytes, "short_name", channel->short_name) &&
           put_text(&pdk_ld_channel, bytes, "unit", channel->unit);
}

/* ------------------------------------------------------------------------------------------------------ writing */

static pdk_status plan(ld_file *file, pdk_error *error)
{
    pdk_memory *memory = file->log->recording->job->memory;
    file->count = file->log->channels.count;
    file->numbers = pdk_alloc_array(memory, file->count, sizeof *file->numbers);
    file->data_at = pdk_alloc_array(memory, file->count, sizeof *file->data_at);
    if (file->numbers == NULL || file->data_at == NULL) return pdk_fail_memory(error, memory, "a MoTeC log");
    file->end = PDK_LD_CHANNELS_AT + file->count * (uint64_t)PDK_LD_CHANNEL;
    for (size_t c = 0; c < file->count; c++) {
        file->numbers[c] = pdk_ld_numbers_for(file->channels[c].values, file->log->count, file->channels[c].decimals);
        file->data_at[c] = file->end;
        file->end += file->log->count * file->numbers[c].size;
    }
    return file->end <= UINT32_MAX ? PDK_OK : broken(error, "more than 4 GiB: choose a shorter time");
}

static pdk_status write_front(const ld_file *file, const char *comment, pdk_error *error)
{
    pdk_export *job = file->log->recording->job;
    size_t size = PDK_LD_CHANNELS_AT + file->count * PDK_LD_CHANNEL;
    uint8_t *bytes = pdk_alloc(job->memory, size);
    if (bytes == NULL) return pdk_fail_memory(error, job->memory, "a MoTeC log");
    bool fits = fill_header(file, bytes) && fill_places(file, bytes, comment);
    for (size_t c = 0; c < file->count && fits; c++)
        fits = fill_channel(file, c, bytes + PDK_LD_CHANNELS_AT + c * PDK_LD_CHANNEL);
    pdk_status status = fits ? pdk_output_write(job->output, bytes, size, error) : broken(error, "these numbers");
    pdk_free(job->memory, bytes);
    return status;
}

static pdk_status write_samples(const ld_file *file, size_t index, uint8_t *bytes, pdk_error *error)
{
    pdk_export *job = file->log->recording->job;
    const pdk_ld_numbers *numbers = &file->numbers[index];
    const double *values = file->channels[index].values;
    for (uint64_t first = 0; first < file->log->count; first += RUN) {
        size_t some = file->log->count - first < RUN ? (size_t)(file->log->count - first) : RUN;
        for (size_t i = 0; i < some; i++) {
            int32_t stored = pdk_ld_store(numbers, values[first + i]);
            if (numbers->size == PDK_LD_INT16_SIZE) pdk_store_u16(bytes + 2 * i, (uint16_t)stored);
            else pdk_store_u32(bytes + 4 * i, (uint32_t)stored);
        }
        pdk_status status = pdk_output_write(job->output, bytes, some * numbers->size, error);
        if (status != PDK_OK) return status;
    }
    return pdk_export_progress(job, index, file->count, error);
}

static pdk_status write_file(const pdk_log *log, pdk_error *error)
{
    ld_file file = { .log = log };
    pdk_export *job = log->recording->job;
    pdk_status status = pdk_motec_channels(log, &file.channels, error);
    if (status == PDK_OK) status = pdk_recording_facts(log->recording, log->run, &file.facts, error);
    const char *comment = status == PDK_OK ? pdk_motec_comment(log, &file.facts) : NULL;
    uint8_t *bytes = pdk_alloc_array(job->memory, RUN, PDK_LD_INT32_SIZE);
    if (status == PDK_OK && (comment == NULL || bytes == NULL))
        status = pdk_fail_memory(error, job->memory, "a MoTeC log");
    if (status == PDK_OK) status = plan(&file, error);
    if (status == PDK_OK) status = write_front(&file, comment, error);
    for (size_t c = 0; c < file.count && status == PDK_OK; c++) status = write_samples(&file, c, bytes, error);
    job->report->points = log->count;
    return status == PDK_OK ? pdk_ldx_write(log, error) : status;
}

static pdk_status write_ld(pdk_export *job, pdk_error *error)
{
    static const pdk_log_form form = { .lead = true, .accelerations = true, .columns = true, .write = write_file };
    return pdk_log_export(job, &form, error);
}

const pdk_exporter pdk_exporter_ld = {
    .info = { .id = "ld",
              .title = "MoTeC log, with its laps in an .ldx",
              .extensions = ".ld",
              .recordings = true,
              .recordings_only = true,
              .one_driver = true,
              .beside = ".ldx" },
    .write_recording = write_ld,
};
