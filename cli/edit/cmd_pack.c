/* paddock pack: a file packed as the games pack theirs. */
#include <string.h>

#include "arguments.h"
#include "edited.h"
#include "exit_status.h"
#include "layout.h"
#include "messages.h"
#include "open.h"
#include "options.h"
#include "output.h"
#include "platform/signals.h"
#include "progress.h"

static const char *codec_id(const void *user, size_t index)
{
    (void)user;
    if (index == pdk_codec_count()) return "auto";
    const pdk_codec_info *info = pdk_codec_at(index);
    return info != NULL ? info->id : NULL;
}

static int check_codec(const char *id)
{
    const char *known;
    for (size_t i = 0; id != NULL && (known = codec_id(NULL, i)) != NULL; i++) {
        if (strcmp(known, id) == 0) return CLI_FINE;
    }
    return id != NULL ? cli_no_such(NULL, "codec", id, codec_id, NULL) : CLI_FINE;
}

static int parse(const cli_arguments *arguments, pdk_pack_options *options)
{
    const char *level = arguments->values[CLI_LEVEL];
    options->codec = arguments->values[CLI_CODEC];
    options->like = arguments->values[CLI_LIKE];
    options->variant = arguments->values[CLI_VARIANT];
    if (level != NULL && (level[0] < '1' || level[0] > '9' || level[1] != '\0')) {
        return cli_usage("--level takes a number from 1 (fast) to 9 (smallest), not \"%s\"", level);
    }
    options->level = level != NULL ? level[0] - '0' : 0;
    return check_codec(options->codec);
}

/* What became of the file, where that does not stand among its bytes. */
static void report(const cli_out *file, pdk_bytes packed, size_t size)
{
    cli_out out;
    pdk_packing packing;
    char before[32], after[32];
    if (cli_is_quiet() || !file->is_file || pdk_packing_of(packed.data, packed.size, &packing, NULL) != PDK_OK) return;
    if (cli_open_out(&out, NULL) != CLI_FINE) return;
    cli_put_name(&out, file->name, 0);
    cli_print(&out, ": %s (%s), %s bytes from %s", packing.codec, packing.variant, cli_grouped(after, packed.size),
              cli_grouped(before, size));
    if (size > 0) cli_print(&out, ": %.1f %%", 100.0 * (double)packed.size / (double)size);
    cli_print(&out, "\n");
    cli_close_out(&out, CLI_FINE);
}

static int write_out(const cli_arguments *arguments, const char *path, pdk_bytes packed, size_t size)
{
    cli_out out;
    pdk_error error;
    int status = cli_open_edit(&out, arguments, path);
    if (status != CLI_FINE) return status;
    if (pdk_output_write(out.output, packed.data, packed.size, &error) != PDK_OK) status = cli_fail_out(&out, &error);
    cli_out written = out;
    status = cli_close_out(&out, status);
    if (status == CLI_FINE) report(&written, packed, size);
    return status;
}

static int pack(const cli_arguments *arguments, const cli_input *input, pdk_pack_options *options, const char *path)
{
    const char *in = arguments->operands[0];
    pdk_error error;
    pdk_output *packed;
    cli_progress progress;
    if (pdk_output_memory(&packed, &error) != PDK_OK) return cli_fail(cli_file_name(in), &error);
    pdk_catch_interrupts();
    cli_progress_begin(&progress, "packing");
    options->progress = cli_progress_step;
    options->progress_user = &progress;
    pdk_status done = pdk_pack(input->bytes != NULL ? input->bytes : "", input->size, options, packed, &error);
    cli_progress_end(&progress);
    int status = CLI_FINE;
    if (done == PDK_E_ARGUMENT) status = cli_usage("%s", error.message);
    else if (done != PDK_OK) status = cli_fail(cli_file_name(in), &error);
    else status = write_out(arguments, path, pdk_output_bytes(packed), input->size);
    pdk_output_close(packed);
    return status;
}

static int run_pack(const cli_arguments *arguments)
{
    const char *in = arguments->operands[0], *path;
    pdk_pack_options options = PDK_PACK_OPTIONS_INIT;
    int status = parse(arguments, &options);
    if (status == CLI_FINE) status = cli_edit_target(arguments, in, &path);
    if (status != CLI_FINE) return status;
    cli_input input;
    status = cli_read(&input, in);
    if (status != CLI_FINE) return status;
    status = pack(arguments, &input, &options, path);
    cli_close(&input);
    return status;
}

static const cli_option takes[] = { CLI_CODEC,   CLI_LEVEL,    CLI_LIKE,  CLI_VARIANT,
                                    CLI_OUTPUTS, CLI_IN_PLACE, CLI_QUIET, CLI_HELP };

const cli_verb cli_verb_pack = {
    .name = "pack",
    .operands = "FILE [OUT]",
    .summary = "pack a file as the games do, or smaller",
    .details =
        "Level 9 of refpack is the smallest there can be. --codec auto tries all and takes the smallest, which may\n"
        "be gzip: Need for Speed does not read that one.",
    .purpose = CLI_CHANGE,
    .examples = { "paddock pack AL1.FSH AL1.QFS --level 9", "as small as RefPack can be",
                  "paddock pack AL3.FSH AL3.QFS --like ea1998", "the bytes the game's own packer made" },
    .options = takes,
    .min_operands = 1,
    .max_operands = 1,
    .has_out = true,
    .run = run_pack,
};
