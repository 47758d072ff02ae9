/* Trying every reading of a replay and choosing one. The score adds up independent evidence: texts that are texts,
 * drivers that are people, counters there is room for, times that rise, events of drivers in the list, payloads of
 * sizes somebody has seen. The highest score goes first, but only reaching the end of the slices proves a reading. */
#include "format/vcr/vcr_calibrate.h"

enum {
    VERSION_AGREES = 10,
    AS_PROGRAMS = 3, /* programs that read real files read so: decides where a file says nothing */
    STOPPED = -30,
    NEAR = 15, /* readings this close below the best are walked to the end too, where the best one stops */
    MAX_WALKS = 3
};

/* What the version says about the dialect, were it to be trusted. */
static uint32_t dialect_of_version(pdk_bytes bytes, uint64_t tag_at)
{
    const uint8_t *tag = bytes.data + tag_at;
    double version = pdk_get_f64(pdk_record_field(&pdk_vcr_tag, "version"), 0, tag);
    uint32_t word = (uint32_t)pdk_get_i64(pdk_record_field(&pdk_vcr_tag, "format_word"), 0, tag);
    if (word & 0x80000000u) return PDK_VCR_L;
    return version > 1.0 && version < 1.3 ? PDK_VCR_R2 : PDK_VCR_R1;
}

static int share(uint64_t part, uint64_t whole, int points)
{
    return whole > 0 ? (int)((double)part / (double)whole * points) : 0;
}

static int score_sample(const pdk_vcr_trial *trial)
{
    const pdk_vcr_sample *sample = &trial->sample;
    int score = share(sample->rising, sample->slices, 40) - (sample->slices > 0 ? 20 : 0);
    if (trial->head.drivers_read > 0) score += share(sample->known_drivers, sample->events, 10);
    score += share(sample->known_payloads, sample->events, 10);
    bool counted = sample->slices == trial->head.slice_count && sample->events == trial->head.event_count;
    if (sample->whole) score += counted ? 20 : 10;
    return score;
}

static void run_trial(pdk_vcr_trial *trial, pdk_bytes bytes, uint64_t tag_at)
{
    pdk_error stop = { 0 };
    pdk_status status = pdk_vcr_read_head(&trial->layout, bytes, tag_at, &trial->head, &trial->stop);
    trial->score = trial->head.score;
    bool agrees = dialect_of_version(bytes, tag_at) == trial->layout.dialect;
    if (agrees) trial->score += VERSION_AGREES;
    if (trial->choices == 0) trial->score += AS_PROGRAMS;
    bool metadata_lost = agrees && trial->layout.dialect == PDK_VCR_L; /* its slices are there all the same */
    if (trial->head.slices_at < trial->head.slices_end && (status == PDK_OK || metadata_lost)) {
        pdk_status sampled = pdk_vcr_take_sample(trial, bytes, &trial->sample, &stop);
        trial->score += score_sample(trial);
        if (status == PDK_OK && sampled != PDK_OK) trial->stop = stop;
    }
    if (trial->stop.status != PDK_OK) trial->score += STOPPED;
}

/* By score; where that is equal, by how far reading got, then in the order of the list. */
static bool better(const pdk_vcr_trial *a, const pdk_vcr_trial *b)
{
    if (a->score != b->score) return a->score > b->score;
    return a->head.reached > b->head.reached;
}

static void sort_trials(pdk_vcr_calibration *calibration)
{
    for (size_t i = 0; i < calibration->count; i++) {
        size_t at = i;
        for (; at > 0 && better(&calibration->trials[i], &calibration->trials[calibration->order[at - 1]]); at--) {
            calibration->order[at] = calibration->order[at - 1];
        }
        calibration->order[at] = i;
    }
}

static bool is_damage(pdk_status status)
{
    return status == PDK_E_TRUNCATED || status == PDK_E_CORRUPT;
}

/* Walks the whole stream under one reading. Damage is kept in the trial, other failures are returned. */
static pdk_status walk_whole(pdk_document *document, pdk_vcr_trial *trial, pdk_vcr_shape *shape, pdk_vcr_index *index,
                             pdk_error *error)
{
    pdk_memory *memory = &document->memory;
    if (!pdk_vcr_shape_make(shape, &trial->layout, &trial->head, document->content, trial->sample.pose_size, memory)) {
        return pdk_fail_memory(error, memory, "the list of payloads");
    }
    pdk_error stop = { 0 };
    pdk_status status = pdk_vcr_index_build(document, shape, &trial->head, index, &stop);
    if (is_damage(status)) {
        if (trial->stop.status == PDK_OK) trial->stop = stop;
        return PDK_OK;
    }
    if (status != PDK_OK && error != NULL) *error = stop;
    return status;
}

static void give_back(pdk_document *document, pdk_vcr_shape *shape, pdk_vcr_index *index)
{
    pdk_vcr_index_free(&document->memory, index);
    pdk_free(&document->memory, (void *)(uintptr_t)shape->tables);
    shape->tables = NULL;
}

