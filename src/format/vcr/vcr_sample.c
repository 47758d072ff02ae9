/* The first slices of a replay under one reading: cheap, and nearly always enough to refute a wrong one. */
#include <math.h>

#include "format/vcr/vcr_calibrate.h"

enum { MAX_SLICES = 64, MAX_BYTES = 1 << 18, FEW_POSES = 8, MIN_POSE = 40 };

typedef struct sampler {
    const pdk_vcr_trial *trial;
    pdk_vcr_shape shape;
    pdk_vcr_sample *sample;
    uint32_t pose_sizes[PDK_VCR_SIZES];
    uint32_t described_poses;
} sampler;

static void note_event(sampler *work, uint32_t header)
{
    const pdk_vcr_shape *shape = &work->shape;
    uint32_t dialect = work->trial->layout.dialect, size = pdk_vcr_size(shape, header);
    unsigned type = pdk_vcr_type(shape, header), payload_class = pdk_vcr_class(shape, header);
    uint8_t driver = (uint8_t)header;
    const pdk_variant *variant = pdk_variant_find(pdk_vcr_variants, dialect, payload_class, type, size);
    work->sample->events++;
    work->sample->known_drivers += driver == PDK_VCR_NOBODY || work->trial->head.slots[driver];
    work->sample->known_payloads += variant != NULL;
    if (variant != NULL && pdk_vcr_table_of(variant->record) == PDK_VCR_POSES) work->described_poses++;
    if (type >= 7 && type <= 16 && (payload_class == 0 || dialect == PDK_VCR_L)) work->pose_sizes[size]++;
}

static pdk_status stop_at(const sampler *work, uint64_t at, pdk_error *stop)
{
    pdk_status status = work->shape.end == work->shape.bytes.size ? PDK_E_TRUNCATED : PDK_E_CORRUPT;
    return pdk_fail_where(
        stop, status, at, "vcr.slice.truncated", "vcr.slice",
        "the slices end inside slice %llu, after %llu complete events: the next event needs more than the %llu bytes "
        "left",
        (unsigned long long)(work->sample->slices > 0 ? work->sample->slices - 1 : 0),
        (unsigned long long)work->sample->events, (unsigned long long)(work->shape.end - at));
}

static pdk_status sample_slice(sampler *work, uint64_t *at, pdk_error *stop)
{
    const pdk_vcr_shape *shape = &work->shape;
    uint64_t left = pdk_vcr_event_count(shape, *at);
    *at += shape->slice_head;
    if (left > (shape->end - *at) / shape->event_head) {
        return pdk_fail_where(stop, shape->end == shape->bytes.size ? PDK_E_TRUNCATED : PDK_E_CORRUPT,
                              *at - shape->slice_head, "vcr.slice.truncated", "vcr.slice.event_count",
                              "slice %llu says it has %llu events, but there are bytes for %llu at most",
                              (unsigned long long)work->sample->slices - 1, (unsigned long long)left,
                              (unsigned long long)((shape->end - *at) / shape->event_head));
    }
    for (uint64_t begin = *at; left > 0 && *at - begin < MAX_BYTES; left--) {
        if (shape->end - *at < shape->event_head) return stop_at(work, *at, stop);
        uint32_t header = pdk_load_u32(shape->bytes.data + *at);
        if (shape->end - *at - shape->event_head < pdk_vcr_size(shape, header)) return stop_at(work, *at, stop);
        note_event(work, header);
        *at += shape->event_head + pdk_vcr_size(shape, header);
    }
    return PDK_OK;
}

/* Poses of an unpublished size are still poses if they are all of one size. */
static uint32_t settle_pose_size(const sampler *work)
{
    uint32_t best = 0;
    if (work->described_poses > 0) return 0;
    for (uint32_t size = MIN_POSE; size < PDK_VCR_SIZES; size++) {
        if (work->pose_sizes[size] > work->pose_sizes[best]) best = size;
    }
    return best != 0 && work->pose_sizes[best] >= FEW_POSES ? best : 0;
}

pdk_status pdk_vcr_take_sample(const pdk_vcr_trial *trial, pdk_bytes bytes, pdk_vcr_sample *sample, pdk_error *stop)
{
    sampler work = { .trial = trial, .sample = sample };
    *sample = (pdk_vcr_sample){ 0 };
    pdk_vcr_shape_make(&work.shape, &trial->layout, &trial->head, bytes, 0, NULL);
    uint64_t at = work.shape.begin, begin = at;
    float last = -INFINITY;
    while (at < work.shape.end && sample->slices < MAX_SLICES && at - begin < MAX_BYTES) {
        if (pdk_vcr_is_counted(&work.shape, &trial->head, at, sample->slices, sample->events)) break;
        if (work.shape.end - at < work.shape.slice_head) return stop_at(&work, at, stop);
        float time = pdk_load_f32(bytes.data + at);
        sample->slices++;
        sample->rising += isfinite(time) && time >= last && fabsf(time) < 1e7f;
        if (isfinite(time)) last = time;
        pdk_status status = sample_slice(&work, &at, stop);
        if (status != PDK_OK) return status;
    }
    sample->whole = at == work.shape.end;
    sample->pose_size = settle_pose_size(&work);
    return PDK_OK;
}
