// KISS FFT 131: Fourier transforms, of single precision.
#include <kissfft/kiss_fftr.h>
