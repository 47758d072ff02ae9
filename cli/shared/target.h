/* Converting: what the options say, origins, and a document written as a target (target.c, origin.c). */
#ifndef PADDOCK_CLI_TARGET_H
#define PADDOCK_CLI_TARGET_H

#include "arguments.h"
#include "converted.h"
#include "paddock/paddock.h"

/* The options of a conversion, those of single targets among them; cli_convert hands over those that say something. */
typedef struct cli_conversion {
    pdk_convert_options shared;
    pdk_recording_options recording;
    pdk_scene_options scene;
    pdk_glb_options glb;
    pdk_ply_options ply; /* `ascii` is for CRG, too */
    pdk_crg_options crg;
    pdk_rld_options rld;
    pdk_srt_options srt;
    pdk_opendrive_options opendrive;
} cli_conversion;

/* Reads --axes, --scale, --origin and the rest of what converting takes, and the origin that was kept beside `in`.
 * Texts are the arguments'; cli_forget_conversion frees the line. Art, shapes and recordings are the caller's. */
int cli_read_conversion(const cli_arguments *arguments, const char *in, cli_conversion *conversion);
/* --line as points, also those of a CSV file, to be freed; none when it is not given. */
int cli_line_of(const cli_arguments *arguments, double (**points)[2], size_t *count);
/* --line as the two ends of a start line, X1,Y1,X2,Y2; *given says whether it is. */
int cli_start_line_of(const cli_arguments *arguments, double ends[4], bool *given);
void cli_forget_conversion(cli_conversion *conversion);
/* The origin in `path`.origin.json, for the points of that file. CLI_FINE also when there is no such file, *given says
 * whether there is; otherwise what is wrong with it has been said. (origin.c) */
int cli_read_origin(const char *path, double origin[3], bool *given);
/* The same, or what --source-origin says; without both *given is false, and the file itself may state one. */
int cli_source_origin(const cli_arguments *arguments, const char *in, double origin[3], bool *given);
/* An option's number above 0; *value stays without the option. */
int cli_read_above_zero(const cli_arguments *arguments, cli_option option, double *value);
/* Is there a target of this id? Says so otherwise. */
int cli_check_target(const char *id);
/* Writes `document` to `path` ("-" is standard output) as the target `id`, NULL = by the name; prints the notes and
 * where an origin went. `in` is for messages. `converted` may be NULL. */
int cli_convert(const pdk_document *document, const char *in, const char *path, const char *id,
                cli_conversion *conversion, cli_converted *converted);

#endif
