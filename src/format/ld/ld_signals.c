/* The list of channels. It is linked by offsets, which may lie: a descriptor is read once, and whole. */
#include <math.h>
#include <string.h>

#include "base/load.h"
#include "base/median.h"
#include "base/nocase.h"
#include "format/ld/ld.h"
#include "format/ld/ld_layout.h"
#include "text/encoding.h"

enum { MOST_DECIMALS = 100 };

static int64_t number(const pdk_field *field, const uint8_t *at)
{
    return pdk_get_i64(field, 0, at);
}

static int64_t channel_number(const uint8_t *at, const char *name)
{
    return number(pdk_record_field(&pdk_ld_channel, name), at);
}

static pdk_text channel_text(pdk_ld *log, const uint8_t *at, const char *name)
{
    const pdk_field *field = pdk_record_field(&pdk_ld_channel, name);
    pdk_text text = pdk_text_read_padded(&log->document->memory, field->encoding, at + field->offset, field->count);
    if (text.data == NULL) log->document->failed = true;
    const char *kept =
        text.data != NULL ? pdk_keep_printf(&log->document->memory, "%.*s", (int)text.size, text.data) : NULL;
    if (kept == NULL) log->document->failed = true;
    return kept != NULL ? pdk_text_of(kept) : (pdk_text){ "", 0 };
}

static uint64_t channel_field_at(const pdk_ld_signal *signal, const char *name)
{
    return signal->offset + pdk_record_field(&pdk_ld_channel, name)->offset;
}

/* --------------------------------------------------------------------------------------------------- samples */

static bool is_float(const pdk_ld_signal *signal)
{
    return signal->sample_class == PDK_LD_FLOAT_CLASS;
}

/* Whole numbers of 2 or 4 bytes, and floats of as many. */
static bool is_known(const pdk_ld_signal *signal)
{
    bool class = signal->sample_class == PDK_LD_BEACON_CLASS || signal->sample_class == PDK_LD_INT16_CLASS ||
                 signal->sample_class == PDK_LD_INT32_CLASS || is_float(signal);
    return class && (signal->size == 2 || signal->size == 4);
}

/* Five bits of exponent, ten of fraction. */
static double half_float(uint16_t bits)
{
    int exponent = bits >> 10 & 31, fraction = bits & 1023;
    double sign = bits >> 15 ? -1 : 1;
    if (exponent == 31) return NAN; /* infinite, or no number */
    return sign * (exponent == 0 ? ldexp(fraction, -24) : ldexp(fraction + 1024, exponent - 25));
}

double pdk_ld_value(const pdk_ld_signal *signal, uint64_t index)
{
    if (index >= signal->samples) return NAN;
    const uint8_t *at = signal->data + index * signal->size;
    double stored = is_float(signal)    ? (signal->size == 2 ? half_float(pdk_load_u16(at)) : (double)pdk_load_f32(at))
                    : signal->size == 2 ? pdk_load_i16(at)
                                        : pdk_load_i32(at);
    double value = (stored / signal->divisor + signal->shift) * signal->multiplier;
    return isfinite(value) ? value : NAN;
}

double pdk_ld_value_at(const pdk_ld_signal *signal, double time, bool held)
{
    double at = time * signal->rate, whole = floor(at + 1e-9), part = at - whole;
    if (signal->samples == 0 || !(whole >= 0) || whole > (double)signal->samples) return NAN;
    uint64_t index = (uint64_t)whole;
    double value = pdk_ld_value(signal, index);
    if (held || part < 1e-9 || index + 1 >= signal->samples) return value;
    return value + part * (pdk_ld_value(signal, index + 1) - value);
}

const pdk_ld_signal *pdk_ld_find(const pdk_ld *log, const char *name)
{
    for (size_t i = 0; i < log->count; i++) {
        if (log->signals[i].samples > 0 && pdk_compare_nocase(log->signals[i].name.data, name) == 0)
            return &log->signals[i];
    }
    return NULL;
}

/* ------------------------------------------------------------------------------------------------ descriptors */

/* How stored numbers become values. */
static bool scale(pdk_ld_signal *signal)
{
    int decimals = signal->stored_decimals;
    if (decimals > MOST_DECIMALS || decimals < -MOST_DECIMALS) return false;
    double power = pow(10, decimals); /* exact up to 22 */
    signal->divisor = (signal->stored_scale != 0 ? signal->stored_scale : 1) * power;
    if (decimals < 0) signal->divisor = (signal->stored_scale != 0 ? signal->stored_scale : 1) / pow(10, -decimals);
    signal->shift = signal->stored_shift;
    signal->multiplier = signal->stored_multiplier != 0 ? signal->stored_multiplier : 1;
    return true;
}

