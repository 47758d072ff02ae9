/* What a document holds, as JSON: what `info --json` prints, and all that is known. */
#include <stdlib.h>
#include <string.h>

#include "support.h"

/* `path` NULL: as a table, with details. */
static char *described(const pdk_document *document, const pdk_describe_options *options, const pdk_table *table)
{
    pdk_output *output = output_or_fail();
    pdk_error error;
    if (table != NULL) assert_ok(pdk_describe_table(table, output, &error), error);
    else assert_ok(pdk_describe(document, options, output, &error), error);
    pdk_bytes bytes = pdk_output_bytes(output);
    char *text = malloc(bytes.size + 1);
    assert_non_null(text);
    memcpy(text, bytes.data, bytes.size);
    text[bytes.size] = '\0';
    pdk_output_close(output);
    return text;
}

static pdk_document *make(const char *format)
{
    pdk_output *output = output_or_fail();
    pdk_error error;
    assert_ok(pdk_synth(format, NULL, output, &error), error);
    pdk_bytes bytes = pdk_output_bytes(output);
    pdk_output *kept = output; /* the document reads from it */
    pdk_document *document = NULL;
    void *copy = malloc(bytes.size);
    assert_non_null(copy);
    memcpy(copy, bytes.data, bytes.size);
    pdk_output_close(kept);
    assert_ok(pdk_open_memory(copy, bytes.size, NULL, &document, &error), error);
    return document;
}

static void unmake(pdk_document *document)
{
    void *bytes = (void *)(uintptr_t)pdk_document_content(document).data;
    pdk_close(document);
    free(bytes);
}

#define HAS(text, part) assert_non_null(strstr((text), (part)))
#define LACKS(text, part) assert_null(strstr((text), (part)))

static void usual(void **state)
{
    (void)state;
    pdk_document *lap = make("raf");
    pdk_describe_options options = PDK_DESCRIBE_OPTIONS_INIT;
    options.path = "laps/a \"b\".raf";
    char *text = described(lap, &options, NULL);
    HAS(text, "{\"path\":\"laps/a \\\"b\\\".raf\",\"format\":\"raf\",\"dialect\":\"");
    HAS(text, "{\"name\":\"laps\",\"computed\":true,\"rows\":");
    LACKS(text, "meaning");
    LACKS(text, "\"answers\"");
    LACKS(text, "property_facts");
    assert_int_equal(text[strlen(text) - 1], '}');
    free(text);
    text = described(lap, NULL, NULL);
    assert_memory_equal(text, "{\"format\":", 10);
    free(text);
    unmake(lap);
}

static void with_details(void **state)
{
    (void)state;
    pdk_document *lap = make("raf");
    pdk_describe_options options = PDK_DESCRIBE_OPTIONS_INIT;
    options.details = true;
    char *text = described(lap, &options, NULL);
    LACKS(text, "\"computed\":true");
    HAS(text, "\"answers\":[{\"name\":\"laps\",\"meaning\":\"");
    HAS(text, "\"track_length\":{\"unit\":\"m\",\"meaning\":");
    HAS(text, "\"sorted_by\":\"time\"");
    HAS(text, "\"title\":\"Live for Speed RAF telemetry\",\"certainty\":\"confirmed\",\"basis\":\"");
    free(text);
    unmake(lap);

    pdk_document *road = make("rld");
    text = described(road, &options, NULL);
    HAS(text, "\"origin\":[0,0,0],\"certainty\":\"");
    HAS(text, "\"answers\":[]");
    free(text);
    unmake(road);
}

static void evidence_of_motion(void **state)
{
    (void)state;
    pdk_document *race = make("vcr");
    pdk_describe_options options = PDK_DESCRIBE_OPTIONS_INIT;
    char *without = described(race, &options, NULL);
    options.evidence = true;
    char *with = described(race, &options, NULL);
    assert_true(strlen(with) > strlen(without));
    HAS(with, "nose");
    LACKS(without, "nose");
    free(with);
    free(without);
    unmake(race);
}

static void tables(void **state)
{
    (void)state;
    pdk_document *race = make("vcr");
    const pdk_table *laps;
    pdk_error error;
    assert_ok(pdk_answer(race, "laps", &laps, &error), error);
    char *text = described(NULL, NULL, laps);
    HAS(text, "{\"name\":\"laps\",\"computed\":false,\"meaning\":\"");
    HAS(text, "\"certainty\":\"");
    HAS(text, "\"nullable\":true");
    free(text);
    unmake(race);
}

static pdk_status refuse(void *user, const void *data, size_t size)
{
    (void)user;
    (void)data;
    (void)size;
    return PDK_E_IO;
}

static void failures(void **state)
{
    (void)state;
    pdk_document *lap = make("raf");
    pdk_error error;
    pdk_output *output = output_or_fail();
    assert_fails(pdk_describe(NULL, NULL, output, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_describe(lap, NULL, NULL, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_describe_table(NULL, output, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    pdk_describe_options unset = { 0 };
    assert_fails(pdk_describe(lap, &unset, output, &error), error, PDK_E_ARGUMENT, "argument.options", PDK_NO_OFFSET);
    assert_int_equal(pdk_output_position(output), 0);
    pdk_output_close(output);
    assert_ok(pdk_output_callback(refuse, NULL, &output, &error), error);
    pdk_status status = PDK_OK;
    for (int i = 0; i < 64 && status == PDK_OK; i++) status = pdk_describe(lap, NULL, output, &error);
    assert_int_equal(status, PDK_E_IO); /* once what is held back is written */
    pdk_output_close(output);
    unmake(lap);
}

int main(void)
{
    const struct CMUnitTest all[] = { cmocka_unit_test(usual), cmocka_unit_test(with_details),
                                      cmocka_unit_test(evidence_of_motion), cmocka_unit_test(tables),
                                      cmocka_unit_test(failures) };
    return cmocka_run_group_tests(all, NULL, NULL);
}
