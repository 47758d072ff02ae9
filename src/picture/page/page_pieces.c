/* Pieces of a page made and packed, on all processors. */
#include "base/parallel.h"
#include "codec/codec.h"
#include "page/page_bundle.h"

enum { LEVEL = 6 };

size_t pdk_page_bundle_add(pdk_page_bundle *bundle, const pdk_page_piece *piece)
{
    pdk_page_piece *added = pdk_vector_push(&bundle->pieces);
    if (added == NULL) return PDK_PAGE_NO_PIECE;
    *added = *piece;
    return bundle->pieces.count;
}

/* Plain bytes of the file have no header. */
static pdk_status put_bytes(const pdk_page_piece *piece, pdk_output *output, pdk_error *error)
{
    pdk_bytes content = pdk_document_content(piece->subject->file.document);
    return pdk_output_write(output, content.data + piece->first, (size_t)piece->count, error);
}

static pdk_status put_rows(const pdk_page_piece *piece, pdk_memory *memory, pdk_output *output, pdk_error *error)
{
    size_t count, *columns = pdk_page_shown_columns(piece->table, memory, &count);
    if (columns == NULL) return pdk_fail_memory(error, memory, "rows of a page");
    return pdk_page_put_rows(piece->table, (pdk_page_cells){ columns, count, piece->first, (size_t)piece->count },
                             memory, output, error);
}

static pdk_status put(const pdk_page_bundle *bundle, const pdk_page_piece *piece, pdk_memory *memory,
                      pdk_output *output, pdk_error *error)
{
    const pdk_page_subject *subject = piece->subject;
    switch (piece->kind) {
    case PDK_PAGE_PIECE_ROWS: return put_rows(piece, memory, output, error);
    case PDK_PAGE_PIECE_RUN: return pdk_page_put_run(&subject->moving, piece->index, memory, output, error);
    case PDK_PAGE_PIECE_TRACK: return pdk_page_put_track(&subject->moving, memory, output, error);
    case PDK_PAGE_PIECE_MARKS:
        return pdk_page_put_marks(subject->file.document, &subject->moving, memory, output, error);
    case PDK_PAGE_PIECE_RECORDED: return pdk_page_put_recorded(subject->answers, memory, output, error);
    case PDK_PAGE_PIECE_TRACES: /* made while it was planned, by the caller's thread */
        return pdk_page_put_traces(&(pdk_page_compared){ piece->laps, (size_t)piece->count, piece->step, true },
                                   bundle->options, memory, output, error);
    case PDK_PAGE_PIECE_SURFACE:
        return pdk_page_put_surface(&subject->file, piece->index, bundle->options->triangles, memory, output, error);
    case PDK_PAGE_PIECE_SCENE: return pdk_page_put_scene(&subject->file, memory, output, error);
    case PDK_PAGE_PIECE_IMAGE: return pdk_page_put_image(&subject->file, piece->index, memory, output, error);
    case PDK_PAGE_PIECE_BYTES: return put_bytes(piece, output, error);
    case PDK_PAGE_PIECE_LAYOUT: break;
    }
    return pdk_page_put_layout(subject->file.document, piece->first, piece->count, memory, output, error);
}

static pdk_status pack(const pdk_page_bundle *bundle, pdk_bytes plain, pdk_bytes *packed, pdk_error *error)
{
    pdk_pack_request request = { .plain = plain.data, .size = plain.size, .level = LEVEL, .memory = bundle->memory };
    return pdk_codec_find("gzip")->encode(&request, packed, error);
}

/* In a separate heap, which is freed when the piece is packed. */
static pdk_status make(const pdk_page_bundle *bundle, pdk_page_piece *piece, pdk_error *error)
{
    pdk_memory memory;
    pdk_output *output = NULL;
    pdk_memory_init(&memory, &bundle->options->allocator, bundle->memory->limit);
    pdk_status status = pdk_output_memory(&output, error);
    if (status == PDK_OK) status = put(bundle, piece, &memory, output, error);
    if (status == PDK_OK) status = pdk_output_finish(output, error);
    if (status == PDK_OK) status = pack(bundle, pdk_output_bytes(output), &piece->packed, error);
    pdk_output_close(output);
    pdk_memory_destroy(&memory);
    return status;
}

pdk_status pdk_page_make_piece(pdk_page_bundle *bundle, size_t number, pdk_error *error)
{
    return make(bundle, (pdk_page_piece *)bundle->pieces.items + (number - 1), error);
}

static void make_pieces(void *user, size_t thread, uint64_t first, uint64_t count)
{
    (void)thread;
    pdk_page_bundle *bundle = user;
    pdk_page_piece *pieces = bundle->pieces.items;
    for (uint64_t i = first; i < first + count; i++) {
        if (pieces[i].packed.data == NULL) pieces[i].status = make(bundle, &pieces[i], &pieces[i].error);
    }
}

pdk_status pdk_page_bundle_make(pdk_page_bundle *bundle, pdk_error *error)
{
    pdk_parallel job = { .count = bundle->pieces.count,
                         .piece = 1,
                         .work = make_pieces,
                         .user = bundle,
                         .progress = bundle->options->progress,
                         .progress_user = bundle->options->progress_user };
    if (!pdk_parallel_run(&job)) return pdk_fail_cancelled(error);
    const pdk_page_piece *pieces = bundle->pieces.items;
    for (size_t i = 0; i < bundle->pieces.count; i++) {
        if (pieces[i].status == PDK_OK) continue;
        if (error != NULL) *error = pieces[i].error;
        return pieces[i].status;
    }
    return PDK_OK;
}
