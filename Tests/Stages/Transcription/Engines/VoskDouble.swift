import Foundation
import SaybusVosk

/// A stand-in with libvosk's C interface that only distinguishes loud from quiet. The real library needs a model of
/// 40 MB.
enum VoskDouble {
    static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/cc")

    /// Compiles the library into a directory, which also serves as its model.
    static func library(in directory: String) throws -> VoskLibrary {
        try FileManager.default.createDirectory(atPath: "\(directory)/am", withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: "\(directory)/am/final.mdl"))
        let source = "\(directory)/double.c"
        try Data(code.utf8).write(to: URL(fileURLWithPath: source))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/cc")
        process.arguments = ["-shared", "-fPIC", "-o", "\(directory)/libvosk.so", source]
        try process.run()
        process.waitUntilExit()
        return try VoskLibrary(path: "\(directory)/libvosk.so")
    }

    /// The library's source. It ends a segment after each second of quiet that follows speech, and knows all words
    /// but "zorblax". It answers "[unk]" when its grammar lacks "next song" or "[unk]", and for the first segment
    /// when the grammar has "hum".
    private static let code = """
        #include <stdlib.h>
        #include <string.h>
        typedef struct { int used; } model;
        typedef struct { model *m; int loud, quiet, foreign, hum; char text[200]; } recognizer;
        void vosk_set_log_level(int level) {}
        model *vosk_model_new(const char *path) { return calloc(1, sizeof(model)); }
        void vosk_model_free(model *m) { free(m); }
        int vosk_model_find_word(model *m, const char *word) { return strcmp(word, "zorblax") ? 1 : -1; }
        recognizer *vosk_recognizer_new(model *m, float rate) {
            recognizer *r = calloc(1, sizeof(recognizer)); r->m = m; return rate == 16000 ? r : NULL; }
        recognizer *vosk_recognizer_new_grm(model *m, float rate, const char *grammar) {
            recognizer *r = vosk_recognizer_new(m, rate);
            r->foreign = strstr(grammar, "\\"next song\\"") == NULL || strstr(grammar, "[unk]") == NULL;
            r->hum = strstr(grammar, "\\"hum\\"") != NULL; return r; }
        void vosk_recognizer_free(recognizer *r) { free(r); }
        void vosk_recognizer_set_words(recognizer *r, int words) {}
        void vosk_recognizer_reset(recognizer *r) { r->loud = r->quiet = 0; }
        int vosk_recognizer_accept_waveform_s(recognizer *r, const short *data, int length) {
            for (int i = 0; i < length; i++) if (data[i] > 2000) { r->loud = 1; r->quiet = 0; } else r->quiet++;
            return r->loud && r->quiet > 16000; }
        static const char *text(recognizer *r) {
            strcpy(r->text, !r->loud ? "{\\"text\\" : \\"\\"}" : r->foreign || r->hum ? "{\\"text\\" : \\"[unk]\\"}" :
                "{\\"result\\" : [{\\"conf\\" : 0.5, \\"end\\" : 0.6, \\"start\\" : 0.3, \\"word\\" : \\"next\\"},"
                "{\\"conf\\" : 1.0, \\"end\\" : 1.2, \\"start\\" : 0.6, \\"word\\" : \\"song\\"}], \\"text\\" : \\"next song\\"}");
            if (r->loud) r->hum = 0;
            vosk_recognizer_reset(r); return r->text; }
        const char *vosk_recognizer_result(recognizer *r) { return text(r); }
        const char *vosk_recognizer_final_result(recognizer *r) { return text(r); }
        const char *vosk_recognizer_partial_result(recognizer *r) {
            return r->loud ? "{\\"partial\\" : \\"next\\"}" : "{\\"partial\\" : \\"\\"}"; }
        """
}
