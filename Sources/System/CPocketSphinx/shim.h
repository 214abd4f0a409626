// libpocketsphinx 5prealpha: decoding, grammars, language models.
#include <pocketsphinx.h>
