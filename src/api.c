/* The public entry points that open, check and make documents: argument checks live here, once. */
#include <stdatomic.h>
#include <string.h>

#include "base/options.h"
#include "codec/codec.h"
#include "format/format.h"
#include "model/line.h"
#include "model/referenced_file.h"
#include "platform/path.h"

#define STRINGIFY(x) #x
#define VERSION_TEXT(major, minor, patch) STRINGIFY(major) "." STRINGIFY(minor) "." STRINGIFY(patch)

const char *pdk_version(void)
{
    return VERSION_TEXT(PDK_VERSION_MAJOR, PDK_VERSION_MINOR, PDK_VERSION_PATCH);
}

enum { DEFAULT_DEPTH = 8, DEFAULT_FINDINGS = 1000, USUAL_SEED = 1 };
static const uint64_t default_rows = UINT64_C(1) << 32, default_listed = 1 << 16;

/* A document lives in its own tracked memory; this header block is all that is outside. */
typedef struct shell {
    pdk_allocator allocator;
    atomic_size_t holders;
    struct shell *next; /* when nobody holds it any more */
    pdk_document document;
} shell;

static pdk_document *create(const pdk_open_options *options, pdk_error *error)
{
    pdk_memory birth; /* only to resolve the allocator */
    pdk_memory_init(&birth, &options->allocator, 0);
    pdk_allocator allocator = birth.allocator;
    pdk_memory_destroy(&birth);
    shell *place = allocator.allocate(allocator.user, sizeof *place);
    if (place == NULL) {
        pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for a document");
        return NULL;
    }
    memset(place, 0, sizeof *place);
    place->allocator = allocator;
    atomic_init(&place->holders, 1);
    pdk_document *document = &place->document;
    document->partial = options->partial;
    document->limits = options->limits;
    document->progress = options->progress;
    document->progress_user = options->progress_user;
    document->guard = options->guard;
    document->limits.memory = pdk_memory_limit(&document->limits);
    if (document->limits.depth == 0) document->limits.depth = DEFAULT_DEPTH;
    document->max_records = document->limits.records != 0 ? document->limits.records : default_listed;
    if (document->limits.records == 0) document->limits.records = default_rows;
    if (document->limits.findings == 0) document->limits.findings = DEFAULT_FINDINGS;
    pdk_memory *memory = &document->memory;
    pdk_memory_init(memory, &allocator, document->limits.memory);
    pdk_mutex_init(&document->lock);
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
    return document;
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
    if (document->answers != NULL) document->close_answers(document->answers);
    pdk_input_close(&document->input);
    pdk_referenced_files_close(document);
    pdk_mutex_destroy(&document->lock);
    pdk_memory_destroy(&document->memory);
    allocator.release(allocator.user, place, sizeof *place);
}

/* A loop instead of recursion: documents may be computed from each other in a chain of any length. */
void pdk_close(pdk_document *document)
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

/* Keeps the base name: its extension is evidence, and errors never need more. */
static pdk_status set_name(pdk_document *document, const char *path, pdk_error *error)
{
    if (path == NULL) return PDK_OK;
    document->file_name = pdk_strdup(&document->memory, pdk_path_name(path));
    if (document->file_name != NULL) return PDK_OK;
    return pdk_fail_memory(error, &document->memory, "the file's name");
}

static pdk_status read_document(pdk_document *document, const pdk_open_options *options, const char *path,
                                pdk_error *error)
{
    const char *name = options->name != NULL ? options->name : path;
    pdk_status status = set_name(document, name, error);
    if (status == PDK_OK) status = pdk_detect(document, options->format, error);
    if (status == PDK_OK) status = document->format->open(document, error);
    if (status == PDK_OK) status = pdk_document_built(document, error);
    /* What a vanishing file looked like to the reader is no news: that it vanished is. */
    pdk_status changed = pdk_document_unchanged(document, error);
    return changed != PDK_OK ? changed : status;
}

/* Takes over `document`: hands it out or closes it. */
static pdk_status deliver(pdk_document *document, pdk_status status, pdk_document **result)
{
    if (status != PDK_OK) pdk_close(document);
    else *result = document;
    return status;
}

/* Computed surfaces are of no file's format; theirs is not listed among those of files. */
static const pdk_format computed_surface = { .info = { .id = "surface",
                                                       .title = "Computed surface",
                                                       .extensions = "",
                                                       .certainty = PDK_CONFIRMED,
                                                       .basis = "Paddock computed it",
                                                       .records = (const pdk_record *const[]){ NULL },
                                                       .synth_options = "" } };

