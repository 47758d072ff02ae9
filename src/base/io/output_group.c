#include "io/output_group.h"

#include "base/parallel.h"

static void settle(void *user, size_t thread, uint64_t first, uint64_t count)
{
    (void)thread;
    pdk_output *const *outputs = user;
    for (uint64_t i = first; i < first + count; i++) {
        if (outputs[i] != NULL) pdk_output_settle(outputs[i], NULL);
    }
}

pdk_status pdk_outputs_settle(pdk_output *const *outputs, size_t count, pdk_error *error)
{
    pdk_parallel job = { .count = count, .piece = 1, .threads = PDK_WAITING_THREADS, .work = settle };
    job.user = (void *)(uintptr_t)outputs;
    pdk_parallel_run(&job);
    for (size_t i = 0; i < count; i++) {
        pdk_status status = outputs[i] != NULL ? pdk_output_failure(outputs[i], error) : PDK_OK;
        if (status != PDK_OK) return status;
    }
    return PDK_OK;
}
