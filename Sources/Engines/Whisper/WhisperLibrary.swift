import CSaybusWhisper
import Foundation
import SaybusDynamicLoading
import SaybusModelStore

/// The library libwhisper, loaded at run time, since Debian 12 has none.
///
/// The layout of its structures differs between versions, so versions other than 1.8 are refused, and so are those
/// whose default values are not at the places where they are expected.
public final class WhisperLibrary: Sendable {
    typealias Context = OpaquePointer
    typealias FullParameters = saybus_whisper_full_params
    typealias Token = @convention(c) @Sendable (Context) -> Int32
    typealias ContextParameters = saybus_whisper_context_params

    /// The version, such as `1.8.5`.
    public let version: String
    let contextDefaults: @convention(c) @Sendable () -> UnsafeMutablePointer<ContextParameters>?
    let freeContextDefaults: @convention(c) @Sendable (UnsafeMutablePointer<ContextParameters>) -> Void
    let fullDefaults: @convention(c) @Sendable (Int32) -> UnsafeMutablePointer<FullParameters>?
    let freeFullDefaults: @convention(c) @Sendable (UnsafeMutablePointer<FullParameters>) -> Void
    let load: @convention(c) @Sendable (UnsafePointer<CChar>, ContextParameters) -> Context?
    let free: @convention(c) @Sendable (Context) -> Void
    /// Returns 0 on success.
    let full: @convention(c) @Sendable (Context, FullParameters, UnsafePointer<Float>?, Int32) -> Int32
    let segmentCount: @convention(c) @Sendable (Context) -> Int32
    let noSpeech: @convention(c) @Sendable (Context, Int32) -> Float
    let tokenCount: @convention(c) @Sendable (Context, Int32) -> Int32
    let tokenData: @convention(c) @Sendable (Context, Int32, Int32) -> saybus_whisper_token_data
    let tokenText: @convention(c) @Sendable (Context, Int32, Int32) -> UnsafePointer<CChar>?
    let endToken: @convention(c) @Sendable (Context) -> Int32
    let (startToken, previousToken, noTimesToken, transcribeToken): (Token, Token, Token, Token)
    let languageToken: @convention(c) @Sendable (Context, Int32) -> Int32
    /// Returns the language of the last transcription.
    let usedLanguage: Token
    let vocabularySize: Token
    let textOfToken: @convention(c) @Sendable (Context, Int32) -> UnsafePointer<CChar>?
    /// Returns the number of tokens, and a negative number when there is no room for them.
    let tokenize: @convention(c) @Sendable (Context, UnsafePointer<CChar>, UnsafeMutablePointer<Int32>, Int32) -> Int32
    /// Takes tokens, their number, the number of those before them, and the threads. Returns 0 on success.
    let decode: @convention(c) @Sendable (Context, UnsafePointer<Int32>, Int32, Int32, Int32) -> Int32
    /// Returns a row of numbers for each token of the last decoding.
    let logits: @convention(c) @Sendable (Context) -> UnsafeMutablePointer<Float>?
    /// Whether threads of the library that wait for each other leave their processors to others.
    package let waitsAsleep: Bool
    /// Returns -1 for an unknown language.
    let languageID: @convention(c) @Sendable (UnsafePointer<CChar>) -> Int32

    static let advice = "saybus models get whisper-library, or name the file in WHISPER_LIBRARY"

