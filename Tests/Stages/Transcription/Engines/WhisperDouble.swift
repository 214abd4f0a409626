import Foundation
import SaybusWhisper

/// A stand-in with libwhisper's C interface that only distinguishes loud from quiet, and a model file without weights.
/// The real model has 78 MB.
enum WhisperDouble {
    static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/cc")

    /// Compiles the library into a directory.
    /// - Parameter defines: Macros of the source: `VERSION`, `MOVED`, `HANGS`, `TEXT`, `SAID`, `DECODED`,
    ///   `FORGETS`, `FAILS` (the call that fails), `COUNTS` (it writes the number of samples), `PROBABILITY`, `PROMPTED` (without a
    ///   prompt it expects nothing of what is said), `ECHOES` (it writes the end of its prompt, which it takes).
    static func library(in directory: String, _ defines: [String] = []) throws -> WhisperLibrary {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let source = "\(directory)/whisper.c"
        try Data(code.utf8).write(to: URL(fileURLWithPath: source))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/cc")
        process.arguments =
            ["-shared", "-fPIC", "-o", "\(directory)/libwhisper.so", source, "-I\(headers)"] + defines.map { "-D\($0)" }
        try process.run()
        process.waitUntilExit()
        return try WhisperLibrary(path: "\(directory)/libwhisper.so")
    }