static void report(pdk_ld *log, const pdk_ld_signal *signal, const char *field, pdk_severity severity, const char *code,
                   const char *sentence)
{
    pdk_document_add_finding(log->document, severity, code, channel_field_at(signal, field), "ld.channel", sentence,
                             signal->name.data);
}

/* Where the samples are, as far as they are in the file. */
static void find_samples(pdk_ld *log, pdk_ld_signal *signal)
{
    pdk_document *document = log->document;
    if (!is_known(signal)) {
        pdk_document_add_finding(document, PDK_WARNING, "ld.channel.type", channel_field_at(signal, "class"),
                                 "ld.channel",
                                 "channel \"%s\" has samples of class %u and %u bytes, which are not known: they are "
                                 "not read",
                                 signal->name.data, (unsigned)signal->sample_class, (unsigned)signal->size);
        return;
    }
    if (signal->rate == 0) {
        report(log, signal, "rate", PDK_ERROR, "ld.channel.rate",
               "channel \"%s\" has 0 samples a second: its samples are not read");
        return;
    }
    if (!scale(signal)) {
        report(log, signal, "decimals", PDK_ERROR, "ld.channel.decimals",
               "channel \"%s\" has more than 100 decimals: its samples are not read");
        return;
    }
    uint64_t size = log->bytes.size, left = signal->data_at < size ? size - signal->data_at : 0;
    signal->samples = signal->told;
    if (signal->told > left / signal->size) {
        signal->samples = left / signal->size;
        pdk_document_add_finding(document, PDK_ERROR, "ld.samples.truncated", channel_field_at(signal, "samples"),
                                 "ld.channel", "channel \"%s\" has %llu samples at %llu, but only %llu are in the file",
                                 signal->name.data, (unsigned long long)signal->told,
                                 (unsigned long long)signal->data_at, (unsigned long long)signal->samples);
    }
    signal->data = log->bytes.data + (signal->samples > 0 ? signal->data_at : 0);
}

static void read_signal(pdk_ld *log, uint64_t offset, pdk_ld_signal *signal)
{
    const uint8_t *at = log->bytes.data + offset;
    *signal = (pdk_ld_signal){
        .offset = offset,
        .name = channel_text(log, at, "name"),
        .short_name = channel_text(log, at, "short_name"),
        .unit = channel_text(log, at, "unit"),
        .told = (uint64_t)channel_number(at, "samples"),
        .data_at = (uint64_t)channel_number(at, "data_at"),
        .id = (uint16_t)channel_number(at, "id"),
        .sample_class = (uint16_t)channel_number(at, "class"),
        .size = (uint16_t)channel_number(at, "sample_size"),
        .rate = (uint16_t)channel_number(at, "rate"),
        .stored_shift = (int16_t)channel_number(at, "shift"),
        .stored_multiplier = (int16_t)channel_number(at, "multiplier"),
        .stored_scale = (int16_t)channel_number(at, "scale"),
        .stored_decimals = (int16_t)channel_number(at, "decimals"),
    };
    signal->si = pdk_si_unit_of(signal->unit.data);
    find_samples(log, signal);
}

/* ------------------------------------------------------------------------------------------------------ walk */

/* Bytes of descriptors that are behind, a bit each. */
static bool is_taken(const uint8_t *taken, uint64_t offset)
{
    uint64_t last = offset + PDK_LD_CHANNEL - 1;
    return (taken[offset / 8] >> (offset % 8) & 1) != 0 || (taken[last / 8] >> (last % 8) & 1) != 0;
}

static void take(uint8_t *taken, uint64_t offset)
{
    for (uint64_t i = offset; i < offset + PDK_LD_CHANNEL; i++) taken[i / 8] |= (uint8_t)(1u << (i % 8));
}

