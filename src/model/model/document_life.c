#include "model/document_life.h"

#include <stdatomic.h>
#include <string.h>

#include "base/allocator.h"
#include "base/callback.h"
#include "model/database.h"
#include "model/line.h"
#include "model/referenced_file.h"

enum { DEFAULT_DEPTH = 8, DEFAULT_FINDINGS = 1000 };
static const uint64_t default_rows = UINT64_C(1) << 32, default_listed = 1 << 16;

/* A document lives in its own tracked memory; this header block is all that is outside. */
typedef struct shell {
    pdk_allocator allocator;
    atomic_size_t holders;
    struct shell *next; /* once it is not held any more */
    _Atomic(pdk_attachment *) attachment;
    pdk_document document;
} shell;

pdk_status pdk_document_create(const pdk_open_options *options, pdk_document **created, pdk_error *error)
{
    *created = NULL;
    pdk_status status = pdk_refuse_in_allocator(error, "a document");
    if (status != PDK_OK) return status;
    pdk_allocator allocator = pdk_allocator_of(&options->allocator);
    shell *place = pdk_allocator_take(&allocator, sizeof *place);
    if (place == NULL)
        return pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for a document");
    memset(place, 0, sizeof *place);
    place->allocator = allocator;
    atomic_init(&place->holders, 1);
    pdk_document *document = &place->document;
    document->partial = options->partial;
    document->every_scene = options->every_scene != 0;
    document->limits = options->limits;
    document->progress = options->progress;
    document->progress_user = options->progress_user;
    document->listeners = (pdk_input_listeners){ .guard = options->guard,
                                                 .inputs = pdk_inputs_retain(options->inputs),
                                                 .unmapped = options->unmapped != 0,
                                                 .progress = options->progress,
                                                 .progress_user = options->progress_user };
    document->database.reader = options->databases;
    document->limits.memory = pdk_memory_limit(&document->limits);
    if (document->limits.depth == 0) document->limits.depth = DEFAULT_DEPTH;
    document->max_records = document->limits.records != 0 ? document->limits.records : default_listed;
    if (document->limits.records == 0) document->limits.records = default_rows;
    if (document->limits.findings == 0) document->limits.findings = DEFAULT_FINDINGS;
    pdk_memory *memory = &document->memory;
    pdk_memory_init(memory, &allocator, document->limits.memory);
    pdk_owned_lock_init(&document->lock);
    document->dialect = "";
    document->file_name = "";
    document->evidence = pdk_vector_of(memory, sizeof(char *));
    document->properties = pdk_vector_of(memory, sizeof(pdk_property));
    document->tables = pdk_vector_of(memory, sizeof(pdk_table *));
    document->late = pdk_vector_of(memory, sizeof(pdk_late_number));
    document->lines = pdk_vector_of(memory, sizeof(pdk_line_entry));
    document->surfaces = pdk_vector_of(memory, sizeof(pdk_surface_entry));
    document->images = pdk_vector_of(memory, sizeof(pdk_image_entry));
    document->findings = pdk_vector_of(memory, sizeof(pdk_finding));
    document->regions = pdk_vector_of(memory, sizeof(pdk_region));
    document->sources = pdk_vector_of(memory, sizeof(const pdk_document *));
    document->referenced_files = pdk_vector_of(memory, sizeof(pdk_referenced_file));
    *created = document;
    return PDK_OK;
}

/* What a computed surface says about its format; no file has it, and it is not on the list of formats. */
static const pdk_format_info computed_surface = { .id = "surface",
                                                  .title = "Computed surface",
                                                  .extensions = "",
                                                  .certainty = PDK_CONFIRMED,
                                                  .basis = "Paddock computed it",
                                                  .records = (const pdk_record *const[]){ NULL },
                                                  .synth_options = "" };

pdk_status pdk_document_make(const pdk_limits *limits, const pdk_allocator *allocator, const pdk_format_info *info,
                             pdk_document **made, pdk_error *error)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.limits = *limits;
    options.allocator = *allocator;
    pdk_status status = pdk_document_create(&options, made, error);
    if (status != PDK_OK) return status;
    pdk_document *document = *made;
    document->content = document->input.bytes = (pdk_bytes){ (const uint8_t *)"", 0 };
    document->info = info != NULL ? info : &computed_surface;
    return PDK_OK;
}

static shell *shell_of(const pdk_document *document)
{
    return (shell *)((char *)(uintptr_t)document - offsetof(shell, document));
}

