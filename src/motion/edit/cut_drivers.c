#include "edit/cut_drivers.h"

#include <stdlib.h>
#include <string.h>

#include "base/nearest_name.h"
#include "base/text.h"

static bool is_called(pdk_text name, const char *wanted)
{
    return name.size > 0 && pdk_text_is(name, wanted);
}

/* Everyone of that name: cars of one kind share theirs. */
static bool choose_name(const pdk_document *document, const char *wanted, bool *chosen)
{
    const pdk_cutter *cutter = pdk_format_of(document)->cut;
    bool found = false;
    pdk_cut_driver driver;
    for (size_t i = 0; (driver = cutter->driver(document, i)).name.data != NULL; i++) {
        if (!is_called(driver.name, wanted)) continue;
        chosen[driver.number] = found = true;
    }
    return found;
}

static bool choose_number(const pdk_document *document, const char *wanted, bool *chosen)
{
    const pdk_cutter *cutter = pdk_format_of(document)->cut;
    size_t digits = strspn(wanted, "0123456789");
    if (digits == 0 || digits > 9 || wanted[digits] != '\0') return false;
    unsigned long number = strtoul(wanted, NULL, 10);
    pdk_cut_driver driver;
    for (size_t i = 0; (driver = cutter->driver(document, i)).name.data != NULL; i++) {
        if (driver.number != number) continue;
        chosen[number] = true;
        return true;
    }
    return false;
}

/* Names of one's own choosing can hold anything; a message is a line. */
static pdk_status fail_unknown(const pdk_document *document, const char *wanted, pdk_memory *memory, pdk_error *error)
{
    const pdk_cutter *cutter = pdk_format_of(document)->cut;
    pdk_nearest_name nearest = { .wanted = wanted };
    pdk_cut_driver driver, first = cutter->driver(document, 0);
    for (size_t i = 0; (driver = cutter->driver(document, i)).name.data != NULL; i++) {
        char *name = pdk_text_printf(memory, "%.*s", (int)driver.name.size, driver.name.data);
        if (name == NULL) return pdk_fail_memory(error, memory, "the names of drivers");
        pdk_nearest_name_offer(&nearest, name);
        if (nearest.best != name) pdk_free(memory, name);
    }
    if (nearest.best != NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "cut.driver",
                        "there is no %s \"%.60s\"; did you mean \"%.60s\"?", cutter->person, wanted, nearest.best);
    }
    if (first.name.data == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "cut.driver",
                        "there is no %s \"%.60s\": the file has none at all", cutter->person, wanted);
    }
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "cut.driver",
                    "there is no %s \"%.60s\"; the first is %u, \"%.*s\"", cutter->person, wanted,
                    (unsigned)first.number, first.name.size < 60 ? (int)first.name.size : 60, first.name.data);
}

pdk_status pdk_cut_choose(const pdk_document *document, const pdk_cut_options *options, pdk_memory *memory,
                          const bool **chosen, pdk_error *error)
{
    *chosen = NULL;
    if (options->driver_count == 0) return PDK_OK;
    bool *numbers = pdk_alloc_array(memory, pdk_format_of(document)->cut->numbers, sizeof *numbers);
    if (numbers == NULL) return pdk_fail_memory(error, memory, "the chosen drivers");
    for (size_t i = 0; i < options->driver_count; i++) {
        const char *wanted = options->drivers[i];
        if (choose_name(document, wanted, numbers) || choose_number(document, wanted, numbers)) continue;
        return fail_unknown(document, wanted, memory, error);
    }
    *chosen = numbers;
    return PDK_OK;
}