    /// Loads the library, which stays loaded for the life of the process.
    /// - Parameters:
    ///   - path: The file; nil takes the variable `WHISPER_LIBRARY`, or the library among the models, or
    ///     `libwhisper.so.1` from the system's library path.
    ///   - store: The models.
    public init(path: String? = nil, store: ModelStore = ModelStore()) throws(WhisperError) {
        let places = DynamicLibrary.places(
            path, variable: "WHISPER_LIBRARY",
            else: [store.installed("whisper-library")?.main, "libwhisper.so.1", "libwhisper.so"])
        // Threads that wait busily for one that a busy machine does not run make each token take a second. OpenMP
        // reads the variable when it is loaded.
        setenv("OMP_WAIT_POLICY", "PASSIVE", 0)
        let library = try DynamicLibrary(places) { reason in
            let reason = path == nil ? store.incompleteness(of: "whisper-library") ?? reason : reason
            return WhisperError(.libraryMissing, "libwhisper cannot be loaded (\(reason)): \(Self.advice)")
        }
        let place = library.place
        let symbol = library.functions { name in
            WhisperError(
                .libraryMissing, "\(place) has no \(name), so it is no libwhisper 1.8: \(Self.advice)")
        }
        let ask: @convention(c) @Sendable () -> UnsafePointer<CChar>? = try symbol("whisper_version")
        version = ask().map { String(cString: $0) } ?? "unknown"
        contextDefaults = try symbol("whisper_context_default_params_by_ref")
        freeContextDefaults = try symbol("whisper_free_context_params")
        fullDefaults = try symbol("whisper_full_default_params_by_ref")
        freeFullDefaults = try symbol("whisper_free_params")
        load = try symbol("whisper_init_from_file_with_params")
        free = try symbol("whisper_free")
        full = try symbol("whisper_full")
        segmentCount = try symbol("whisper_full_n_segments")
        noSpeech = try symbol("whisper_full_get_segment_no_speech_prob")
        tokenCount = try symbol("whisper_full_n_tokens")
        tokenData = try symbol("whisper_full_get_token_data")
        tokenText = try symbol("whisper_full_get_token_text")
        endToken = try symbol("whisper_token_eot")
        startToken = try symbol("whisper_token_sot")
        previousToken = try symbol("whisper_token_prev")
        noTimesToken = try symbol("whisper_token_not")
        transcribeToken = try symbol("whisper_token_transcribe")
        languageToken = try symbol("whisper_token_lang")
        usedLanguage = try symbol("whisper_full_lang_id")
        vocabularySize = try symbol("whisper_n_vocab")
        textOfToken = try symbol("whisper_token_to_str")
        tokenize = try symbol("whisper_tokenize")
        decode = try symbol("whisper_decode")
        logits = try symbol("whisper_get_logits")
        languageID = try symbol("whisper_lang_id")
        let describe: @convention(c) @Sendable () -> UnsafePointer<CChar>? = try symbol("whisper_print_system_info")
        let policy = getenv("OMP_WAIT_POLICY").map { String(cString: $0).uppercased() }
        waitsAsleep = policy == "PASSIVE" && describe().map { String(cString: $0).contains("OPENMP = 1") } == true
        guard version.hasPrefix("1.8."), hasKnownLayout else {
            throw WhisperError(
                .libraryVersion,
                "\(place) is libwhisper \(version), and its interface is not known; 1.8.3 to 1.8.5 are: \(Self.advice)"
            )
        }
        let setLog: @convention(c) @Sendable (LogFunction?, UnsafeMutableRawPointer?) -> Void = try symbol(
            "whisper_log_set")
        // The library would log to standard error, which belongs to this program.
        setLog({ _, _, _ in }, nil)
    }

    private typealias LogFunction = @convention(c) (Int32, UnsafePointer<CChar>?, UnsafeMutableRawPointer?) -> Void

    /// Whether the library's default values are at their places.
    private var hasKnownLayout: Bool {
        guard let full = fullDefaults(0), let context = contextDefaults() else { return false }
        defer {
            freeFullDefaults(full)
            freeContextDefaults(context)
        }
        let (values, outer) = (full.pointee, context.pointee)
        return values.strategy == 0 && values.n_max_text_ctx == 16_384 && values.thold_pt == 0.01
            && values.max_initial_ts == 1 && values.length_penalty == -1 && values.temperature_inc == 0.2
            && values.entropy_thold == 2.4 && values.logprob_thold == -1 && values.no_speech_thold == 0.6
            && values.greedy.best_of == 5 && values.beam_search.beam_size == -1 && values.grammar_penalty == 100
            && values.vad_params.threshold == 0.5 && values.vad_params.samples_overlap == 0.1
            && outer.gpu_device == 0 && outer.dtw_n_top == -1 && outer.dtw_mem_size == 128 << 20
    }

    /// Whisper's codes of languages that have another code in BCP 47.
    private static let codes = ["cmn": "zh", "fil": "tl", "in": "id", "iw": "he", "jv": "jw", "nb": "no"]

    /// Returns Whisper's code of a language, given by its BCP 47 tag: `pt` for `pt-BR`, `no` for `nb-NO`.
    package static func code(of tag: String) -> String {
        let code = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
        return codes[code] ?? code
    }

    /// Returns whether the library knows a language, given as `en` or `english`.
    public func knows(language: String) -> Bool { languageID(language) >= 0 }
}
