/* HTML written to an output: texts escaped, tables of people's numbers. */
#ifndef PADDOCK_PAGE_HTML_H
#define PADDOCK_PAGE_HTML_H

#include "page/page_bundle.h"

/* Our own markup. */
void pdk_html_put(pdk_output *output, const char *markup);
/* Text of a file: & < > " ' are escaped, control characters become U+FFFD. */
void pdk_html_text(pdk_output *output, const char *text, size_t size);
/* JSON for a script element that does not run: < > & and the line ends of Unicode as \uXXXX, so that nothing in it ends
 * the element. */
void pdk_html_json(pdk_output *output, pdk_bytes json);

/* --- page_static.c: the main answer of each document as plain tables --- */
pdk_status pdk_page_put_static(const pdk_page_bundle *bundle, pdk_output *output, pdk_error *error);
/* The title of the page. */
void pdk_page_put_title(const pdk_page_bundle *bundle, pdk_output *output);

/* --- page_html.c --- */
pdk_status pdk_page_put_html(const pdk_page_bundle *bundle, const pdk_page_front *front, pdk_output *output,
                             pdk_error *error);

#endif
