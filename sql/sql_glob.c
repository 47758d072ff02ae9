/* Names and patterns: '*', '?' and '[a-c]' within a name. */
#include <string.h>

#include "platform/path.h"
#include "sql/sql_walk.h"

bool sql_is_pattern(const char *text)
{
    return strpbrk(text, "*?[") != NULL;
}

/* Between two characters, in the case that it has or, where names are the same in both, the other. */
static bool is_between(char first, char letter, char last)
{
    char other = pdk_path_other_case(letter);
    return (first <= letter && letter <= last) || (first <= other && other <= last);
}

/* One of the characters of "[a-c_]", whose '[' is before `at`; *end is after its ']'. NULL end: it is never closed. */
static bool fits_set(const char *at, char letter, const char **end)
{
    bool inverted = *at == '!' || *at == '^', found = false;
    const char *from = at + inverted;
    *end = NULL;
    for (at = from; *at != '\0' && (*at != ']' || at == from); at++) {
        if (at[1] == '-' && at[2] != ']' && at[2] != '\0') {
            found |= is_between(at[0], letter, at[2]);
            at += 2;
        } else {
            found |= is_between(*at, letter, *at);
        }
    }
    if (*at == ']') *end = at + 1;
    return found != inverted;
}

/* In time that grows with the product of both. */
bool sql_name_fits(const char *pattern, size_t size, const char *name)
{
    const char *end = pattern + size, *star = NULL, *again = NULL;
    while (*name != '\0') {
        const char *behind = NULL;
        bool same = false;
        if (pattern < end && *pattern == '*') {
            star = ++pattern;
            again = name;
            continue;
        }
        if (pattern < end && *pattern == '[') {
            same = fits_set(pattern + 1, *name, &behind);
            if (behind == NULL || behind > end) same = *name == '[', behind = pattern + 1;
        } else if (pattern < end) {
            same = *pattern == '?' || is_between(*pattern, *name, *pattern);
            behind = pattern + 1;
        }
        if (same) {
            pattern = behind;
            name++;
        } else if (star != NULL) {
            pattern = star;
            name = ++again;
        } else {
            return false;
        }
    }
    while (pattern < end && *pattern == '*') pattern++;
    return pattern == end;
}
