/* From OpenCRG to OpenCRG: the reference line stays as it is, number for number. */
#include <math.h>
#include <string.h>

#include "format/crg/crg_export.h"
#include "format/crg/crg_import.h"

/* The file that is converted, unless its points were turned, scaled or moved. */
static const pdk_crg_file *source_of(const pdk_export *job)
{
    const pdk_document *document = job->document;
    bool placed = pdk_turn_is_none(job->turn) && job->scale >= 1 && job->scale <= 1 && !job->options->has_source_origin;
    if (strcmp(document->info->id, "crg") != 0 || document->mesh == NULL || !placed) return NULL;
    return document->mesh->state;
}

/* Equal steps need no positions in the header. */
static bool is_even(const pdk_crg_file *file)
{
    double across = file->sections[1].v - file->sections[0].v;
    for (uint32_t i = 0; i < file->section_count; i++) {
        double v = file->sections[0].v + across * (double)i;
        if (!(fabs(file->sections[i].v - v) <= 1e-9 * (1 + fabs(v)))) return false;
    }
    return true;
}

/* Would a float change a heading? */
static bool needs_doubles(const pdk_crg *crg)
{
    for (size_t i = 1; i < crg->rows && crg->bent; i++) {
        double single = (double)(float)crg->heading[i];
        if (single < crg->heading[i] || single > crg->heading[i]) return true;
    }
    return false;
}

static pdk_status lay(pdk_crg *crg, pdk_export *job, const pdk_crg_file *file, pdk_error *error)
{
    crg->kept = file;
    crg->step = file->parameters[PDK_CRG_INCREMENT];
    crg->right = file->sections[0].v;
    crg->across = file->sections[1].v - file->sections[0].v;
    crg->uneven = !is_even(file);
    crg->rows = (size_t)file->rows;
    crg->sections = file->section_count;
    crg->bent = file->lines[PDK_CRG_PHI] >= 0;
    crg->line = pdk_alloc_array(job->memory, crg->rows, sizeof *crg->line);
    crg->heading = pdk_alloc_array(job->memory, crg->rows, sizeof *crg->heading);
    if (crg->line == NULL || crg->heading == NULL) return pdk_fail_memory(error, job->memory, "a reference line");
    const double *origin = job->report->origin;
    for (size_t i = 0; i < crg->rows; i++) {
        crg->line[i] = (pdk_crg_row){ file->line[i][0] - origin[0], file->line[i][1] - origin[1], file->left[i][0],
                                      file->left[i][1] };
        crg->heading[i] = i > 0 && crg->bent ? pdk_crg_value(file, i, (uint32_t)file->lines[PDK_CRG_PHI])
                                             : file->parameters[PDK_CRG_START_PHI];
    }
    crg->doubles = needs_doubles(crg);
    return PDK_OK;
}

/* Is the line level, so that heights can stay as they are? Slope and banking become part of them. */
static bool is_level(const pdk_crg_file *file)
{
    const double *given = file->parameters;
    return file->lines[PDK_CRG_SLOPE] < 0 && file->lines[PDK_CRG_BANKING] < 0 && !(fabs(given[PDK_CRG_START_S]) > 0) &&
           !(fabs(given[PDK_CRG_START_B]) > 0);
}

double pdk_crg_kept_base(const pdk_crg *crg, double origin)
{
    return is_level(crg->kept) ? crg->kept->parameters[PDK_CRG_START_Z] : origin;
}

void pdk_crg_keep_heights(pdk_crg *crg, double origin)
{
    const pdk_crg_file *file = crg->kept;
    bool level = is_level(file);
    for (size_t row = 0; row < crg->rows; row++) {
        double lean = pdk_crg_banking(file, row), base = level ? 0 : file->height[row] - origin;
        for (size_t i = 0; i < crg->sections; i++) {
            const pdk_crg_section *section = &file->sections[i];
            double z = pdk_crg_value(file, row, section->channel);
            float *height = &crg->high[row * crg->sections + i];
            *height = isfinite(z) ? (float)(level ? z : z + base + lean * section->v) : NAN;
            crg->low[row * crg->sections + i] = *height;
        }
    }
}

/* Also where it is given by positions, which we do not write. */
static pdk_status copy_line(pdk_export *job, const pdk_crg_file *file, double (**line)[2], size_t *count,
                            pdk_error *error)
{
    double(*to)[2] = pdk_alloc_array(job->memory, file->rows, sizeof *to);
    if (to == NULL) return pdk_fail_memory(error, job->memory, "a reference line");
    memcpy(to, file->line, (size_t)file->rows * sizeof *to);
    *line = to;
    *count = (size_t)file->rows;
    return PDK_OK;
}

pdk_status pdk_crg_keep(pdk_crg *crg, pdk_export *job, double (**line)[2], size_t *count, pdk_error *error)
{
    const pdk_crg_file *file = source_of(job);
    const pdk_crg_options *options = &crg->options;
    *line = NULL;
    if (file == NULL || options->line != NULL || options->middle == 1 || file->rows < 2) return PDK_OK;
    bool by_position = file->lines[PDK_CRG_X] >= 0 && file->lines[PDK_CRG_Y] >= 0;
    bool asked = options->step > 0 || options->width > 0;
    if (!asked && !by_position) return lay(crg, job, file, error);
    return by_position || file->lines[PDK_CRG_PHI] >= 0 ? copy_line(job, file, line, count, error) : PDK_OK;
}
