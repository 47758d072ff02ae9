/* What an edit gives, packed as the document was. */
#include <stdlib.h>

#include "support.h"

/* A lap packed with a header that is not the plainest; free it. */
static uint8_t *packed_lap(size_t *size)
{
    pdk_synth_options synth = PDK_SYNTH_OPTIONS_INIT;
    synth.seconds = 2;
    size_t plain_size;
    uint8_t *plain = synth_or_fail("raf", &synth, &plain_size);
    pdk_pack_options options = PDK_PACK_OPTIONS_INIT;
    options.variant = "11FB";
    options.level = 1;
    pdk_output *output = output_or_fail();
    pdk_error error;
    assert_ok(pdk_pack(plain, plain_size, &options, output, &error), error);
    free(plain);
    return take_bytes(output, size);
}

static pdk_output *write_packed(const pdk_document *document, const char *player)
{
    pdk_edit *edit = NULL;
    pdk_output *output = output_or_fail();
    pdk_error error;
    assert_ok(pdk_edit_open(document, &edit, &error), error);
    if (player != NULL) assert_ok(pdk_edit_set(edit, "player", player, &error), error);
    assert_ok(pdk_edit_write_packed(edit, output, &error), error);
    pdk_edit_close(edit);
    return output;
}

static void as_it_was(void **state)
{
    (void)state;
    size_t size;
    uint8_t *packed = packed_lap(&size);
    pdk_document *document = open_bytes_or_fail(packed, size);
    pdk_output *output = write_packed(document, NULL);
    assert_int_equal(pdk_output_bytes(output).size, size); /* though level 6 would make it smaller */
    assert_memory_equal(pdk_output_bytes(output).data, packed, size);
    pdk_output_close(output);
    output = write_packed(document, "Somebody");
    pdk_packing packing;
    pdk_error error;
    assert_ok(pdk_packing_of(pdk_output_bytes(output).data, pdk_output_bytes(output).size, &packing, &error), error);
    assert_string_equal(packing.codec, "refpack");
    assert_string_equal(packing.variant, "11FB");
    pdk_document *again = open_bytes_or_fail(pdk_output_bytes(output).data, pdk_output_bytes(output).size);
    assert_property_text(again, "player", "Somebody");
    pdk_close(again);
    pdk_output_close(output);
    pdk_close(document);
    free(packed);
}

/* What was rescued of a damaged packing is packed again: the old bytes would be damaged as before. */
static void damaged(void **state)
{
    (void)state;
    size_t size;
    uint8_t *packed = packed_lap(&size);
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.partial = true;
    pdk_document *document = NULL;
    pdk_error error;
    assert_ok(pdk_open_memory(packed, size - size / 8, &options, &document, &error), error);
    assert_non_null(pdk_document_packed(document));
    pdk_output *output = write_packed(document, NULL), *plain = NULL;
    plain = output_or_fail();
    assert_ok(pdk_unpack(pdk_output_bytes(output).data, pdk_output_bytes(output).size, plain, &error), error);
    pdk_output_close(plain);
    pdk_output_close(output);
    pdk_close(document);
    free(packed);
}

static void failures(void **state)
{
    (void)state;
    pdk_error error;
    pdk_synth_options synth = PDK_SYNTH_OPTIONS_INIT;
    synth.seconds = 1;
    size_t size;
    uint8_t *plain = synth_or_fail("raf", &synth, &size);
    pdk_document *document = open_bytes_or_fail(plain, size);
    pdk_output *output = output_or_fail();
    assert_fails(pdk_pack_again(document, plain, size, output, &error), error, PDK_E_ARGUMENT, "argument.codec",
                 PDK_NO_OFFSET);
    assert_fails(pdk_pack_again(NULL, plain, size, output, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_pack_again(document, NULL, 0, output, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_pack_again(document, plain, size, NULL, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_int_equal(pdk_output_bytes(output).size, 0);
    pdk_output_close(output);
    pdk_close(document);
    free(plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_it_was),
        cmocka_unit_test(damaged),
        cmocka_unit_test(failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
