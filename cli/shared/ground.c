/* Finding the mesh of a lap's site: by the site's name, then by where the lap goes. */
#include "ground.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "exit_status.h"
#include "messages.h"

/* How well a mesh fits. */
enum { FITS_LOW = 1, FITS_HIGH };
/* Of a lap: places that are looked at. */
enum { PLACES = 60 };
static const double apart = 2, share = 0.9; /* m over or under the mesh; of the places that must be on it */

/* The name of the site, in files and in names of files. */
static pdk_text site_of(const pdk_document *document)
{
    const pdk_property *track = pdk_document_find_property(document, "track");
    return track != NULL && track->value.type == PDK_TEXT ? track->value.as.text : (pdk_text){ NULL, 0 };
}

/* "SouthCity_3DH.smx" of South City: capitals and gaps do not count; what follows begins with _ or is the extension. */
static int is_mesh_of(const char *name, const void *user)
{
    pdk_text site = site_of(user);
    size_t length = strlen(name);
    if (length < 4 || strcasecmp(name + length - 4, ".smx") != 0) return 0;
    for (size_t i = 0; i < site.size; i++) {
        if (site.data[i] == ' ') continue;
        while (*name == ' ' || *name == '_' || *name == '-') name++;
        if (tolower((unsigned char)*name++) != tolower((unsigned char)site.data[i])) return 0;
    }
    return strchr("_-. ", *name) != NULL;
}

bool cli_is_ground(const pdk_document *lap, const pdk_document *file)
{
    pdk_text here = site_of(lap), there = site_of(file);
    return strcmp(pdk_document_format(file)->id, "smx") == 0 && here.size > 0 && here.size == there.size &&
           strncasecmp(here.data, there.data, here.size) == 0;
}

/* Some places of a lap, from its first table with positions: x, y and z. */
static pdk_status places_of(const pdk_document *lap, double places[PLACES][3], size_t *count, pdk_error *error)
{
    static const pdk_role roles[3] = { PDK_ROLE_X, PDK_ROLE_Y, PDK_ROLE_Z };
    const pdk_table *table = pdk_document_table_at(lap, 0);
    uint64_t rows = table != NULL ? pdk_table_rows(table) : 0;
    *count = rows < PLACES ? (size_t)rows : PLACES;
    for (size_t i = 0; i < *count; i++) {
        for (int axis = 0; axis < 3; axis++) {
            size_t column = pdk_table_find_role(table, roles[axis]);
            pdk_status status = column != PDK_NO_COLUMN
                                    ? pdk_table_read_f64(table, column, rows * i / *count, 1, &places[i][axis], error)
                                    : PDK_OK;
            if (status != PDK_OK) return status;
            if (column == PDK_NO_COLUMN) *count = 0;
        }
    }
    return PDK_OK;
}

static size_t count_on(const pdk_height_index *index, const double places[PLACES][3], size_t count)
{
    size_t on = 0;
    for (size_t i = 0; i < count; i++) {
        pdk_surface_hit hit;
        const double *place = places[i];
        on +=
            pdk_surface_query_near(index, place[0], place[1], place[2], NULL, &hit) && fabs(hit.z - place[2]) <= apart;
    }
    return on;
}

static pdk_status is_driven_on(const pdk_document *lap, const pdk_document *file, bool *is_on, pdk_error *error)
{
    double places[PLACES][3];
    size_t count;
    pdk_surface surface;
    pdk_height_index *index = NULL;
    pdk_status status = places_of(lap, places, &count, error);
    if (status == PDK_OK) status = pdk_document_surface_read(file, 0, &surface, error);
    if (status == PDK_OK)
        status = pdk_height_index_create_near(&surface, places[0], count, 3, false, NULL, &index, error);
    if (status != PDK_OK) return status;
    *is_on = count > 0 && (double)count_on(index, (const double(*)[3])places, count) >= share * (double)count;
    pdk_height_index_close(index);
    return PDK_OK;
}

static pdk_status judge(const pdk_document *file, const void *user, int *fit, pdk_error *error)
{
    const pdk_document *lap = user;
    const pdk_property *resolution = pdk_document_find_property(file, "resolution");
    if (!cli_is_ground(lap, file)) {
        snprintf(error->message, sizeof error->message, "it is not a mesh of the lap's site");
        return PDK_OK;
    }
    bool is_on = false;
    pdk_status status = is_driven_on(lap, file, &is_on, error);
    if (status != PDK_OK) return status;
    bool is_low = resolution != NULL && resolution->value.as.number > 0;
    *fit = !is_on ? 0 : is_low ? FITS_LOW : FITS_HIGH;
    if (!is_on) snprintf(error->message, sizeof error->message, "the lap is not on it");
    return PDK_OK;
}

int cli_open_ground(const cli_arguments *arguments, const char *lap, const pdk_document *document, const char *option,
                    cli_found *ground)
{
    *ground = (cli_found){ .input = NULL };
    if (strcmp(pdk_document_format(document)->id, "raf") != 0 || site_of(document).size == 0) return CLI_FINE;
    const cli_search search = { .arguments = arguments,
                                .recording = lap,
                                .rank = is_mesh_of,
                                .judge = judge,
                                .user = document,
                                .enough = FITS_HIGH,
                                .option = option };
    int status = cli_search_beside(&search, ground);
    if (ground->input != NULL)
        cli_note("%s: the ground is that of %s beside it; %s none leaves it out", cli_file_name(lap),
                 cli_file_name(ground->path), option);
    return status;
}
