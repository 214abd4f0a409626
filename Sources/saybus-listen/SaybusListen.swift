import ArgumentParser
import Listening
import Stage

/// `saybus-listen`
@main
struct SaybusListen: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saybus-listen",
        abstract: "Hears speech from a microphone, from files or from standard input, and opens and closes turns.",
        discussion: """
            Publishes speech.started, audio.input and speech.ended. Files may be WAV, FLAC or Ogg of any rate; standard input is raw \
            16-bit little-endian mono PCM at --rate.

            Examples: saybus-listen --mic
                      saybus-listen --wav order.flac
                      arecord -t raw -f S16_LE -r 16000 | saybus-listen --stdin

            Exit codes: 0 at the end of the input or after SIGTERM or SIGINT, 64 bad usage, 66 an unreadable file, 69 no broker or no device.
            """)

    @Option(parsing: .upToNextOption, help: ArgumentHelp("Files to hear, one after the other.", valueName: "file"))
    var wav: [String] = []

    @Flag(help: "Hear raw PCM from standard input.")
    var stdin = false

    @Option(
        defaultAsFlag: "",
        help: ArgumentHelp(
            "Hear a microphone: the default one, or the one whose name contains this.", valueName: "device"))
    var mic: String?

    @Option(help: ArgumentHelp("Rate of the PCM on standard input, in hertz.", valueName: "hertz"))
    var rate = 16_000

    @Flag(help: "Hear files at the speed of speech instead of as fast as possible.")
    var realTime = false

    @Option(help: ArgumentHelp("How long a pause ends a turn, in milliseconds.", valueName: "ms"))
    var pause = 600

    @Option(help: ArgumentHelp("The longest turn, in milliseconds.", valueName: "ms"))
    var longest = 10_000

    @OptionGroup var options: StageOptions

    func validate() throws {
        guard [!wav.isEmpty, stdin, mic != nil].count(where: { $0 }) == 1 else {
            throw ValidationError("Say where to listen: --wav FILE…, --stdin, or --mic [DEVICE], one of them.")
        }
        guard (100...10_000).contains(pause) else { throw ValidationError("--pause takes 100 to 10000 milliseconds.") }
        guard (500...60_000).contains(longest) else {
            throw ValidationError("--longest takes 500 to 60000 milliseconds.")
        }
    }

    func run() async throws {
        try await reportingFailure("saybus-listen") {
            let input: ListenInput =
                stdin
                ? .standardInput(rate: rate)
                : mic.map { .microphone($0.isEmpty ? nil : $0) } ?? .files(wav, realTime: realTime)
            let stage = try ListenStage(
                input: input,
                configuration: EndpointerConfiguration(
                    fallDelay: .milliseconds(pause), maximumLength: .milliseconds(longest)))
            try await StageRunner(role: "listen", tracking: ListenStage.tracking, options: options)
                .run { try await stage.run($0) }
        }
    }
}
