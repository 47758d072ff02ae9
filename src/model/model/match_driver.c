/* Drivers as people name them. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "paddock/paddock.h"

static char lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

static bool begins(pdk_text name, size_t at, const char *wanted)
{
    size_t size = strlen(wanted);
    if (name.size - at < size) return false;
    for (size_t i = 0; i < size; i++) {
        if (lower(name.data[at + i]) != lower(wanted[i])) return false;
    }
    return true;
}

static bool is_slot(uint64_t slot, const char *wanted)
{
    size_t digits = strspn(wanted, "0123456789");
    return digits > 0 && digits < 10 && wanted[digits] == '\0' && strtoull(wanted, NULL, 10) == slot;
}

pdk_driver_match pdk_match_driver(pdk_text name, uint64_t slot, const char *wanted)
{
    if (name.size > 0 && pdk_text_is(name, wanted)) return PDK_DRIVER_NAME;
    if (is_slot(slot, wanted)) return PDK_DRIVER_SLOT;
    if (wanted[0] == '\0' || name.size == 0) return PDK_DRIVER_NO;
    if (begins(name, 0, wanted)) return PDK_DRIVER_BEGINNING;
    for (size_t at = 1; at < name.size; at++) {
        if (name.data[at - 1] == ' ' && begins(name, at, wanted)) return PDK_DRIVER_WORD;
    }
    return PDK_DRIVER_NO;
}
