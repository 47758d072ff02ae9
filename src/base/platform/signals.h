/* What reaches a program from outside, for the command. A library sets no handlers. */
#ifndef PADDOCK_PLATFORM_SIGNALS_H
#define PADDOCK_PLATFORM_SIGNALS_H

#include <stdbool.h>

/* A reader that leaves, a file that may not grow: seen where we write, and nowhere else. */
void pdk_signals_of_writing_off(void);

/* From here on the first interrupt (Ctrl-C, the request to end, the closing of the console's window or a terminal that
 * disappears, unless the program is to outlive that) is only noted; the second ends the program. */
void pdk_catch_interrupts(void);
bool pdk_interrupted(void);
/* Ends the program by the interrupt that was noted, as shells expect. Returns where the system has no such end. */
void pdk_end_by_interrupt(void);

/* Pages of a mapped file that cannot be read any more, because another program cut the file. */
typedef struct pdk_lost_pages {
    bool (*are_ours)(const void *address); /* asked in the handler: takes no locks */
    const char *texts[4];                  /* what to say on standard error, one after the other; NULL ends them */
    int status;                            /* what to end with, at once */
} pdk_lost_pages;

/* A thread that touches such a page ends the program in this way; if several do, one writes the message. Pages that are
 * not ours end it as the system does. `pages` stays, and its texts may change. */
void pdk_answer_lost_pages(const pdk_lost_pages *pages);

#endif
