/* Payloads that are text, wholly or from some byte on. They are rare, so their texts are decoded when the file is
 * opened. */
#include "base/load.h"
#include "base/text.h"
#include "format/vcr/vcr.h"
#include "text/encoding.h"

enum { NO_TEXT = -1 };

/* R2's penalty text begins at 3 by the published note and at 2 in L: a printable byte at 2 decides. */
static int penalty_text(const uint8_t *payload, uint32_t size)
{
    return size > 2 && payload[2] >= 0x20 && payload[2] != 0x7F ? 2 : 3;
}

static int text_start(const pdk_record *record, const uint8_t *payload, uint32_t size)
{
    if (record == &pdk_vcr_session_name) return 0;
    if (record == &pdk_vcr_l_penalty) return 2;
    if (record == &pdk_vcr_r2_penalty) return penalty_text(payload, size);
    return NO_TEXT;
}

/* The first of texts that fill the payload, each with its length in `width` bytes before it; no data where they do not
 * fill it, or are not readable. */
static pdk_bytes first_text(const uint8_t *payload, uint32_t size, uint32_t width)
{
    pdk_bytes first = { NULL, 0 };
    uint32_t at = 0;
    while (size - at >= width) {
        uint32_t length = width == 1 ? payload[at] : pdk_load_u16(payload + at);
        at += width;
        if (length > size - at || !pdk_is_printable(payload + at, length)) return (pdk_bytes){ NULL, 0 };
        if (first.data == NULL) first = (pdk_bytes){ payload + at, length };
        at += length;
    }
    return at == size ? first : (pdk_bytes){ NULL, 0 };
}

/* Nobody has published how a change of driver stores its names: whichever length before a text explains all bytes. */
static pdk_bytes find_person(const uint8_t *payload, uint32_t size)
{
    pdk_bytes person = first_text(payload, size, 2);
    return person.size > 0 ? person : first_text(payload, size, 1);
}

static pdk_text read_text(pdk_document *document, const pdk_vcr_state *state, const uint8_t *event)
{
    uint32_t header = pdk_load_u32(event), size = pdk_vcr_size(&state->shape, header);
    const uint8_t *payload = event + state->shape.event_head;
    const pdk_record *record = pdk_vcr_record_of(state, header);
    pdk_bytes text = { NULL, 0 };
    int start = text_start(record, payload, size);
    if (record == &pdk_vcr_driver_change) text = find_person(payload, size);
    else if (start != NO_TEXT && (uint32_t)start <= size) text = (pdk_bytes){ payload + start, size - (uint32_t)start };
    if (text.data == NULL) return (pdk_text){ "", 0 };
    return pdk_text_read_padded(&document->memory, PDK_ENCODING_UTF8_OR_1252, text.data, text.size);
}

/* Says where penalty texts begin, once, by the first of them. */
static void add_penalty_evidence(pdk_document *document, const pdk_vcr_state *state, const pdk_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t header = pdk_load_u32(rows[i].at);
        if (pdk_vcr_record_of(state, header) != &pdk_vcr_r2_penalty) continue;
        int start = penalty_text(rows[i].at + state->shape.event_head, pdk_vcr_size(&state->shape, header));
        pdk_document_add_evidence(document, "penalty texts begin at byte %d: the byte at 2 is %s", start,
                                  start == 2 ? "printable" : "none of a text");
        return;
    }
}

const pdk_text *pdk_vcr_read_texts(pdk_document *document, const pdk_vcr_state *state, pdk_vcr_table table)
{
    bool has_texts = table == PDK_VCR_PENALTIES || table == PDK_VCR_SESSION || table == PDK_VCR_DRIVER_CHANGES;
    if (!has_texts) return NULL;
    uint64_t count = pdk_vcr_end(state)->rows[table];
    pdk_text *texts = pdk_alloc_array(&document->memory, count, sizeof *texts);
    if (texts == NULL) {
        document->failed = true;
        return NULL;
    }
    pdk_row rows[PDK_BATCH];
    for (uint64_t first = 0; first < count; first += PDK_BATCH) {
        size_t batch = count - first < PDK_BATCH ? (size_t)(count - first) : PDK_BATCH;
        pdk_vcr_index_rows(&state->shape, &state->index, table, first, batch, rows);
        if (first == 0) add_penalty_evidence(document, state, rows, batch);
        for (size_t i = 0; i < batch; i++) {
            texts[first + i] = read_text(document, state, rows[i].at);
            if (texts[first + i].data == NULL) {
                document->failed = true;
                return NULL;
            }
        }
    }
    return texts;
}
