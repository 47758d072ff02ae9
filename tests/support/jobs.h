/* Everything that writes, as a list: what faults are tried on. */
#ifndef PADDOCK_TESTS_JOBS_H
#define PADDOCK_TESTS_JOBS_H

#include "support.h"

typedef struct writing_job writing_job;
typedef pdk_status (*job_run)(const writing_job *job, const pdk_document *document, const pdk_allocator *allocator,
                              pdk_output *output, pdk_error *error);

struct writing_job {
    char name[80];       /* "dump raf" */
    const uint8_t *data; /* a file, packed bytes, or the text of a twin */
    size_t size;
    bool opens;           /* `run` wants `data` opened as a document */
    bool takes_allocator; /* by way of the document or of options; the rest has libc's */
    bool caches;          /* leaves surfaces in the document, until that is closed */
    bool is_whole;        /* writes nothing unless all went well */
    job_run run;
    const char *codec, *like, *path, *value;
    const uint8_t *more; /* a picture */
    size_t more_size;
    int level;
};

typedef struct jobs {
    writing_job list[256];
    size_t count;
    uint8_t *kept[96]; /* what `data` points into */
    size_t kept_count;
} jobs;

/* `size` 0 makes small inputs, otherwise they have about that many bytes where their format can. */
jobs *make_jobs(size_t size);
void free_jobs(jobs *all);

/* --- for those that add jobs --- */

writing_job *job_add(jobs *all, job_run run, const char *verb, const char *what, const uint8_t *data, size_t size);
/* A job over an opened document, which has the memory. */
writing_job *job_add_open(jobs *all, job_run run, const char *verb, const char *what, const uint8_t *data, size_t size);
/* Does the last one work here? What this build or this document cannot do at all is no job. */
void job_drop_unsupported(jobs *all);
uint8_t *job_keep(jobs *all, uint8_t *data);
/* The one given, or libc's for NULL. */
pdk_allocator job_allocator(const pdk_allocator *allocator);

/* --- jobs_surface.c, jobs_import.c, jobs_picture.c --- */
void job_add_surfaces(jobs *all, const uint8_t *surface, size_t size);
void job_add_imports(jobs *all, const uint8_t *surface, size_t size);
void job_add_pictures(jobs *all, const uint8_t *set, size_t size);
void job_add_cars(jobs *all);

/* Calls that make files themselves, in a folder. */
typedef struct filing_job filing_job;
struct filing_job {
    char name[80];
    const uint8_t *data; /* a file, opened for it */
    size_t size;
    const char *target; /* of a conversion; NULL = pictures, each separately */
    bool together;      /* its files appear together or not at all */
};

typedef struct filing_jobs {
    filing_job list[96];
    size_t count;
    uint8_t *kept[8];
    size_t kept_count;
} filing_jobs;

/* jobs_files.c */
filing_jobs *make_filing_jobs(void);
void free_filing_jobs(filing_jobs *all);
/* Opens `data` with the allocator and makes the files. */
pdk_status run_filing(const filing_job *job, const pdk_allocator *allocator, const char *folder, pdk_error *error);
/* What is in a folder, by name. */
typedef struct folder_files {
    char names[16][64];
    uint8_t *data[16];
    size_t sizes[16], count;
} folder_files;
void read_folder(const char *folder, folder_files *files);
void free_folder(folder_files *files);
/* Takes all files out of a folder; fails the test when one is not among `wanted`, or not as it is there. Returns how
 * many. */
size_t empty_folder(const char *folder, const folder_files *wanted);

/* --- to run them --- */

/* Opens, where the job wants it; fails the test otherwise. */
pdk_document *open_for(const writing_job *job, const pdk_allocator *allocator);
/* What the job writes, malloc'd. Fails the test when it does not. */
uint8_t *run_or_fail(const writing_job *job, size_t *size);

#endif
