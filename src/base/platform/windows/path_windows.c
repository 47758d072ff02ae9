#include "platform/path_style.h"

const pdk_path_style pdk_path_own_style = PDK_PATH_WINDOWS;
