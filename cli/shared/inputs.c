/* The files that this call reads: no output of it takes the place of one. */
#include <string.h>

#include "arguments.h"
#include "exit_status.h"
#include "inputs.h"
#include "lap_reference.h"
#include "messages.h"
#include "options.h"

static pdk_inputs *inputs; /* as long as the program */

int cli_begin_inputs(void)
{
    return pdk_inputs_create(&inputs, NULL) == PDK_OK ? CLI_FINE : cli_no_memory("the list of files read");
}

pdk_inputs *cli_inputs(void)
{
    return inputs;
}

int cli_add_input(const char *path)
{
    enum { STANDARD_INPUT = 0 };
    pdk_status status = strcmp(path, "-") == 0 ? pdk_inputs_add_descriptor(inputs, STANDARD_INPUT, NULL)
                                               : pdk_inputs_add(inputs, path, NULL);
    return status == PDK_OK ? CLI_FINE : cli_no_memory("the list of files read");
}

/* The word of a verb's operands, "FILE [TABLE]", that stands for this one; the last stands for all after it. */
static size_t word_of(const cli_verb *verb, int operand, const char **word)
{
    const char *at = verb->operands;
    size_t size = strcspn(at, " ");
    for (; operand > 0 && at[size] == ' '; operand--, size = strcspn(at, " ")) at += size + 1;
    *word = at;
    return size;
}

static bool is_word(const cli_verb *verb, int operand, const char *wanted)
{
    const char *word;
    size_t size = word_of(verb, operand, &word), length = strlen(wanted);
    return size >= length && memcmp(word, wanted, length) == 0;
}

/* FILE#DRIVER, too. */
static int add_lap(const char *reference)
{
    cli_lap lap;
    int status = cli_lap_of(&lap, reference);
    if (status == CLI_FINE) status = cli_add_input(lap.file);
    cli_forget_lap(&lap);
    return status;
}

static int add_operand(const cli_arguments *arguments, int i)
{
    static const char *const others[] = { "KIND", "FORMAT", "[", "TOOL", "DIR" };
    const cli_verb *verb = arguments->verb;
    bool of_table = is_word(verb, i, "[TABLE]") && cli_given(arguments, CLI_TABLE); /* then all are files */
    for (size_t k = 0; k < sizeof others / sizeof others[0] && !of_table; k++) {
        if (is_word(verb, i, others[k])) return CLI_FINE;
    }
    return is_word(verb, i, "LAP") ? add_lap(arguments->operands[i]) : cli_add_input(arguments->operands[i]);
}

/* Is the value of this option a file that is read? A line may be in one. */
static bool names_input(cli_option option, const char *value)
{
    const char *values = cli_option_infos[option].values;
    if (option == CLI_LINE) return cli_is_named(value, ".csv");
    return values != NULL && strcmp(values, "@file") == 0 && option != CLI_OUTPUT && option != CLI_TRUTH;
}

int cli_add_inputs(const cli_arguments *arguments)
{
    int status = CLI_FINE;
    for (int i = 0; i < arguments->count && status == CLI_FINE; i++) status = add_operand(arguments, i);
    for (int i = 0; i < arguments->all_count && status == CLI_FINE; i++) {
        if (names_input(arguments->all[i].option, arguments->all[i].value))
            status = cli_add_input(arguments->all[i].value);
    }
    return status;
}

int cli_check_apart(const char *path)
{
    if (path == NULL || strcmp(path, "-") == 0 || !pdk_inputs_has(inputs, path)) return CLI_FINE;
    return cli_usage("%s: output and input are the same file; give the output another name", path);
}
