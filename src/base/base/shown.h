/* Rules and words of what is shown in several places: shown.def. */
#ifndef PADDOCK_BASE_SHOWN_H
#define PADDOCK_BASE_SHOWN_H

#define PDK_SHOWN_NUMBER(name, value, meaning) static const double pdk_##name = (value);
#define PDK_SHOWN_WORDS(name, text) static const char pdk_words_##name[] = text;
#include "base/shown.def"
#undef PDK_SHOWN_NUMBER
#undef PDK_SHOWN_WORDS

#endif
