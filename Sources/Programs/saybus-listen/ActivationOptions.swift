import ArgumentParser
import Foundation
import SaybusListening

/// The options that determine when speech opens a turn.
struct ActivationOptions: ParsableArguments {
    @Flag(help: "Begin a turn whenever speech is detected: the default.")
    var continuous = false

    @Option(
        help: ArgumentHelp(
            "Begin a turn only after this wake word: a phrase of at least three syllables, best two words such as \"hey computer\".",
            valueName: "phrase"))
    var wake: String?

    @Option(
        help: ArgumentHelp(
            "The sensitivity of wake word detection, from 0 (never) to 1000 (in all speech).", valueName: "number"))
    var wakeSensitivity = KeywordWakeDetector.defaultSensitivity

    @Option(
        help: ArgumentHelp("The directory of the PocketSphinx model for wake word detection.", valueName: "directory"))
    var model: String?

    @Flag(
        help: """
            Begin a turn on a listen.request message: mode push-to-talk ends it at a pause, mode hold at release. In a terminal, the \
            Return key begins and ends a turn.
            """)
    var pushToTalk = false

    @Flag(inversion: .prefixedNo, help: "Play a tone when a turn begins after the wake word or a button press.")
    var tones = true

    func validate() throws {
        guard [continuous, wake != nil, pushToTalk].count(where: { $0 }) <= 1 else {
            throw ValidationError("Choose one of --continuous, --wake and --push-to-talk.")
        }
        guard KeywordWakeDetector.sensitivities.contains(wakeSensitivity) else {
            throw ValidationError("--wake-sensitivity takes 0 to 1000.")
        }
    }

    func apply(to options: inout ListenOptions, readsStandardInput: Bool) async throws {
        options.tones = tones
        if let wake {
            options.mode = .wake
            options.wakeWord = try await KeywordWakeDetector(wake, sensitivity: wakeSensitivity, model: model)
        }
        if pushToTalk {
            options.mode = .pushToTalk
            options.takesKeys = !readsStandardInput && Self.canReadKeys
        }
    }

    /// Whether standard input can deliver key presses: a terminal or a pipe.
    private static var canReadKeys: Bool {
        var status = stat()
        return isatty(0) == 1 || fstat(0, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }
}
