// The types of TensorFlow Lite's C interface that are passed by value, for calls of a library that is loaded at run time.
#pragma once
#include <stdint.h>

struct saybus_tflite_quantization {
    float scale;
    int32_t zero_point;
};
