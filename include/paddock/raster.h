/* Heights of a surface as an image, seen from above: rows from the north (greatest y), columns from the west (least x).
 *
 *     pdk_raster_options options = PDK_RASTER_OPTIONS_INIT;
 *     options.size = 0.5; // metres a pixel
 *     pdk_raster *raster = NULL;
 *     if (pdk_raster_create(&surface, &options, &raster, &error) != PDK_OK) { ... }
 *     pdk_raster_write(raster, PDK_RASTER_TIFF, NULL, output, &error);
 *     pdk_raster_close(raster);
 */
#ifndef PADDOCK_RASTER_H
#define PADDOCK_RASTER_H

#include "surface.h"
#include "output.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One value for each pixel. */
typedef struct pdk_raster pdk_raster;

typedef enum pdk_raster_of {
    PDK_RASTER_HEIGHT = 0,
    PDK_RASTER_SLOPE = 1,
    PDK_RASTER_HILLSHADE = 2,
    PDK_RASTER_DIFFERENCE = 3,
    PDK_RASTER_BLOCK = 4
} pdk_raster_of;

typedef struct pdk_raster_info {
    pdk_raster_of of;
    uint32_t width, height;  /* pixels */
    double size;             /* m a pixel */
    double west, north;      /* the outer corner of the first pixel: least x, greatest y */
    const float *values;     /* rows from the north; NaN = no surface. m; slope in degrees; light 0 to 255;
                                block numbers */
    double minimum, maximum; /* of the values, where there are any */
    uint64_t covered;        /* pixels with a value */
    uint32_t epsg;           /* of the coordinate system that a GeoTIFF states; 0 = none */
} pdk_raster_info;

typedef struct pdk_raster_options {
    size_t struct_size;     /* PDK_RASTER_OPTIONS_INIT sets it */
    double size;            /* m a pixel ... */
    uint32_t width, height; /*   ... or the largest width and height */
    const pdk_raster *like; /*   ... or the same pixels as another raster */
    bool lowest;            /* of several layers, instead of the highest */
    size_t threads;         /* 0 = all processors */
    pdk_limits limits;
    pdk_allocator allocator;
    pdk_progress progress;
    void *progress_user;
    uint64_t epsg; /* number of the surface's coordinate system in EPSG's list of projected ones, 1024 to 32766, for a
                      GeoTIFF: its unit is then that of the coordinates. 0 = unknown, in metres */
} pdk_raster_options;

#define PDK_RASTER_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_raster_options)

/* Heights at the centres of pixels: exactly those that pdk_surface_query gives there, as floats. Memory: 4 bytes a
 * pixel; the surface is read once. Fails with PDK_E_ARGUMENT ("raster.crs": no such number; "raster.size",
 * "raster.empty" for a surface that cannot be seen from above), PDK_E_LIMIT ("raster.large": a side above 1 million
 * pixels; "raster.layers": the surface covers the raster more than 64 times over), PDK_E_MEMORY or PDK_E_CANCELLED. */
PDK_API pdk_status pdk_raster_create(const pdk_surface *surface, const pdk_raster_options *options, pdk_raster **raster,
                                     pdk_error *error);
/* Slope or hillshade (light from the north-west, 45 degrees up) of heights, in place. */
PDK_API pdk_status pdk_raster_shade(pdk_raster *raster, pdk_raster_of of, size_t threads, pdk_error *error);
/* Block numbers instead of heights: the block of points in which the visible triangle begins; no value if it begins in
 * none. `surface` is the surface that the heights were made from, and `document` its document. Fails with
 * PDK_E_UNSUPPORTED ("raster.blocks") if that has no blocks, PDK_E_LIMIT ("raster.blocks": more than 16777216 of them)
 * or PDK_E_MEMORY. */
PDK_API pdk_status pdk_raster_blocks(pdk_raster *raster, const pdk_surface *surface, const pdk_document *document,
                                     size_t threads, pdk_error *error);
/* Heights minus those of another raster with the same pixels, in place; no value where either has none. */
PDK_API pdk_status pdk_raster_subtract(pdk_raster *raster, const pdk_raster *other, pdk_error *error);
PDK_API const pdk_raster_info *pdk_raster_about(const pdk_raster *raster);
PDK_API void pdk_raster_close(pdk_raster *raster);

/* A PNG of heights or slopes is 16-bit grey: 0 = no surface, otherwise value = offset + scale * (grey - 1), with the
 * numbers that pdk_raster_write_sidecar gives. Light is grey; differences are blue (below) to red (above); blocks have
 * colours, never the same where they meet in a triangle. These are transparent where there is no surface. */
typedef enum pdk_raster_format {
    PDK_RASTER_PNG = 0,
    PDK_RASTER_ASC = 1, /* ESRI ASCII grid, no surface = -9999 */
    PDK_RASTER_TIFF = 2 /* GeoTIFF of floats, no surface = NaN */
} pdk_raster_format;

/* `origin` (x, y, z) is added to the coordinates that are written; NULL = none. A PNG fails with PDK_E_UNSUPPORTED
 * ("png.absent") without Paddock's part for PNG. */
PDK_API pdk_status pdk_raster_write(const pdk_raster *raster, pdk_raster_format format, const double origin[3],
                                    pdk_output *output, pdk_error *error);
/* The facts about a PNG that it cannot hold itself, as JSON. */
PDK_API pdk_status pdk_raster_write_sidecar(const pdk_raster *raster, const double origin[3], pdk_output *output,
                                            pdk_error *error);

#ifdef __cplusplus
}
#endif
#endif
