/* Parts of `paddock info`. */
#ifndef PADDOCK_CLI_INFO_H
#define PADDOCK_CLI_INFO_H

#include "output.h"
#include "paddock/paddock.h"

/* The answers to what people ask of a file first, a line each; how many there are. (info_answers.c) */
size_t cli_put_answers(cli_out *out, const pdk_document *document);

#endif
