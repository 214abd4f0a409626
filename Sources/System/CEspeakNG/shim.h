// libespeak-ng 1.51: speech synthesis, voices, phonemes.
#include <espeak-ng/speak_lib.h>
#include <espeak-ng/espeak_ng.h>
