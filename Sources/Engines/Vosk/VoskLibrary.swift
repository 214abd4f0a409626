import Foundation
import SaybusDynamicLoading

/// The library libvosk, loaded at run time. No Linux distribution packages it, so Saybus is not linked with it.
///
/// The names and types are those of its header `vosk_api.h`, versions 0.3.32 to 0.3.50.
public final class VoskLibrary: Sendable {
    typealias Model = OpaquePointer
    typealias Recognizer = OpaquePointer
    typealias Answer = @convention(c) @Sendable (Recognizer) -> UnsafePointer<CChar>?

    /// The file that was loaded.
    public let path: String
    let newModel: @convention(c) @Sendable (UnsafePointer<CChar>) -> Model?
    let freeModel: @convention(c) @Sendable (Model) -> Void
    /// Returns the index of a word in the model's vocabulary, or -1.
    let findWord: @convention(c) @Sendable (Model, UnsafePointer<CChar>) -> Int32
    let newRecognizer: @convention(c) @Sendable (Model, Float) -> Recognizer?
    /// Takes a JSON array of sentences. A model with a static graph ignores it, and recognizes anything.
    let newGrammarRecognizer: @convention(c) @Sendable (Model, Float, UnsafePointer<CChar>) -> Recognizer?
    let freeRecognizer: @convention(c) @Sendable (Recognizer) -> Void
    let setWords: @convention(c) @Sendable (Recognizer, Int32) -> Void
    /// Returns 1 at the end of a stretch of speech, when the result must be read; -1 on an error.
    let accept: @convention(c) @Sendable (Recognizer, UnsafePointer<Int16>, Int32) -> Int32
    let result: Answer
    let partialResult: Answer
    let finalResult: Answer
    let reset: @convention(c) @Sendable (Recognizer) -> Void

    /// Loads the library, which stays loaded for the life of the process.
    /// - Parameter path: The file; nil takes the variable `VOSK_LIBRARY`, or else `libvosk.so` from the system's
    ///   library path.
    public init(path: String? = nil) throws(VoskError) {
        let places = DynamicLibrary.places(path, variable: "VOSK_LIBRARY", else: ["libvosk.so"])
        let library = try DynamicLibrary(places) { reason in
            VoskError(.libraryMissing, "libvosk cannot be loaded (\(reason)): \(Self.advice)")
        }
        let place = library.place
        let symbol = library.functions { name in
            VoskError(.libraryMissing, "\(place) has no \(name), so it is no libvosk: \(Self.advice)")
        }
        self.path = place
        newModel = try symbol("vosk_model_new")
        freeModel = try symbol("vosk_model_free")
        findWord = try symbol("vosk_model_find_word")
        newRecognizer = try symbol("vosk_recognizer_new")
        newGrammarRecognizer = try symbol("vosk_recognizer_new_grm")
        freeRecognizer = try symbol("vosk_recognizer_free")
        setWords = try symbol("vosk_recognizer_set_words")
        accept = try symbol("vosk_recognizer_accept_waveform_s")
        result = try symbol("vosk_recognizer_result")
        partialResult = try symbol("vosk_recognizer_partial_result")
        finalResult = try symbol("vosk_recognizer_final_result")
        reset = try symbol("vosk_recognizer_reset")
        let setLogLevel: @convention(c) @Sendable (Int32) -> Void = try symbol("vosk_set_log_level")
        // The library would log to standard error, which belongs to this program.
        setLogLevel(-1)
    }

    /// The advice to a user who lacks the library.
    package static let advice = "install it (it is in the Python package vosk), and name the file in VOSK_LIBRARY"

    /// Returns the model's directory: the given one, or else that of the variable `VOSK_MODEL`.
    public static func model(directory: String? = nil) throws(VoskError) -> String {
        let advice = "unpack one of alphacephei.com/vosk/models, and name its directory in --model or VOSK_MODEL"
        guard let directory = directory ?? ProcessInfo.processInfo.environment["VOSK_MODEL"], !directory.isEmpty else {
            throw VoskError(.modelMissing, "no Vosk model is named: \(advice)")
        }
        // Newer models have their parts in folders, older ones do not.
        guard
            ["am/final.mdl", "final.mdl"].contains(where: {
                FileManager.default.isReadableFile(atPath: "\(directory)/\($0)")
            })
        else {
            throw VoskError(
                .modelMissing, "\(directory) is no Vosk model (there is no am/final.mdl): \(advice)")
        }
        return directory
    }
}
