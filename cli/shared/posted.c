#include "posted.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exit_status.h"
#include "messages.h"
#include "option_values.h"
#include "options.h"
#include "output.h"

typedef enum posted_form { POSTED_TEXT, POSTED_CHAT, POSTED_MARKDOWN, POSTED_HTML, POSTED_PICTURE } posted_form;

static const struct {
    const char *extension;
    posted_form form;
    pdk_plot_format picture;
} kinds[] = {
    { ".txt", POSTED_TEXT, PDK_PLOT_SVG },    { ".md", POSTED_MARKDOWN, PDK_PLOT_SVG },
    { ".html", POSTED_HTML, PDK_PLOT_SVG },   { ".svg", POSTED_PICTURE, PDK_PLOT_SVG },
    { ".png", POSTED_PICTURE, PDK_PLOT_PNG }, { ".pdf", POSTED_PICTURE, PDK_PLOT_PDF },
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* KINDS = the name says nothing. */
static size_t kind_of(const cli_arguments *arguments)
{
    const char *path = arguments->values[CLI_OUTPUT];
    size_t kind = 0;
    while (kind < KINDS && (path == NULL || !cli_is_named(path, kinds[kind].extension))) kind++;
    return kind;
}

static posted_form form_of(const cli_arguments *arguments, bool picture)
{
    size_t kind = kind_of(arguments);
    if (cli_given(arguments, CLI_CHAT)) return POSTED_CHAT;
    if (kind == KINDS) return picture ? POSTED_PICTURE : POSTED_TEXT;
    return kinds[kind].form;
}

bool cli_is_posted(const cli_arguments *arguments)
{
    return cli_given(arguments, CLI_CHAT) || kind_of(arguments) < KINDS;
}

int cli_check_posted(const cli_arguments *arguments, bool picture)
{
    static const char *const others[] = { ".csv", ".json" };
    const char *path = arguments->values[CLI_OUTPUT], *theme = arguments->values[CLI_THEME];
    size_t kind = kind_of(arguments);
    bool chat = cli_given(arguments, CLI_CHAT), drawn = picture || form_of(arguments, picture) == POSTED_PICTURE;
    bool other = kind < KINDS && kinds[kind].form > POSTED_MARKDOWN;
    for (size_t i = 0; i < sizeof others / sizeof others[0] && path != NULL; i++)
        other |= cli_is_named(path, others[i]);
    if (chat && (other || picture)) return cli_usage("--chat writes Markdown: OUT may be .md or .txt, not %s", path);
    if (chat && cli_given(arguments, CLI_JSON)) return cli_usage("--chat and --json contradict each other");
    if (theme != NULL && strcmp(theme, "dark") != 0 && strcmp(theme, "light") != 0)
        return cli_usage("--theme takes light or dark, not \"%s\"", theme);
    bool styled = theme != NULL || cli_given(arguments, CLI_SIZE);
    if (styled && !drawn) return cli_usage("--size and --theme are for pictures: OUT.png, .svg or .pdf");
    return CLI_FINE;
}

int cli_begin_posting(cli_out *out)
{
    if (out->posting != NULL) return CLI_FINE;
    pdk_error error;
    return pdk_posting_create(NULL, &out->posting, &error) == PDK_OK ? CLI_FINE : cli_no_memory("a posting");
}

void cli_forget_posting(cli_out *out)
{
    pdk_posting_close(out->posting);
    out->posting = NULL;
}

/* ------------------------------------------------------------------------------------------------- parts */

void cli_post_title(cli_out *out, const char *title, const char *detail)
{
    pdk_posting_add_title(out->posting, pdk_text_of(title), pdk_text_of(detail));
}

void cli_post_heading(cli_out *out, const char *heading)
{
    pdk_posting_add_heading(out->posting, pdk_text_of(heading));
}

/* malloc'd */
static char *print_text(const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = malloc((size_t)(length > 0 ? length : 0) + 1);
    if (text != NULL) vsnprintf(text, (size_t)length + 1, format, arguments);
    return text;
}

void cli_post_note(cli_out *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = print_text(format, arguments);
    va_end(arguments);
    pdk_posting_add_note(out->posting, pdk_text_of(text));
    free(text);
}

void cli_post_fact(cli_out *out, const char *name, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = print_text(format, arguments);
    va_end(arguments);
    pdk_posting_add_fact(out->posting, pdk_text_of(name), pdk_text_of(text));
    free(text);
}

/* ----------------------------------------------------------------------------------------------- writing */

static int draw(cli_out *out, const cli_arguments *arguments, pdk_plot_format format)
{
    pdk_plot_options options = PDK_PLOT_OPTIONS_INIT;
    const char *theme = arguments->values[CLI_THEME];
    pdk_error error;
    pdk_plot *plot = NULL;
    options.title = arguments->values[CLI_TITLE];
    options.theme = theme != NULL && strcmp(theme, "dark") == 0 ? PDK_PLOT_DARK : PDK_PLOT_LIGHT;
    int sized = cli_size_of(arguments, &options.width, &options.height);
    if (sized != CLI_FINE) return sized;
    pdk_status status = pdk_plot_posting(out->posting, &options, &plot, &error);
    if (status != PDK_OK)
        return status == PDK_E_ARGUMENT ? cli_usage("%s", error.message) : cli_fail(out->name, &error);
    status = pdk_plot_write(plot, format, out->output, &error);
    pdk_plot_close(plot);
    if (status == PDK_OK) return CLI_FINE;
    return status == PDK_E_UNSUPPORTED ? cli_fail(out->name, &error) : cli_fail_out(out, &error);
}

static int write_posting(cli_out *out, const cli_arguments *arguments, bool picture)
{
    static const pdk_posting_form forms[] = { PDK_POSTING_TEXT, PDK_POSTING_CHAT, PDK_POSTING_MARKDOWN,
                                              PDK_POSTING_HTML };
    size_t kind = kind_of(arguments);
    posted_form form = form_of(arguments, picture);
    if (form == POSTED_PICTURE) return draw(out, arguments, kind < KINDS ? kinds[kind].picture : PDK_PLOT_SVG);
    pdk_posting_write_options options = PDK_POSTING_WRITE_OPTIONS_INIT;
    pdk_error error;
    options.width = form == POSTED_TEXT && out->is_terminal ? (uint32_t)out->width : 0;
    options.colours = out->colour;
    bool written = pdk_posting_write(out->posting, forms[form], &options, out->output, &error) == PDK_OK;
    return written ? CLI_FINE : cli_fail_out(out, &error);
}

int cli_flush_posting(cli_out *out, const cli_arguments *arguments)
{
    if (form_of(arguments, false) != POSTED_TEXT) return CLI_FINE;
    if (pdk_output_position(out->output) > 0) cli_print(out, "\n");
    int status = write_posting(out, arguments, false);
    cli_forget_posting(out);
    return status;
}

int cli_end_posting(cli_out *out, const cli_arguments *arguments, bool picture)
{
    if (out->posting == NULL) return CLI_FINE; /* all of it was flushed */
    return picture || form_of(arguments, false) != POSTED_TEXT ? write_posting(out, arguments, picture)
                                                               : cli_flush_posting(out, arguments);
}
