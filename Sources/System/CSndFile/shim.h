// libsndfile 1.2: WAV, FLAC, Ogg.
#include <sndfile.h>
