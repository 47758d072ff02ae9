/* Texts that DuckDB hands over as values. */
#include <stdlib.h>
#include <string.h>

#include "sql/sql_functions.h"

/* [text, 'end'] as DuckDB spells it; NULL when out of memory. */
static char *spell_in_list(duckdb_value text)
{
    duckdb_logical_type type = duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR);
    duckdb_value end = duckdb_create_varchar("end"), both[2] = { text, end };
    duckdb_value list = duckdb_create_list_value(type, both, 2);
    char *spelled = list != NULL ? duckdb_get_varchar(list) : NULL;
    if (list != NULL) duckdb_destroy_value(&list);
    duckdb_destroy_value(&end);
    duckdb_destroy_logical_type(&type);
    return spelled;
}

/* DuckDB's stable interface gives a value's text without its length, so a NUL looks like its end. In a list something
 * comes after the text: a list with the value is spelled as one with the text only where that is all of it. */
static bool is_whole(duckdb_value value, const char *text)
{
    duckdb_value same = duckdb_create_varchar(text);
    char *theirs = spell_in_list(value), *ours = spell_in_list(same);
    bool whole = theirs != NULL && ours != NULL && strcmp(theirs, ours) == 0;
    duckdb_free(theirs);
    duckdb_free(ours);
    duckdb_destroy_value(&same);
    return whole;
}

char *sql_value_text(duckdb_value value, bool *cut)
{
    if (value == NULL || duckdb_is_null_value(value)) return NULL;
    bool is_text = duckdb_get_type_id(duckdb_get_value_type(value)) == DUCKDB_TYPE_VARCHAR;
    char *theirs = duckdb_get_varchar(value), *ours = NULL;
    if (theirs != NULL && is_text && !is_whole(value, theirs)) *cut = true;
    else if (theirs != NULL) ours = malloc(strlen(theirs) + 1);
    if (ours != NULL) strcpy(ours, theirs);
    duckdb_free(theirs);
    return ours;
}
