/* MoTeC's logs (.ld): a header, blocks about the event, and a linked list of channels. */
#include <stdio.h>
#include <string.h>

#include "base/load.h"
#include "base/merge_sort.h"
#include "format/format.h"
#include "format/ld/ld.h"
#include "format/ld/ld_layout.h"
#include "format/ld/ld_session.h"

static const uint8_t marker[8] = { 0x40 };

static uint64_t header_number(pdk_bytes bytes, const char *name)
{
    return (uint64_t)pdk_get_i64(pdk_record_field(&pdk_ld_header, name), 0, bytes.data);
}

/* Is the first channel where the header says? Channels follow the header and its blocks: none is beyond 1 MiB. */
static bool has_channel(pdk_bytes bytes)
{
    enum { LOOK = 1 << 20 };
    if (bytes.size < PDK_LD_HEADER) return false;
    uint64_t at = header_number(bytes, "channels_at");
    if (at < 16 || at > LOOK || at > bytes.size || bytes.size - at < PDK_LD_CHANNEL) return false;
    const uint8_t *channel = bytes.data + at;
    return pdk_get_i64(pdk_record_field(&pdk_ld_channel, "previous_at"), 0, channel) == 0 &&
           (uint64_t)pdk_get_i64(pdk_record_field(&pdk_ld_channel, "data_at"), 0, channel) <= bytes.size;
}

static int probe(const pdk_probe *probe, char *reason, size_t capacity)
{
    pdk_bytes bytes = probe->bytes;
    bool named = strcmp(probe->extension, ".ld") == 0,
         marked = bytes.size >= sizeof marker && memcmp(bytes.data, marker, sizeof marker) == 0;
    if (has_channel(bytes) && (marked || named)) {
        snprintf(reason, capacity, "%s; the header leads to a channel at %llu",
                 marked ? "0x40 and seven zeros at 0" : "the name ends in .ld",
                 (unsigned long long)header_number(bytes, "channels_at"));
        return marked ? PDK_SCORE_CERTAIN : PDK_SCORE_DOUBTFUL;
    }
    if (!named) return 0;
    snprintf(reason, capacity, "the name ends in .ld, but the header leads to no channel");
    return marked ? PDK_SCORE_MAGIC : PDK_SCORE_EXTENSION;
}

static pdk_status check_header(pdk_document *document, pdk_error *error)
{
    pdk_bytes bytes = document->content;
    bool marked = bytes.size >= sizeof marker && memcmp(bytes.data, marker, sizeof marker) == 0;
    if (!marked && !has_channel(bytes)) {
        char hex[48];
        pdk_hex(hex, bytes.data, bytes.size < sizeof marker ? bytes.size : sizeof marker);
        return pdk_fail_where(error, PDK_E_CORRUPT, 0, "ld.marker", "ld.header.marker",
                              "expected 0x40 and seven zeros, or a channel where the header says; found %s", hex);
    }
    if (bytes.size < PDK_LD_HEADER) {
        return pdk_fail_where(error, PDK_E_TRUNCATED, bytes.size, "ld.header.truncated", "ld.header",
                              "the header needs %d bytes, but the file has %zu", PDK_LD_HEADER, bytes.size);
    }
    if (!marked)
        pdk_document_add_finding(document, PDK_WARNING, "ld.marker", 0, "ld.header.marker",
                                 "the file does not begin with 0x40 and seven zeros");
    return PDK_OK;
}

static int by_offset(const void *one, const void *other, void *user)
{
    (void)user;
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return (a > b) - (a < b);
}

/* Descriptors that follow each other are one region. */
static void add_regions(pdk_ld *log)
{
    pdk_memory *memory = &log->document->memory;
    uint64_t *offsets = pdk_alloc_array(memory, log->count + 1, sizeof *offsets);
    for (size_t i = 0; offsets != NULL && i < log->count; i++) offsets[i] = log->signals[i].offset;
    if (offsets == NULL || !pdk_merge_sort(memory, offsets, log->count, sizeof *offsets, by_offset, NULL)) {
        log->document->failed = true;
        return;
    }
    for (size_t i = 0; i < log->count;) {
        size_t run = 1;
        while (i + run < log->count && offsets[i + run] == offsets[i] + run * PDK_LD_CHANNEL) run++;
        pdk_document_add_region(log->document, "channel", &pdk_ld_channel, offsets[i], PDK_LD_CHANNEL, run);
        i += run;
    }
    pdk_free(memory, offsets);
}

static pdk_status open_document(pdk_document *document, pdk_error *error)
{
    pdk_status status = check_header(document, error);
    if (status != PDK_OK) return status;
    pdk_ld *log = pdk_document_new_state(document, sizeof *log);
    if (log == NULL) return pdk_document_built(document, error);
    log->document = document;
    log->bytes = document->content;
    pdk_document_add_region(document, "header", &pdk_ld_header, 0, pdk_ld_header.size, 1);
    pdk_ld_find_signals(log);
    if (document->failed) return pdk_document_built(document, error);
    pdk_ld_add_properties(log);
    add_regions(log);
    status = pdk_ld_find_laps(log, error);
    if (status != PDK_OK) return status;
    pdk_ld_add_motion(log);
    pdk_ld_add_tables(log);
    if (!log->has_places && !log->own_places) pdk_document_add_unrecorded(document, "top_speed; distance");
    return pdk_document_built(document, error);
}

static const pdk_motion_tables motion = { .rows = "telemetry", .name = "driver" };
static const pdk_services services = { .motion = &motion,
                                       .session = pdk_ld_read_session,
                                       .session_has = PDK_HAS_CROSSINGS };

const pdk_format pdk_format_ld = {
    .info = { .id = "ld",
              .title = "MoTeC log",
              .extensions = ".ld",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK | PDK_CAN_WRITE,
              .certainty = PDK_CONFIRMED,
              .basis = "checked on one real file, of an ADL of 2005; floats, and channels of other loggers, are what "
                       "public readers agree on",
              .records = pdk_ld_records },
    .probe = probe,
    .open = open_document,
    .services = &services,
};
