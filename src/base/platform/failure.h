/* Why a call of the system failed. */
#ifndef PADDOCK_PLATFORM_FAILURE_H
#define PADDOCK_PLATFORM_FAILURE_H

typedef enum pdk_failure_kind {
    PDK_FAILED,             /* for what the reason says */
    PDK_FAILED_MEMORY,      /* out of memory */
    PDK_FAILED_ABSENT,      /* there is no such file, or no such folder, or none can have this name */
    PDK_FAILED_EXISTS,      /* something of this name is there already */
    PDK_FAILED_READER_GONE, /* this pipe has no reader any more */
} pdk_failure_kind;

/* Filled by calls that fail, and only then. Calls take NULL from callers that do not ask. */
typedef struct pdk_failure {
    pdk_failure_kind kind;
    const char *doing; /* "cannot create a file in its folder", by calls that do several things; otherwise NULL */
    char reason[128];  /* the system's: "No such file or directory" */
} pdk_failure;

#endif
