/* Arrow arrays compared with what pdk_table_read gives: our own reader, which knows only Arrow's specification. */
#ifndef PADDOCK_TESTS_ARROW_LOOK_H
#define PADDOCK_TESTS_ARROW_LOOK_H

#include "support.h"

/* A stream with these options, which must start. */
struct ArrowArrayStream stream_or_fail(const pdk_table *table, const pdk_arrow_options *options);
/* The next batch; false at the end. */
bool next_or_fail(struct ArrowArrayStream *stream, struct ArrowArray *batch);

/* The value of a key in Arrow metadata, malloc'd; NULL when there is none. */
char *metadata_value(const char *metadata, const char *key);

/* Streams a table and compares every value, every null and the schema with the table. Returns the rows. */
uint64_t assert_stream_is_table(const pdk_table *table, const pdk_arrow_options *options);
/* The same for all tables of a document, its answers included, in several ways. Returns how many tables. */
size_t assert_streams_are_tables(const pdk_document *document);

#endif