/* The offset of the next descriptor, which is stored at `from`; 0 = the list ends there. */
static uint64_t go_on(pdk_ld *log, const uint8_t *taken, uint64_t from, uint64_t next)
{
    const char *place = from == pdk_record_field(&pdk_ld_header, "channels_at")->offset ? "ld.header" : "ld.channel";
    if (next == 0) return 0;
    if (next > log->bytes.size || log->bytes.size - next < PDK_LD_CHANNEL) {
        pdk_document_add_finding(log->document, PDK_ERROR, "ld.channel.outside", from, place,
                                 "the next channel is at %llu, which is not in the file: the list ends here",
                                 (unsigned long long)next);
        return 0;
    }
    if (!is_taken(taken, next)) return next;
    pdk_document_add_finding(log->document, PDK_ERROR, "ld.channel.loop", from, place,
                             "the next channel is at %llu, where one has been read already: the list ends here",
                             (unsigned long long)next);
    return 0;
}

static void walk(pdk_ld *log, uint8_t *taken, pdk_vector *signals)
{
    const pdk_field *first = pdk_record_field(&pdk_ld_header, "channels_at"),
                    *next = pdk_record_field(&pdk_ld_channel, "next_at");
    const uint8_t *bytes = log->bytes.data;
    uint64_t at = go_on(log, taken, first->offset, (uint64_t)number(first, bytes));
    while (at != 0 && !log->document->failed) {
        pdk_ld_signal *signal = pdk_vector_push(signals);
        if (signal == NULL) {
            log->document->failed = true;
            return;
        }
        take(taken, at);
        read_signal(log, at, signal);
        at = go_on(log, taken, at + next->offset, (uint64_t)number(next, bytes + at));
    }
}

/* No byte is a sample of two channels: files that say so would have more values than bytes. */
static void stop_sharing(pdk_ld *log)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < log->count; i++) {
        pdk_ld_signal *signal = &log->signals[i];
        uint64_t size = signal->samples * signal->size;
        if (sum + size <= log->bytes.size) {
            sum += size;
            continue;
        }
        report(log, signal, "data_at", PDK_ERROR, "ld.channel.shared",
               "channel \"%s\" would have samples that other channels have, too: they are not read");
        signal->samples = 0;
    }
}

/* How long most of the channels are: a wrong rate of one of them does not count. */
static void find_duration(pdk_ld *log)
{
    pdk_memory *memory = &log->document->memory;
    double *durations = pdk_alloc_array(memory, log->count + 1, sizeof *durations);
    size_t count = 0;
    if (durations == NULL) {
        log->document->failed = true;
        return;
    }
    for (size_t i = 0; i < log->count; i++) {
        const pdk_ld_signal *signal = &log->signals[i];
        if (signal->samples > 0) durations[count++] = (double)signal->samples / signal->rate;
    }
    log->duration = count > 0 ? pdk_median(durations, count) : 0;
    pdk_free(memory, durations);
    for (size_t i = 0; i < log->count; i++) {
        const pdk_ld_signal *signal = &log->signals[i];
        double own = signal->samples > 0 ? (double)signal->samples / signal->rate : log->duration;
        if (own <= 2 * log->duration && log->duration <= 2 * own) continue;
        pdk_document_add_finding(log->document, PDK_WARNING, "ld.channel.duration", channel_field_at(signal, "rate"),
                                 "ld.channel", "channel \"%s\" has %llu samples, %.1f s at %u Hz; most have %.1f s",
                                 signal->name.data, (unsigned long long)signal->samples, own, (unsigned)signal->rate,
                                 log->duration);
    }
}

void pdk_ld_find_signals(pdk_ld *log)
{
    pdk_memory *memory = &log->document->memory;
    pdk_vector signals = pdk_vector_of(memory, sizeof(pdk_ld_signal));
    uint8_t *taken = pdk_alloc_array(memory, log->bytes.size / 8 + 1, sizeof *taken);
    if (taken == NULL) {
        log->document->failed = true;
        return;
    }
    walk(log, taken, &signals);
    pdk_free(memory, taken);
    log->signals = signals.items;
    log->count = signals.count;
    if (log->document->failed) return;
    stop_sharing(log);
    find_duration(log);
    uint64_t told = (uint64_t)pdk_get_i64(pdk_record_field(&pdk_ld_header, "channel_count"), 0, log->bytes.data);
    if (told == log->count) return;
    pdk_document_add_finding(log->document, PDK_WARNING, "ld.channel_count",
                             pdk_record_field(&pdk_ld_header, "channel_count")->offset, "ld.header.channel_count",
                             "the header says %llu channels, the list has %zu", (unsigned long long)told, log->count);
}