/* No reading holds to the end. */
static pdk_status give_up(pdk_document *document, pdk_vcr_calibration *calibration, pdk_vcr_shape *shape,
                          pdk_vcr_index *index, pdk_error *error)
{
    pdk_vcr_trial *best = &calibration->trials[calibration->order[0]];
    calibration->chosen = calibration->order[0];
    calibration->stop = best->stop;
    const char *code = best->stop.status == PDK_E_TRUNCATED ? "vcr.truncated" : "vcr.layout";
    pdk_status status =
        pdk_document_damage(document, error, best->stop.status, best->stop.offset, code, best->stop.where,
                            "%s (the best of %zu readings, %s)", best->stop.message, calibration->count, best->name);
    if (status != PDK_OK) return status;
    return walk_whole(document, best, shape, index, error);
}

pdk_status pdk_vcr_calibrate(pdk_document *document, pdk_vcr_calibration *calibration, pdk_vcr_shape *shape,
                             pdk_vcr_index *index, pdk_error *error)
{
    uint64_t tag_at = pdk_vcr_find_tag(document->content);
    if (tag_at == PDK_NO_OFFSET) {
        return pdk_fail_where(error, PDK_E_CORRUPT, 0, "vcr.tag", "vcr.tag", "the tag IRSR is missing");
    }
    if (document->content.size - tag_at < pdk_vcr_tag.size) { /* there is nothing that `partial` could keep */
        return pdk_fail_where(error, PDK_E_TRUNCATED, document->content.size, "vcr.truncated", "vcr.tag",
                              "the file ends inside the tag");
    }
    pdk_vcr_list_readings(calibration);
    for (size_t i = 0; i < calibration->count; i++) run_trial(&calibration->trials[i], document->content, tag_at);
    sort_trials(calibration);
    int best = calibration->trials[calibration->order[0]].score, walks = 0;
    for (size_t i = 0; i < calibration->count && walks < MAX_WALKS; i++) {
        pdk_vcr_trial *trial = &calibration->trials[calibration->order[i]];
        if (trial->score < best - NEAR) break;
        if (trial->stop.status != PDK_OK) continue;
        walks++;
        pdk_status status = walk_whole(document, trial, shape, index, error);
        if (status != PDK_OK) return status;
        if (trial->stop.status == PDK_OK) {
            calibration->chosen = calibration->order[i];
            calibration->complete = true;
            return PDK_OK;
        }
        give_back(document, shape, index);
    }
    return give_up(document, calibration, shape, index, error);
}

/* ------------------------------------------------------------------------------------------------ evidence */

static void add_alternative(pdk_document *document, const pdk_vcr_trial *chosen, const pdk_vcr_trial *other)
{
    const pdk_vcr_sample *sample = &other->sample;
    if (other->stop.status != PDK_OK) {
        pdk_document_add_evidence(document, "not %s: at 0x%llX, %s: %s", other->name,
                                  (unsigned long long)other->stop.offset, other->stop.where, other->stop.message);
    } else if (!other->head.counters_fit) {
        pdk_document_add_evidence(
            document, "not %s: it would have %llu slices with %llu events, which do not fit the file", other->name,
            (unsigned long long)other->head.slice_count, (unsigned long long)other->head.event_count);
    } else {
        pdk_document_add_evidence(
            document, "less likely %s: scores %d against %d; %llu of its first %llu slice times rise", other->name,
            other->score, chosen->score, (unsigned long long)sample->rising, (unsigned long long)sample->slices);
    }
}

/* The readings somebody would ask about: one point decided the other way, and the published note's own. */
static bool is_worth_saying(const pdk_vcr_trial *chosen, const pdk_vcr_trial *other)
{
    unsigned differing = chosen->choices ^ other->choices;
    if (other->layout.dialect != chosen->layout.dialect || differing == 0) return false;
    return (differing & (differing - 1)) == 0 || other->is_note;
}

void pdk_vcr_add_calibration_evidence(pdk_document *document, const pdk_vcr_calibration *calibration,
                                      const pdk_vcr_index *index)
{
    const pdk_vcr_trial *chosen = &calibration->trials[calibration->chosen];
    const pdk_vcr_mark *end = &index->marks[index->mark_count - 1];
    bool counted = chosen->head.slice_count == end->slices && chosen->head.event_count == end->event;
    pdk_document_add_evidence(
        document, "tried %zu readings of the format and chose %s: %llu drivers, %u slices, %llu events; %s; %s",
        calibration->count, chosen->name, (unsigned long long)chosen->head.drivers_read, (unsigned)end->slices,
        (unsigned long long)end->event, counted ? "the counters agree" : "the counters differ",
        !calibration->complete               ? "the slices stop before the end"
        : end->at == chosen->head.slices_end ? "the slices end exactly where they should"
                                             : "bytes follow the last slice");
    for (size_t i = 0; i < calibration->count; i++) {
        const pdk_vcr_trial *other = &calibration->trials[i];
        if (is_worth_saying(chosen, other)) add_alternative(document, chosen, other);
    }
    for (size_t i = 1; i < calibration->count; i++) { /* and the best of another dialect */
        const pdk_vcr_trial *other = &calibration->trials[calibration->order[i]];
        if (other->layout.dialect == chosen->layout.dialect) continue;
        add_alternative(document, chosen, other);
        break;
    }
    pdk_document_add_evidence(
        document,
        "no real file has confirmed this layout: it rests on published notes and programs, and on this file being "
        "consistent");
}
