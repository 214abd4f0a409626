import ArgumentParser
import Foundation
import Listening

/// When speech opens a turn.
struct AttentionOptions: ParsableArguments {
    @Flag(help: "All speech opens turns: the default.")
    var continuous = false

    @Option(help: ArgumentHelp("The wake word must come first: any phrase, such as \"hey computer\".", valueName: "phrase"))
    var wake: String?

    @Option(
        help: ArgumentHelp(
            "How sure the wake word must be: from 1e-50, which hears it often where it is not, to 1, which misses it.",
            valueName: "number"))
    var wakeThreshold = SpokenPhrase.defaultThreshold

    @Option(help: ArgumentHelp("The directory of pocketsphinx's model, for the wake word.", valueName: "directory"))
    var model: String?

    @Flag(
        help: """
            A listen.request opens a turn: push-to-talk until a pause, hold until release. So does the Return key in a terminal, and ends it.
            """)
    var pushToTalk = false

    @Flag(inversion: .prefixedNo, help: "Tell by tones that the microphone opens, after the wake word or a request.")
    var tones = true

    func validate() throws {
        guard [continuous, wake != nil, pushToTalk].count(where: { $0 }) <= 1 else {
            throw ValidationError("Choose one of --continuous, --wake and --push-to-talk.")
        }
        guard wakeThreshold > 0, wakeThreshold.isFinite else {
            throw ValidationError("--wake-threshold takes a number above 0, such as 1e-20.")
        }
    }

    func apply(to options: inout ListenOptions, readsStandardInput: Bool) async throws {
        options.tones = tones
        if let wake {
            options.mode = .wake
            options.wakeWord = try await SpokenPhrase(wake, threshold: wakeThreshold, model: model)
        }
        if pushToTalk {
            options.mode = .pushToTalk
            options.takesKeys = !readsStandardInput && Self.hasKeys
        }
    }

    /// Whether standard input is a terminal or a pipe, from which lines come when somebody wants it.
    private static var hasKeys: Bool {
        var status = stat()
        return isatty(0) == 1 || fstat(0, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }
}
