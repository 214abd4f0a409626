import ArgumentParser
import Foundation
import SaybusListening

/// The options that determine when speech opens a turn.
struct ActivationOptions: ParsableArguments {
    @Flag(help: "All speech opens turns: the default.")
    var continuous = false

    @Option(
        help: ArgumentHelp(
            "The wake word must come first: any phrase of three syllables or more, best two words such as \"hey computer\".",
            valueName: "phrase"))
    var wake: String?

    @Option(
        help: ArgumentHelp(
            "How easily the wake word is heard: from 0, never, to 1000, in all speech.", valueName: "number"))
    var wakeSensitivity = KeywordWakeDetector.defaultSensitivity

    @Option(help: ArgumentHelp("The directory of pocketsphinx's model, for the wake word.", valueName: "directory"))
    var model: String?

    @Flag(
        help: """
            A listen.request opens a turn: push-to-talk until a pause, hold until release. So does the Return key in a terminal, and ends it.
            """)
    var pushToTalk = false

    @Flag(inversion: .prefixedNo, help: "Tell by tones that the microphone opens, after the wake word or at a button.")
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
