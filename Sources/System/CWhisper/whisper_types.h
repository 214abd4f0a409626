// The types of libwhisper's C interface, versions 1.8.3 to 1.8.x, for calls of a library that is loaded at run time.
// Only the layout matters; SaybusWhisper compares the defaults that the library gives with those of this layout.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct saybus_whisper_context_params {
    bool use_gpu;
    bool flash_attn;
    int gpu_device;
    bool dtw_token_timestamps;
    int dtw_aheads_preset;
    int dtw_n_top;
    struct {
        size_t n_heads;
        const void *heads;
    } dtw_aheads;
    size_t dtw_mem_size;
};

struct saybus_whisper_token_data {
    int32_t id, tid;
    float p, plog, pt, ptsum;
    int64_t t0, t1, t_dtw;
    float vlen;
};

struct saybus_whisper_full_params {
    int strategy;
    int n_threads, n_max_text_ctx, offset_ms, duration_ms;
    bool translate, no_context, no_timestamps, single_segment;
    bool print_special, print_progress, print_realtime, print_timestamps;
    bool token_timestamps;
    float thold_pt, thold_ptsum;
    int max_len;
    bool split_on_word;
    int max_tokens;
    bool debug_mode;
    int audio_ctx;
    bool tdrz_enable;
    const char *suppress_regex;
    const char *initial_prompt;
    bool carry_initial_prompt;
    const int32_t *prompt_tokens;
    int prompt_n_tokens;
    const char *language;
    bool detect_language, suppress_blank, suppress_nst;
    float temperature, max_initial_ts, length_penalty;
    float temperature_inc, entropy_thold, logprob_thold, no_speech_thold;
    struct {
        int best_of;
    } greedy;
    struct {
        int beam_size;
        float patience;
    } beam_search;
    void *new_segment_callback, *new_segment_data;
    void *progress_callback, *progress_data;
    void *encoder_begin_callback, *encoder_begin_data;
    bool (*abort_callback)(void *data);
    void *abort_data;
    void (*logits_filter_callback)(
        void *context, void *state, const struct saybus_whisper_token_data *tokens, int count, float *logits,
        void *data);
    void *logits_filter_data;
    const void **grammar_rules;
    size_t n_grammar_rules, i_start_rule;
    float grammar_penalty;
    bool vad;
    const char *vad_model_path;
    struct {
        float threshold;
        int min_speech_duration_ms, min_silence_duration_ms;
        float max_speech_duration_s;
        int speech_pad_ms;
        float samples_overlap;
    } vad_params;
};
