/* Everything that can be asked of a document: tables, check, answers, plots, pages, and every target of a conversion.
 * Each gives a result or a reason; what that is, is for other tests. */
#ifndef PADDOCK_TESTS_ASK_ALL_H
#define PADDOCK_TESTS_ASK_ALL_H

#include "paddock/paddock.h"

/* Kinds of questions, for those that have no time for all. */
enum { ASK_TABLES = 1, ASK_ANSWERS = 2, ASK_PLOTS = 4, ASK_PAGES = 8, ASK_TARGETS = 16, ASK_ALL = 31 };

/* Returns how many calls succeeded. Uses no assertion, so that any thread may call it. */
size_t ask_all(const pdk_document *document, unsigned kinds);

#endif