pdk_document *pdk_retain(const pdk_document *document)
{
    if (document == NULL) return NULL;
    shell *place = shell_of(document);
    atomic_fetch_add_explicit(&place->holders, 1, memory_order_relaxed);
    return &place->document;
}

void pdk_document_add_source(pdk_document *document, const pdk_document *source)
{
    const pdk_document **place = pdk_vector_push(&document->sources);
    if (place != NULL) *place = pdk_retain(source);
    else document->failed = true;
}

/* One holder less; the last one puts the document on the list of those to be freed. */
static void release(const pdk_document *document, shell **unheld)
{
    shell *place = shell_of(document);
    if (atomic_fetch_sub_explicit(&place->holders, 1, memory_order_acq_rel) != 1) return;
    place->next = *unheld;
    *unheld = place;
}

static void destroy(shell *place)
{
    pdk_document *document = &place->document;
    pdk_allocator allocator = place->allocator;
    pdk_attachment *attachment = atomic_load_explicit(&place->attachment, memory_order_acquire);
    if (attachment != NULL) attachment->close(attachment);
    pdk_database_close(document);
    pdk_input_close(&document->input);
    pdk_referenced_files_close(document);
    pdk_inputs_close(document->listeners.inputs);
    pdk_owned_lock_destroy(&document->lock);
    pdk_memory_destroy(&document->memory);
    pdk_allocator_give_back(&allocator, place, sizeof *place);
}

/* A loop instead of recursion: documents may be computed from each other in a chain of any length. */
static void let_go(const pdk_document *document)
{
    shell *unheld = NULL;
    if (document != NULL) release(document, &unheld);
    while (unheld != NULL) {
        shell *place = unheld;
        unheld = place->next;
        const pdk_vector *sources = &place->document.sources;
        for (size_t i = 0; i < sources->count; i++) release(((const pdk_document **)sources->items)[i], &unheld);
        destroy(place);
    }
}

void pdk_close(pdk_document *document)
{
    if (!pdk_in_allocator()) let_go(document);
}

void pdk_trim(const pdk_document *document)
{
    if (document == NULL) return;
    pdk_input_trim(&document->input);
    pdk_referenced_files_trim(document);
}

pdk_status pdk_document_unchanged(const pdk_document *document, pdk_error *error)
{
    if (document == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "there is no document to read");
    pdk_status status = pdk_input_unchanged(&document->input, error);
    return status == PDK_OK ? pdk_referenced_files_unchanged(document, error) : status;
}

/* ------------------------------------------------------------------------------------------------- holding */

void pdk_close_held(pdk_document *const *held)
{
    let_go(*held);
}

static const pdk_document *document_at(const pdk_held_documents *held, size_t index)
{
    const pdk_document *document;
    memcpy(&document, (const char *)held->first + index * held->stride, sizeof document);
    return document;
}

pdk_held_documents pdk_hold_documents(const void *first, size_t stride, size_t count)
{
    pdk_held_documents held = { first, stride, first != NULL ? count : 0 };
    for (size_t i = 0; i < held.count; i++) pdk_retain(document_at(&held, i));
    return held;
}

void pdk_close_held_documents(const pdk_held_documents *held)
{
    for (size_t i = 0; i < held->count; i++) let_go(document_at(held, i));
}

pdk_attachment *pdk_document_attachment(const pdk_document *document)
{
    return atomic_load_explicit(&shell_of(document)->attachment, memory_order_acquire);
}

pdk_attachment *pdk_document_attach(const pdk_document *document, pdk_attachment *attachment)
{
    pdk_attachment *had = NULL;
    bool first = atomic_compare_exchange_strong(&shell_of(document)->attachment, &had, attachment);
    return first ? attachment : had;
}

pdk_memory *pdk_document_heap(const pdk_document *document)
{
    return &shell_of(document)->document.memory;
}

pdk_status pdk_document_can_answer(const pdk_document *document, pdk_error *error)
{
    const pdk_attachment *attachment = document != NULL ? pdk_document_attachment(document) : NULL;
    return attachment != NULL && attachment->at_work(attachment)
               ? pdk_fail_reentered(error, "what needs answers of this document")
               : PDK_OK;
}

pdk_status pdk_document_still_held(const pdk_document *document, pdk_error *error)
{
    if (atomic_load_explicit(&shell_of(document)->holders, memory_order_acquire) > 1) return PDK_OK;
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "callback.closed",
                    "a callback closed the document that the result would belong to");
}
