// libspeexdsp 1.2: resampling.
#include <speex/speex_resampler.h>
