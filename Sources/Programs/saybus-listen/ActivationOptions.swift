import ArgumentParser
import Foundation
import SaybusListening
import SaybusMessages

/// The options that determine when speech opens a turn.
struct ActivationOptions: ParsableArguments {
    @Flag(help: "Begin a turn whenever speech is detected: the default.")
    var continuous = false

    @OptionGroup(title: "Wake words") var wakeWords: WakeOptions

    @Flag(
        help: """
            Begin a turn on a listen.request message: mode push-to-talk ends it at a pause, mode hold at release. In a terminal, the \
            Return key begins and ends a turn.
            """)
    var pushToTalk = false

    @Flag(inversion: .prefixedNo, help: "Play a tone when a turn begins after the wake word or a button press.")
    var tones = true

    @Option(
        help: ArgumentHelp(
            "The name of a group of listeners within hearing distance of each other. When several of them hear the same sentence, the one that hears it most clearly goes on, and the turns of the others end as elsewhere.",
            valueName: "name"))
    var group: String?

    func validate() throws {
        if let group, Session(rawValue: group) == nil {
            throw ValidationError(
                "--group \(group): give 1 to 64 letters a to z, digits, dots, underscores and hyphens.")
        }
        guard [continuous, !wakeWords.wake.isEmpty, pushToTalk].count(where: { $0 }) <= 1 else {
            throw ValidationError("Choose one of --continuous, --wake and --push-to-talk.")
        }
    }

    func apply(to options: inout ListenOptions, readsStandardInput: Bool) async throws {
        (options.tones, options.group) = (tones, group)
        options.wakeWords = try await wakeWords.detectors()
        if !options.wakeWords.isEmpty { options.mode = .wake }
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