    /// Writes a model without weights, which has the structure of a real one.
    /// - Returns: The path.
    @discardableResult
    static func model(in directory: String, tokens: Int32 = 51_864, change: (inout Data) -> Void = { _ in }) throws
        -> String
    {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        var data = Data()
        func add(_ numbers: Int32...) {
            for number in numbers { withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) } }
        }
        add(0x6767_6d6c, tokens, 1500, 384, 6, 1, 448, 384, 6, 1, 80, 1)
        add(80, 2)
        data.append(Data(count: 80 * 2 * 4))
        add(2, 3)
        data.append(Data("abc".utf8))
        add(1)
        data.append(Data("d".utf8))
        for number in 0..<50 {
            let name = "tensor\(number)"
            add(1, Int32(name.utf8.count), 0, 4)
            data.append(Data(name.utf8))
            data.append(Data(count: 16))
        }
        change(&data)
        let path = "\(directory)/ggml-double.bin"
        try data.write(to: URL(fileURLWithPath: path))
        return path
    }

    private static let headers = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../../Sources/System/CWhisper").standardized.path

    /// The library's source. It hears "Next song." in loud sound, or what the macro `TEXT` says; after a beginning of
    /// `SAID` it expects the next bytes of it. Its tokens are single bytes, and a space with a byte.
    private static let code = """
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>
        #include "whisper_types.h"
        #ifndef VERSION
        #define VERSION "1.8.5"
        #endif
        #ifndef TEXT
        #define TEXT " Next song."
        #endif
        typedef struct saybus_whisper_full_params full;
        typedef struct saybus_whisper_context_params params;
        #ifndef SAID
        #define SAID TEXT
        #endif
        #ifndef PROBABILITY
        #define PROBABILITY 0.9f
        #endif
        #ifndef DECODED
        #define DECODED 0
        #endif
        enum { END = 50256, NO_TIMES = 50362, SIZE = 51864 };
        typedef struct { int loud; int count; int held[448]; char prompt[224]; float logits[448 * SIZE]; } context;
        const char *whisper_version(void) { return VERSION; }
        params *whisper_context_default_params_by_ref(void) {
            params *p = calloc(1, sizeof(params)); p->use_gpu = true; p->dtw_n_top = -1;
            p->dtw_mem_size = 128 << 20; return p; }
        void whisper_free_context_params(params *p) { free(p); }
        full *whisper_full_default_params_by_ref(int strategy) {
            full *p = calloc(1, sizeof(full)); p->strategy = strategy; p->n_max_text_ctx = 16384;
            p->thold_pt = 0.01f; p->max_initial_ts = 1; p->length_penalty = -1; p->temperature_inc = 0.2f;
            p->entropy_thold = 2.4f; p->logprob_thold = -1; p->no_speech_thold = 0.6f; p->greedy.best_of = 5;
            p->beam_search.beam_size = -1; p->grammar_penalty = 100; p->vad_params.threshold = 0.5f;
            p->vad_params.samples_overlap = 0.1f;
        #ifdef MOVED
            p->n_max_text_ctx = 0; p->offset_ms = 16384;
        #endif
            return p; }
        void whisper_free_params(full *p) { free(p); }
        context *whisper_init_from_file_with_params(const char *path, params p) {
            return p.use_gpu ? NULL : calloc(1, sizeof(context)); }
        void whisper_free(context *c) { free(c); }
        const char *whisper_print_system_info(void) { return "CPU : OPENMP = 1 | "; }
        int whisper_token_prev(context *c);
        int whisper_token_sot(context *c);
        int whisper_tokenize(context *c, const char *text, int *tokens, int most);
        int whisper_full(context *c, full p, const float *samples, int count) {
            c->loud = 0;
            c->count = count;
            for (int i = 0; i < count; i++) if (samples[i] > 0.06) c->loud = 1;
        #ifdef HANGS
            for (int i = 0; i < 300 && HANGS; i++) usleep(10000);
        #endif
            if (p.abort_callback && p.abort_callback(p.abort_data)) return -6;
            for (int i = 0; i < 448; i++) c->held[i] = -1;
        #ifndef FORGETS
            int place = 0;
            if (p.initial_prompt) {
                c->held[place++] = whisper_token_prev(c);
                place += whisper_tokenize(c, p.initial_prompt, c->held + place, 400);
            }
            c->held[place++] = whisper_token_sot(c);
            c->held[place++] = NO_TIMES;
        #endif
        #ifdef ECHOES
            int length = p.initial_prompt ? strlen(p.initial_prompt) : 0;
            strcpy(c->prompt, length ? p.initial_prompt + (length > 223 ? length - 223 : 0) : "");
        #endif
        #ifdef FAILS
            static int calls = 0;
            if (++calls == FAILS) return -7;
        #endif
            return strcmp(p.language, "en") && strcmp(p.language, "de") ? -1 : 0; }
        int whisper_full_n_segments(context *c) { return c->loud; }
        float whisper_full_get_segment_no_speech_prob(context *c, int segment) { return 0.1; }
        int whisper_full_n_tokens(context *c, int segment) { return 2; }
        struct saybus_whisper_token_data whisper_full_get_token_data(context *c, int segment, int token) {
            struct saybus_whisper_token_data data = {0}; data.id = token == 0 ? 5 : 50257; data.p = PROBABILITY; return data; }
        const char *whisper_full_get_token_text(context *c, int segment, int token) {
        #ifdef COUNTS
            static char text[32];
            sprintf(text, " %d", c->count);
            if (!token) return text;
        #endif
        #ifdef ECHOES
            if (!token) return c->prompt;
        #endif
            return token ? "[_EOT_]" : TEXT; }
        int whisper_token_eot(context *c) { return END; }
        int whisper_token_sot(context *c) { return 50257; }
        int whisper_token_prev(context *c) { return 50360; }
        int whisper_token_not(context *c) { return NO_TIMES; }
        int whisper_token_transcribe(context *c) { return 50358; }
        int whisper_token_lang(context *c, int language) { return 50258 + language; }
        int whisper_full_lang_id(context *c) { return 0; }
        int whisper_n_vocab(context *c) { return SIZE; }
        const char *whisper_token_to_str(context *c, int token) {
            static char texts[512][3];
            if (token > 511) return NULL;
            if (token < 256) { texts[token][0] = token; } else { texts[token][0] = ' '; texts[token][1] = token - 256; }
            return texts[token]; }
        int whisper_tokenize(context *c, const char *text, int *tokens, int most) {
            int count = strlen(text);
            if (count > most) return -count;
            for (int i = 0; i < count; i++) tokens[i] = (unsigned char)text[i];
            return count; }
        int whisper_decode(context *c, const int *tokens, int count, int past, int threads) {
            for (int i = 0; i < count; i++) c->held[past + i] = tokens[i];
            int start = past + count;
            while (start > 0 && c->held[start - 1] != NO_TIMES) start--;
            int written = 0, length = strlen(SAID), forgotten = 0;
            for (int i = 0; i < past; i++) forgotten |= c->held[i] < 0;
            for (int i = start; i < past + count; i++) written += c->held[i] < 256 ? 1 : 2;
            float *row = c->logits + (long)(count - 1) * SIZE;
            for (int i = 0; i < SIZE; i++) row[i] = 0;
        #ifdef PROMPTED
            forgotten |= c->held[0] != whisper_token_prev(c);
        #endif
            int wide = written + 1 < length && SAID[written] == ' ';
            row[forgotten ? 'x' : written >= length ? END : wide ? 256 + SAID[written + 1] : SAID[written]] = 15;
            return DECODED; }
        float *whisper_get_logits(context *c) { return c->logits; }
        int whisper_lang_id(const char *name) {
            return !strcmp(name, "en") ? 0 : !strcmp(name, "de") ? 2 : !strcmp(name, "no") ? 29 : -1; }
        void whisper_log_set(void *log, void *data) {}
        """
}
