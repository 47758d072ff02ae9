/* Single values as text. */
#ifndef PADDOCK_CLI_VALUE_TEXT_H
#define PADDOCK_CLI_VALUE_TEXT_H

#include "paddock/paddock.h"

/* A value of an array that pdk_table_read filled with the column's own type. */
pdk_value cli_value_at(pdk_type type, const void *values, size_t row);
/* A number or a bool as text, which needs CLI_VALUE bytes: for people with at most nine digits, and yes or no;
 * otherwise exactly, and true or false. Returns its length. */
enum { CLI_VALUE = 32 };
size_t cli_value_text(char text[CLI_VALUE], const pdk_value *value, bool for_people);

#endif
