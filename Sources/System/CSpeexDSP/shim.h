// libspeexdsp 1.2: resampling, echo cancellation, gain.
#include <speex/speex_resampler.h>
#include <speex/speex_echo.h>
#include <speex/speex_preprocess.h>