pdk_document *pdk_document_make(const pdk_open_options *options, pdk_error *error)
{
    pdk_document *document = create(options, error);
    if (document == NULL) return NULL;
    document->content = document->input.bytes = (pdk_bytes){ (const uint8_t *)"", 0 };
    document->format = &computed_surface;
    document->info = &computed_surface.info;
    return document;
}

static pdk_status check_call(const void *input, const pdk_open_options *given, pdk_open_options *options,
                             pdk_document **result, pdk_error *error)
{
    if (result != NULL) *result = NULL;
    if (input == NULL || result == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "opening a file needs an input and a pointer for the document");
    }
    return pdk_options_copy(options, sizeof *options, given, "PDK_OPEN_OPTIONS_INIT", error);
}

pdk_status pdk_open_file(const char *path, const pdk_open_options *given, pdk_document **result, pdk_error *error)
{
    pdk_open_options options;
    pdk_status status = check_call(path, given, &options, result, error);
    if (status != PDK_OK) return status;
    pdk_document *document = create(&options, error);
    if (document == NULL) return PDK_E_MEMORY;
    status = pdk_input_file(&document->input, path, options.guard, &document->memory, error);
    /* "-" is opened by another path, with a name of its own: files that it names are not beside that. */
    if (status == PDK_OK && options.name == NULL) status = pdk_referenced_files_set_folder(document, path, error);
    if (status == PDK_OK) status = read_document(document, &options, path, error);
    return deliver(document, status, result);
}

pdk_status pdk_open_memory(const void *data, size_t size, const pdk_open_options *given, pdk_document **result,
                           pdk_error *error)
{
    pdk_open_options options;
    pdk_status status = check_call(data, given, &options, result, error);
    if (status != PDK_OK) return status;
    pdk_document *document = create(&options, error);
    if (document == NULL) return PDK_E_MEMORY;
    document->input.bytes = (pdk_bytes){ data, size };
    return deliver(document, read_document(document, &options, NULL, error), result);
}

pdk_status pdk_open_source(const pdk_source *source, const pdk_open_options *given, pdk_document **result,
                           pdk_error *error)
{
    pdk_open_options options;
    pdk_status status = check_call(source, given, &options, result, error);
    if (status != PDK_OK) return status;
    if (source->size == NULL || source->read_at == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "a source needs size and read_at");
    }
    pdk_document *document = create(&options, error);
    if (document == NULL) return PDK_E_MEMORY;
    status = pdk_input_source(&document->input, source, &document->memory, error);
    if (status == PDK_OK) status = read_document(document, &options, NULL, error);
    return deliver(document, status, result);
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

const pdk_format_info *pdk_document_format(const pdk_document *document)
{
    return document->info;
}

pdk_status pdk_check(const pdk_document *document, pdk_check_level level, pdk_finding_handler handler, void *user,
                     uint64_t *total, pdk_error *error)
{
    if (document == NULL) return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "no document to check");
    pdk_report report = { .document = document, .handler = handler, .user = user, .limit = document->limits.findings };
    const pdk_finding *kept = document->findings.items;
    for (size_t i = 0; i < document->findings.count; i++) {
        report.total++;
        if (report.stopped || handler == NULL || report.total > report.limit) continue;
        if (!handler(user, &kept[i])) report.stopped = true;
    }
    report.total += document->findings_made - document->findings.count;
    pdk_status status = PDK_OK;
    if (level == PDK_CHECK_FULL && !report.stopped) {
        pdk_report_regions(&report);
        if (document->format->check != NULL && !report.stopped) {
            status = document->format->check(document, &report, error);
        }
    }
    if (total != NULL) *total = report.total;
    pdk_status changed = pdk_document_unchanged(document, error);
    return changed != PDK_OK ? changed : status;
}

pdk_status pdk_synth(const char *format, const pdk_synth_options *given, pdk_output *output, pdk_error *error)
{
    pdk_synth_options options;
    pdk_status status = pdk_options_copy(&options, sizeof options, given, "PDK_SYNTH_OPTIONS_INIT", error);
    if (status != PDK_OK) return status;
    if (options.seed == 0) options.seed = USUAL_SEED;
    if (format == NULL || output == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "synth needs a format and an output");
    }
    for (size_t i = 0; i < pdk_formats_count; i++) {
        if (strcmp(pdk_formats[i]->info.id, format) != 0) continue;
        if (pdk_formats[i]->synth == NULL) {
            return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.format", "Paddock cannot generate %s files",
                            format);
        }
        return pdk_formats[i]->synth(&options, output, error);
    }
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.format", "there is no format \"%s\"", format);
}
