import SaybusAudioOutput
import SaybusListening
import SaybusTranscription

/// The engines behind the services that a gateway offers: those of the stages' libraries.
public struct WyomingServices: Sendable {
    /// Creates a speech recognizer; nil offers no `asr`.
    public var makeRecognizer: (@Sendable () throws -> any SpeechRecognizer)?
    /// The voice; nil offers no `tts`.
    public var synthesizer: (any Synthesizer)?
    /// The default voice that somebody has chosen; nil for that of the engine. An answer in its language keeps it.
    public var chosenVoice: String?
    /// The wake words that can be asked for; empty offers no `wake`.
    public var wakePhrases: [String] = []
    /// Creates a detector for one of the wake words.
    public var makeDetector: @Sendable (String) async throws -> any WakeWordDetector
    /// The language that is spoken, such as `en`.
    public var language: String
    /// The rules for the end of an utterance, for peers that leave this to the server.
    var endpointing = EndpointerConfiguration()

    /// Creates services.
    /// - Parameters:
    ///   - language: The language that is spoken, such as `en`.
    ///   - makeDetector: Creates a detector for one of the wake words.
    public init(language: String, makeDetector: @escaping @Sendable (String) async throws -> any WakeWordDetector) {
        (self.language, self.makeDetector) = (language, makeDetector)
    }

    /// Returns the name by which peers know a wake word: `hey_jarvis` for "hey jarvis".
    static func name(of phrase: String) -> String {
        phrase.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "_")
    }

    /// Returns the wake words that a peer asks for; all when it names none. A version in a name, as in
    /// `hey_jarvis_v0.1`, is ignored.
    func phrases(named names: [String]) -> [String] {
        guard !names.isEmpty else { return wakePhrases }
        let wanted = Set(names.map { Self.name(of: $0.replacing(/[_ ]v\d[\d.]*$/, with: "")) })
        return wakePhrases.filter { wanted.contains(Self.name(of: $0)) }
    }
}
