/* A length, as many bytes of script, then a file. Each line of the script is a change ("player=A") or a cut
 * ("0.5:3:0,Ann", packed with gzip: "0.5:3z:"). A change gives what was requested; what a cut gives opens, if the file
 * did with nothing worse than notes. */
#include <stdlib.h>
#include <string.h>

#include "explore.h"
#include "fuzz.h"

enum { MAX_PACKED = 1 << 20 };

static void explain(const pdk_document *document, pdk_status status, const pdk_error *error)
{
    if (status != PDK_OK) explore_error(status, error, pdk_document_content(document).size);
}

/* ------------------------------------------------------------------------------------------------- changes */

/* Setting a field to what it is said to be changes nothing. */
static void set_again(pdk_edit *edit, const char *path)
{
    const char *text;
    char first[256];
    pdk_error error = { 0 };
    pdk_status status = pdk_edit_get(edit, path, &text, &error);
    require(status == PDK_OK);
    size_t size = strlen(text);
    if (size >= sizeof first) return;
    memcpy(first, text, size + 1);
    pdk_output *before = memory_output(), *after = memory_output();
    require(pdk_edit_write(edit, before, NULL) == PDK_OK);
    if (pdk_edit_set(edit, path, first, &error) == PDK_OK) {
        require(pdk_edit_write(edit, after, NULL) == PDK_OK);
        pdk_bytes a = pdk_output_bytes(before), b = pdk_output_bytes(after);
        require(a.size == b.size && memcmp(a.data, b.data, a.size) == 0);
    }
    pdk_output_close(before);
    pdk_output_close(after);
}

static void change(const pdk_document *document, pdk_edit *edit, char *line)
{
    char *value = strchr(line, '=');
    *value++ = '\0';
    pdk_error error = { 0 };
    pdk_status status = pdk_edit_set(edit, line, value, &error);
    explain(document, status, &error);
    if (status == PDK_OK) set_again(edit, line);
}

/* Packed as the file was, it unpacks to the same. */
static void finish_packed(const pdk_edit *edit, pdk_bytes plain)
{
    pdk_output *packed = memory_output(), *again = memory_output();
    require(pdk_edit_write_packed(edit, packed, NULL) == PDK_OK);
    pdk_bytes bytes = pdk_output_bytes(packed);
    require(pdk_unpack(bytes.data, bytes.size, again, NULL) == PDK_OK);
    bytes = pdk_output_bytes(again);
    require(bytes.size == plain.size && (plain.size == 0 || memcmp(bytes.data, plain.data, plain.size) == 0));
    pdk_output_close(packed);
    pdk_output_close(again);
}

static void finish(const pdk_document *document, pdk_edit *edit, bool whole)
{
    pdk_error error = { 0 };
    pdk_output *output = memory_output();
    explain(document, pdk_edit_recompute(edit, &error), &error);
    require(pdk_edit_write(edit, output, &error) == PDK_OK);
    pdk_bytes bytes = pdk_output_bytes(output);
    if (whole) require(bytes.size == pdk_document_content(document).size);
    if (pdk_document_packed(document) != NULL && bytes.size <= MAX_PACKED) finish_packed(edit, bytes);
    pdk_document *edited = NULL;
    pdk_status status = pdk_open_memory(bytes.data, bytes.size, NULL, &edited, &error);
    if (status != PDK_OK) explore_error(status, &error, UINT64_MAX);
    pdk_close(edited);
    pdk_output_close(output);
}

/* ---------------------------------------------------------------------------------------------------- cuts */

static void cut(const pdk_document *document, char *line, bool sound)
{
    enum { MAX_DRIVERS = 8 };
    const char *drivers[MAX_DRIVERS];
    pdk_cut_options options = PDK_CUT_OPTIONS_INIT;
    char *end;
    double from = strtod(line, &end);
    options.has_from = end != line;
    if (options.has_from) options.from = from;
    line = strchr(line, ':') + 1;
    double to = strtod(line, &end);
    options.has_to = end != line;
    if (options.has_to) options.to = to;
    options.gzip = *end == 'z';
    char *list = strchr(line, ':');
    options.drivers = drivers;
    for (char *name = list != NULL ? list + 1 : NULL; name != NULL && options.driver_count < MAX_DRIVERS;) {
        char *comma = strchr(name, ',');
        if (comma != NULL) *comma++ = '\0';
        drivers[options.driver_count++] = name;
        name = comma;
    }
    pdk_error error = { 0 };
    pdk_output *output = memory_output();
    pdk_status status = pdk_cut(document, &options, output, &error);
    explain(document, status, &error);
    if (status == PDK_OK && sound) {
        pdk_open_options opening = PDK_OPEN_OPTIONS_INIT;
        opening.format = pdk_document_format(document)->id;
        pdk_bytes bytes = pdk_output_bytes(output);
        pdk_document *part = NULL;
        require(pdk_open_memory(bytes.data, bytes.size, &opening, &part, &error) == PDK_OK);
        pdk_close(part);
    }
    pdk_output_close(output);
}

/* -------------------------------------------------------------------------------------------------- the run */

static bool is_worse_than_a_note(void *user, const pdk_finding *finding)
{
    *(bool *)user |= finding->severity > PDK_NOTE;
    return true;
}

/* A replay whose layout was found in spite of damage need not prove it again with most of it cut off. */
static bool is_sound(const pdk_document *document)
{
    bool worse = false;
    pdk_error error;
    require(pdk_check(document, PDK_CHECK_FULL, is_worse_than_a_note, &worse, NULL, &error) == PDK_OK);
    return !worse;
}

static void run_script(const pdk_document *document, char *script, bool whole)
{
    pdk_edit *edit = NULL;
    pdk_error error = { 0 };
    require(pdk_edit_open(document, &edit, &error) == PDK_OK);
    bool sound = whole && is_sound(document);
    for (char *line = script; line != NULL;) {
        char *next = strchr(line, '\n');
        if (next != NULL) *next++ = '\0';
        if (strchr(line, '=') != NULL) change(document, edit, line);
        else if (strchr(line, ':') != NULL) cut(document, line, sound);
        line = next;
    }
    finish(document, edit, whole);
    pdk_edit_close(edit);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0 || size <= data[0]) return 0;
    char script[256];
    size_t length = data[0];
    memcpy(script, data + 1, length);
    script[length] = '\0';
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.limits.memory = UINT64_C(256) << 20;
    pdk_document *document = NULL;
    pdk_status status = pdk_open_memory(data + 1 + length, size - 1 - length, &options, &document, NULL);
    bool whole = status == PDK_OK;
    options.partial = true;
    if (!whole) status = pdk_open_memory(data + 1 + length, size - 1 - length, &options, &document, NULL);
    if (status == PDK_OK) run_script(document, script, whole);
    pdk_close(document);
    return 0;
}
