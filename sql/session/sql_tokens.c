/* A query in words, texts and what else it is written with, as DuckDB reads it. */
#include "sql/session/sql_tokens.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static bool is_word_byte(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_' || byte == '.' || (unsigned char)byte >= 0x80;
}

/* Behind blanks and comments. */
static const char *skip_nothing(const char *at)
{
    for (;;) {
        at += strspn(at, " \t\r\n\f\v");
        if (at[0] == '-' && at[1] == '-') {
            at += strcspn(at, "\n");
        } else if (at[0] == '/' && at[1] == '*') {
            const char *end = strstr(at + 2, "*/");
            at = end != NULL ? end + 2 : at + strlen(at);
        } else {
            return at;
        }
    }
}

/* A text between quotes, which are doubled inside; in E'...' a backslash quotes the next byte, too. */
static const char *take_quoted(const char *at, bool escapes, sql_token *found)
{
    char quote = *at++;
    *found = (sql_token){ .kind = SQL_TEXT, .at = at, .quote = quote };
    for (; *at != '\0'; at++) {
        if (escapes && *at == '\\' && at[1] != '\0') at++;
        else if (*at == quote && at[1] == quote) at++;
        else if (*at == quote) break;
    }
    found->size = (size_t)(at - found->at);
    return *at != '\0' ? at + 1 : at;
}

/* $$text$$ and $tag$text$tag$; NULL where it is no such text. */
static const char *take_dollars(const char *at, sql_token *found)
{
    size_t tag = 1;
    while (at[tag] != '.' && is_word_byte(at[tag])) tag++;
    if (at[tag++] != '$') return NULL;
    for (const char *end = at + tag; (end = strchr(end, '$')) != NULL; end++) {
        if (strncmp(end, at, tag) != 0) continue;
        *found = (sql_token){ .kind = SQL_TEXT, .at = at + tag, .size = (size_t)(end - at) - tag, .quote = '$' };
        return end + tag;
    }
    return NULL;
}

const char *sql_next_token(const char *at, sql_token *found)
{
    at = skip_nothing(at);
    *found = (sql_token){ .kind = SQL_OTHER, .at = at, .size = 1 };
    if (*at == '\0') {
        found->kind = SQL_END;
        return at;
    }
    if (*at == '\'' || *at == '"') return take_quoted(at, false, found);
    if ((*at == 'e' || *at == 'E') && at[1] == '\'') return take_quoted(at + 1, true, found);
    const char *behind = *at == '$' ? take_dollars(at, found) : NULL;
    if (behind != NULL) return behind;
    if (*at == ';') found->kind = SQL_SEMICOLON;
    if (!is_word_byte(*at)) return at + 1;
    found->kind = SQL_WORD;
    while (is_word_byte(at[found->size])) found->size++;
    return at + found->size;
}

bool sql_is_word(const sql_token *found, const char *word)
{
    return found->kind == SQL_WORD && found->size == strlen(word) && strncasecmp(found->at, word, found->size) == 0;
}
