/* A query in words, texts and what else it is written with. */
#ifndef PADDOCK_SQL_SESSION_SQL_TOKENS_H
#define PADDOCK_SQL_SESSION_SQL_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum sql_token_kind { SQL_END, SQL_WORD, SQL_TEXT, SQL_SEMICOLON, SQL_OTHER } sql_token_kind;

typedef struct sql_token {
    sql_token_kind kind;
    const char *at; /* of texts: between the quotes */
    size_t size;
    char quote; /* of texts: '\'', '"' or '$' */
} sql_token;

/* The first token from here on, without the blanks and comments before it. Returns what is after it. */
const char *sql_next_token(const char *at, sql_token *found);
/* In capitals or not. */
bool sql_is_word(const sql_token *found, const char *word);

#endif
