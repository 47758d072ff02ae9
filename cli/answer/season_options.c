#include "season_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exit_status.h"
#include "messages.h"
#include "option_values.h"

static int points_of(const cli_arguments *arguments, cli_season_options *all)
{
    const char *text = arguments->values[CLI_POINTS], *at = text;
    if (text == NULL)
        return cli_usage("`paddock season` needs --points, those for the first place, the second and so on: "
                         "--points 25,18,15,12,10,8,6,4,2,1");
    all->points = malloc((strlen(text) + 1) * sizeof *all->points);
    if (all->points == NULL) return cli_no_memory("points");
    for (;; at++) {
        char *end;
        double points = strtod(at, &end);
        if (end == at || !isfinite(points) || (*end != ',' && *end != '\0'))
            return cli_usage("--points takes numbers separated by commas, like 25,18,15, not \"%s\"", text);
        all->points[all->options.point_count++] = points;
        at = end;
        if (*at == '\0') break;
    }
    all->options.points = all->points;
    return CLI_FINE;
}

static int number_of(const cli_arguments *arguments, cli_option option, double *value)
{
    const char *text = arguments->values[option];
    char *end;
    if (text == NULL) return CLI_FINE;
    *value = strtod(text, &end);
    if (end != text && *end == '\0' && isfinite(*value)) return CLI_FINE;
    return cli_usage("--%s takes a number of points, not \"%s\"", cli_option_infos[option].name, text);
}

static int teams_of(const cli_arguments *arguments, cli_season_options *all)
{
    static const char *const columns[] = { "driver", "team", NULL };
    cli_csv_table *file = &all->team_file;
    if (!cli_given(arguments, CLI_TEAMS)) return CLI_FINE;
    int status = cli_read_csv(file, arguments->values[CLI_TEAMS], columns);
    if (status != CLI_FINE) return status;
    all->teams = malloc((file->rows + 1) * sizeof *all->teams);
    if (all->teams == NULL) return cli_no_memory("teams");
    for (size_t i = 0; i < file->rows; i++)
        all->teams[i] = (pdk_season_team){ cli_csv_cell(file, i, 0), cli_csv_cell(file, i, 1) };
    all->options.teams = all->teams;
    all->options.team_count = file->rows;
    return CLI_FINE;
}

int cli_season_options_of(const cli_arguments *arguments, cli_season_options *all)
{
    *all = (cli_season_options){ .options = PDK_SEASON_OPTIONS_INIT };
    int status = points_of(arguments, all);
    if (status == CLI_FINE) status = number_of(arguments, CLI_POLE, &all->options.pole);
    if (status == CLI_FINE) status = number_of(arguments, CLI_FASTEST_LAP, &all->options.fastest_lap);
    if (status == CLI_FINE) status = cli_number_of(arguments, CLI_BEST, 0, &all->options.best);
    if (status == CLI_FINE && cli_given(arguments, CLI_BEST) && all->options.best == 0)
        status = cli_usage("--best takes how many rounds count, from 1, not \"%s\"", arguments->values[CLI_BEST]);
    return status == CLI_FINE ? teams_of(arguments, all) : status;
}

void cli_forget_season_options(cli_season_options *all)
{
    free(all->points);
    free(all->teams);
    cli_forget_csv(&all->team_file);
}
