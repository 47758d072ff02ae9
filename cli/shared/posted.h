/* What a verb posts: titles, tables and notes are collected, and written as what the name of OUT says: text, Markdown,
 * HTML, a picture, or code blocks for chats (--chat). */
#ifndef PADDOCK_CLI_POSTED_H
#define PADDOCK_CLI_POSTED_H

#include "arguments.h"
#include "output.h"

/* The extensions of OUT that a posting can be, for cli_verb.kinds, and the options that a verb takes for them. */
#define CLI_POSTED_KINDS "txt md html png svg pdf"
#define CLI_POSTING CLI_CHAT, CLI_SIZE, CLI_THEME

/* Is OUT a posting by its name, or by --chat? */
bool cli_is_posted(const cli_arguments *arguments);
/* What is wrong with --chat, --size and --theme; CLI_FINE = nothing. `picture`: whatever OUT is called. */
int cli_check_posted(const cli_arguments *arguments, bool picture);

/* Parts are collected in out->posting from now on, if they are not yet; nothing else is printed meanwhile. Tables come
 * with cli_text_print (text_table.h). */
int cli_begin_posting(cli_out *out);
void cli_post_title(cli_out *out, const char *title, const char *detail);
void cli_post_heading(cli_out *out, const char *heading);
void cli_post_note(cli_out *out, const char *format, ...) CLI_PRINTF(2, 3);
void cli_post_fact(cli_out *out, const char *name, const char *format, ...) CLI_PRINTF(3, 4);
/* Text is written at once: it does not wait for several files. Other forms wait for the end. What comes next begins
 * with cli_begin_posting. */
int cli_flush_posting(cli_out *out, const cli_arguments *arguments);
/* Writes what is left. `picture`: SVG, if the name of OUT says nothing. */
int cli_end_posting(cli_out *out, const cli_arguments *arguments, bool picture);
/* In any case, before `out` is closed. */
void cli_forget_posting(cli_out *out);

#endif
