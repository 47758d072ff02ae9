/* What a document keeps of each step, and how a step is made. */
#include "analysis/analysis.h"
#include "model/document_life.h"

/* A step that was made, or refused. */
typedef struct kept_step {
    pdk_owned_lock lock;
    pdk_memory memory; /* the arena; only where it was made */
    _Atomic(void *) made;
    pdk_table *table;
    pdk_error refused; /* why; PDK_OK = not */
} kept_step;

struct pdk_answer_store {
    pdk_attachment attachment;
    pdk_memory *memory;
    const pdk_step *const *table;
    const pdk_document *source, *target; /* the tables are the target's */
    pdk_analysis_options options;
    kept_step steps[PDK_STEP_COUNT];
};

/* ---------------------------------------------------------------------------------------------- the store */

static void drop(const pdk_step *step, kept_step *kept, void *made)
{
    if (step->drop != NULL && made != NULL) step->drop(made);
    pdk_memory_destroy(&kept->memory);
}

/* The last first: each may hold on to what it needed. */
static void close_store(pdk_attachment *attachment)
{
    pdk_answer_store *store = (pdk_answer_store *)attachment;
    for (size_t i = PDK_STEP_COUNT; i-- > 0;) {
        kept_step *kept = &store->steps[i];
        void *made = atomic_load_explicit(&kept->made, memory_order_acquire);
        if (made != NULL) drop(store->table[i], kept, made);
        pdk_owned_lock_destroy(&kept->lock);
    }
    pdk_free(store->memory, store);
}

static bool is_at_work(const pdk_attachment *attachment)
{
    const pdk_answer_store *store = (const pdk_answer_store *)attachment;
    bool found = false;
    for (size_t i = 0; i < PDK_STEP_COUNT; i++) found |= pdk_owns_lock(&store->steps[i].lock);
    return found;
}

static pdk_attachment *new_store(const pdk_step *const *table, const pdk_document *target, const pdk_document *source,
                                 const pdk_analysis_options *options)
{
    pdk_memory *memory = pdk_document_heap(target);
    pdk_answer_store *store = pdk_alloc(memory, sizeof *store);
    if (store == NULL) return NULL;
    store->attachment = (pdk_attachment){ close_store, is_at_work };
    store->memory = memory;
    store->table = table;
    store->source = source;
    store->target = target;
    store->options = *options;
    for (size_t i = 0; i < PDK_STEP_COUNT; i++) pdk_owned_lock_init(&store->steps[i].lock);
    pdk_attachment *attached = pdk_document_attach(target, &store->attachment);
    if (attached != &store->attachment) close_store(&store->attachment); /* another thread was first */
    return attached;
}

/* ------------------------------------------------------------------------------------------------ beginning */

pdk_status pdk_answers_open(const pdk_step *const *table, const pdk_document *made, const pdk_document *source,
                            const pdk_analysis_options *options, pdk_answers *answers, pdk_error *error)
{
    static const char what[] = "answers of this document";
    pdk_status status = pdk_refuse_in_allocator(error, what);
    if (status != PDK_OK) return status;
    pdk_attachment *attachment = pdk_document_attachment(made);
    if (attachment != NULL && is_at_work(attachment)) return pdk_fail_reentered(error, what);
    if (attachment == NULL) attachment = new_store(table, made, source, options);
    if (attachment == NULL) return pdk_fail_memory(error, pdk_document_heap(made), "answers");
    pdk_answer_store *store = (pdk_answer_store *)attachment;
    *answers =
        (pdk_answers){ .source = store->source, .options = store->options, .store = store, .waits = pdk_may_wait() };
    answers->options.progress = options->progress;
    answers->options.progress_user = options->progress_user;
    return PDK_OK;
}

pdk_status pdk_answers_go_on(const pdk_answers *answers, pdk_error *error)
{
    const pdk_analysis_options *options = &answers->options;
    bool wanted = pdk_tell_progress(options->progress, options->progress_user, 0, 0);
    return wanted ? PDK_OK : pdk_fail_cancelled(error);
}

/* -------------------------------------------------------------------------------------------------- making */

/* Under the step's lock. */
static pdk_status make_step(const pdk_answers *outer, const pdk_step *step, kept_step *kept, pdk_make_step make,
                            pdk_error *error)
{
    if (kept->refused.status != PDK_OK) {
        *error = kept->refused;
        return error->status;
    }
    pdk_answers inner = *outer;
    inner.step = step;
    inner.memory = &kept->memory;
    inner.table = &kept->table;
    pdk_memory_init_within(&kept->memory, outer->store->memory);
    void *made = pdk_alloc(&kept->memory, step->size);
    pdk_status status = made != NULL ? PDK_OK : pdk_fail_memory(error, &kept->memory, step->name);
    if (status == PDK_OK) status = pdk_answers_go_on(outer, error);
    if (status == PDK_OK) status = make(&inner, made, error);
    if (status == PDK_OK) {
        atomic_store_explicit(&kept->made, made, memory_order_release);
        return PDK_OK;
    }
    drop(step, kept, made);
    if (status == PDK_E_UNSUPPORTED) kept->refused = *error;
    return status;
}

static pdk_status need(const pdk_answers *answers, int number, pdk_make_step make, void **made, pdk_error *error)
{
    kept_step *kept = &answers->store->steps[number];
    *made = atomic_load_explicit(&kept->made, memory_order_acquire);
    if (*made != NULL) return PDK_OK;
    pdk_error reason = { .status = PDK_OK };
    pdk_status status = pdk_own_next_lock(&kept->lock, answers->waits, "answers of this document", &reason);
    if (status == PDK_OK) {
        *made = atomic_load_explicit(&kept->made, memory_order_acquire);
        if (*made == NULL) status = make_step(answers, answers->store->table[number], kept, make, &reason);
        *made = atomic_load_explicit(&kept->made, memory_order_acquire);
        pdk_own_unlock(&kept->lock);
    }
    if (status != PDK_OK && error != NULL) *error = reason;
    return status;
}

pdk_status pdk_answers_need(const pdk_answers *answers, int step, const void **made, pdk_error *error)
{
    const pdk_step *const *table = answers->store->table;
    void *found = NULL;
    *made = NULL;
    if (answers->step != NULL && (answers->step->needs >> step & 1) == 0)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "analysis.needs", "%s does not say that it needs %s",
                        answers->step->name, table[step]->name);
    pdk_status status = need(answers, step, table[step]->make, &found, error);
    *made = found;
    return status;
}

pdk_status pdk_answers_settle(const pdk_answers *answers, int step, pdk_make_step make, const void *given,
                              pdk_error *error)
{
    void *found;
    pdk_answers giving = *answers;
    giving.given = given;
    return need(&giving, step, make, &found, error);
}

const void *pdk_answers_made(const pdk_document *document, int step)
{
    pdk_attachment *attachment = pdk_document_attachment(document);
    if (attachment == NULL) return NULL;
    return atomic_load_explicit(&((pdk_answer_store *)attachment)->steps[step].made, memory_order_acquire);
}

pdk_table *pdk_answers_table(const pdk_answers *answers, int step)
{
    return answers->store->steps[step].table;
}

pdk_table *pdk_answer_new_table(const pdk_answers *answers, uint64_t rows, size_t columns)
{
    const pdk_step *step = answers->step;
    pdk_table *table =
        pdk_document_new_table(answers->store->target, answers->memory, step->name, step->meaning, rows, columns);
    *answers->table = table;
    return table;
}
