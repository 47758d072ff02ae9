/* Logs of text that tests write line by line, and what they must become. */
#ifndef PADDOCK_TESTS_TEXT_LOG_H
#define PADDOCK_TESTS_TEXT_LOG_H

#include "support.h"

extern char text_log[1 << 20]; /* what was put */
extern size_t text_log_size;

void text_log_begin(void);
void text_log_put(const char *format, ...) __attribute__((format(printf, 1, 2)));
pdk_document *text_log_open(const char *id); /* it is known by its first line */
size_t text_log_find(const char *what);      /* its offset */

/* The finding is there once, and at this offset; SIZE_MAX = wherever. */
void assert_finding_at(const pdk_document *document, const char *code, size_t offset);
void assert_no_findings(const pdk_document *document);
size_t laps_of(const pdk_document *document);
/* time NaN = the lap has none */
void assert_lap_at(const pdk_document *document, size_t index, double start, double time);

#endif
