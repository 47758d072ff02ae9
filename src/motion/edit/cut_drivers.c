#include "edit/cut_drivers.h"

#include "base/nearest_name.h"
#include "base/text.h"

/* The best match among all drivers. */
static pdk_driver_match best_match(const pdk_document *document, const char *wanted)
{
    const pdk_cutter *cutter = pdk_format_of(document)->cut;
    pdk_driver_match best = PDK_DRIVER_NO;
    pdk_cut_driver driver;
    for (size_t i = 0; (driver = cutter->driver(document, i)).name.data != NULL; i++) {
        pdk_driver_match match = pdk_match_driver(driver.name, driver.number, wanted);
        if (match > best) best = match;
    }
    return best;
}

/* All drivers of a name: cars of one kind share theirs. The beginning of a word has to mean one name. */
static pdk_status choose(const pdk_document *document, const char *wanted, bool *chosen, pdk_error *error)
{
    const pdk_cutter *cutter = pdk_format_of(document)->cut;
    pdk_driver_match best = best_match(document, wanted);
    pdk_text name = { NULL, 0 };
    pdk_cut_driver driver;
    for (size_t i = 0; (driver = cutter->driver(document, i)).name.data != NULL; i++) {
        if (pdk_match_driver(driver.name, driver.number, wanted) != best) continue;
        if (name.data != NULL && best <= PDK_DRIVER_BEGINNING && !pdk_same_text(name, driver.name)) {
            return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "cut.driver",
                            "\"%.60s\" can be %.*s or %.*s: give more of the name, or the number", wanted,
                            name.size < 60 ? (int)name.size : 60, name.data,
                            driver.name.size < 60 ? (int)driver.name.size : 60, driver.name.data);
        }
        name = driver.name;
        chosen[driver.number] = true;
    }
    return PDK_OK;
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
        if (best_match(document, wanted) == PDK_DRIVER_NO) return fail_unknown(document, wanted, memory, error);
        pdk_status status = choose(document, wanted, numbers, error);
        if (status != PDK_OK) return status;
    }
    *chosen = numbers;
    return PDK_OK;
}
