/* Everything that writes, as a list: what faults are tried on. */
#ifndef PADDOCK_TESTS_JOBS_H
#define PADDOCK_TESTS_JOBS_H

#include "support.h"

typedef struct writing_job writing_job;
typedef pdk_status (*job_run)(const writing_job *job, const pdk_document *document, const pdk_allocator *allocator,
                              pdk_output *output, pdk_error *error);

struct writing_job {
    char name[80];           /* "dump raf" */
    const uint8_t *data;     /* a file, packed bytes, or the text of a twin */
    size_t size;
    bool opens;              /* `run` wants `data` opened as a document */
    bool takes_allocator;    /* by way of the document or of options; the rest has libc's */
    bool caches;             /* leaves surfaces in the document, until that is closed */
    bool is_whole;           /* writes nothing unless all went well */
    job_run run;
    const char *codec, *like, *path, *value;
    int level;
};

typedef struct jobs {
    writing_job list[128];
    size_t count;
    uint8_t *kept[64]; /* what `data` points into */
    size_t kept_count;
} jobs;

/* `size` 0 makes small inputs, else they have about that many bytes where their format can. */
jobs *make_jobs(size_t size);
void free_jobs(jobs *all);

/* Opens, where the job wants it; fails the test otherwise. */
pdk_document *open_for(const writing_job *job, const pdk_allocator *allocator);
/* What the job writes, malloc'd. Fails the test when it does not. */
uint8_t *run_or_fail(const writing_job *job, size_t *size);

#endif
