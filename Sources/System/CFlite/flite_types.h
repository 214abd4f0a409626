// The beginnings of the structures of libflite's C interface, versions 2.0 to 2.2, for calls of a library that is
// loaded at run time. SaybusFlite compares what the library puts into them with what must stand there.
#pragma once
#include <stdint.h>

struct saybus_flite_voice {
    const char *name;
    void *features;
};

struct saybus_flite_utterance {
    void *features;
};

struct saybus_flite_wave {
    const char *type;
    int sample_rate;
    int num_samples;
    int num_channels;
    int16_t *samples;
};

struct saybus_flite_streaming {
    int min_buffsize;
    int (*callback)(
        const struct saybus_flite_wave *wave, int start, int size, int last, struct saybus_flite_streaming *streaming);
    struct saybus_flite_utterance *utterance;
    const void *item;
    void *userdata;
};
