import ArgumentParser
import SaybusExternalEngines
import SaybusListening
import SaybusMessages

/// The options of wake words.
struct WakeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Begin a turn only after this wake word: a phrase of at least three syllables, best two words such as \"hey computer\". With =SESSION, its turns belong to a conversation of their own. Can be repeated.",
            valueName: "phrase[=session]"),
        transform: { try WakePhrase($0) })
    var wake: [WakePhrase] = []

    @Option(
        help: ArgumentHelp(
            "The method: micro, for phrases with a model of microWakeWord (saybus models get wake-words); keywords, for any phrase; trained, for a file of saybus wake train; both, where micro is only half sure; wyoming, a server; auto, the default: trained where there is such a file, both where there is a model, else keywords.",
            valueName: "auto|both|micro|keywords|trained|wyoming"))
    var wakeEngine = WakeEngine.auto

    @Option(
        help: ArgumentHelp(
            "The sensitivity of wake word detection, from 0 (never) to 1000 (in all speech).", valueName: "number"))
    var wakeSensitivity = KeywordWakeDetector.defaultSensitivity

    @Option(
        help: ArgumentHelp(
            "A wake word of your own: a file of saybus wake train, or the manifest of a microWakeWord model, with the .tflite file beside it. Can be repeated.",
            valueName: "file.json"))
    var wakeModel: [String] = []

    @Option(
        help: ArgumentHelp("The server for --wake-engine wyoming: tcp://host:port or unix:///path.", valueName: "url"))
    var wakeAddress: String?

    @Option(
        help: ArgumentHelp("The directory of the PocketSphinx model for wake word detection.", valueName: "directory"))
    var model: String?

    func validate() throws {
        guard !wake.isEmpty || hasDefaults else {
            throw ValidationError("--wake-engine, --wake-model, --wake-sensitivity and --wake-address go with --wake.")
        }
        guard KeywordWakeDetector.sensitivities.contains(wakeSensitivity) else {
            throw ValidationError("--wake-sensitivity takes 0 to 1000.")
        }
        guard wake.count <= Self.maximumWakeWords else {
            throw ValidationError("--wake: at most \(Self.maximumWakeWords) wake words.")
        }
        guard Set(wake.map { $0.phrase.lowercased() }).count == wake.count else {
            throw ValidationError("--wake: the same wake word twice.")
        }
        if let wakeAddress, SocketAddress(wakeAddress) == nil {
            throw ValidationError("--wake-address \(wakeAddress): give tcp://host:port or unix:///path.")
        }
    }

    /// Whether no option says how wake words are detected.
    private var hasDefaults: Bool {
        wakeEngine == .auto && wakeModel.isEmpty && wakeAddress == nil
            && wakeSensitivity == KeywordWakeDetector.defaultSensitivity
    }

    /// The most wake words: each is searched for on its own.
    private static let maximumWakeWords = 8

    /// Returns a detector for each wake word.
    func detectors() async throws -> [WakeWord] {
        var settings = WakeEngine.Settings()
        (settings.sensitivity, settings.sphinxModel, settings.manifests) = (wakeSensitivity, model, wakeModel)
        settings.address = wakeAddress.flatMap(SocketAddress.init)
        try wakeEngine.checkModels(settings, for: wake.map(\.phrase))
        var words: [WakeWord] = []
        for wake in wake {
            words.append(
                WakeWord(try await wakeEngine.detector(wake.phrase, settings), session: wake.session))
        }
        return words
    }
}

extension WakeEngine: ExpressibleByArgument {}

/// A wake word and its session, written `phrase` or `phrase=session`.
struct WakePhrase: Sendable {
    let phrase: String
    let session: Session?

    init(_ argument: String) throws {
        guard let sign = argument.lastIndex(of: "=") else {
            (phrase, session) = (argument, nil)
            return
        }
        let name = String(argument[argument.index(after: sign)...])
        guard let session = Session(rawValue: name) else {
            throw ValidationError("\"\(name)\" cannot be a session's name: \(Session.nameAdvice)")
        }
        (phrase, self.session) = (String(argument[..<sign]), session)
    }
}
