import ArgumentParser
import SaybusListening
import SaybusMessages
import SaybusPhrases
import SaybusStage

/// The `saybus-listen` program.
@main
struct ListenMain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saybus-listen",
        abstract:
            "Captures sound from a microphone, files or standard input, detects speech, and begins and ends turns.",
        discussion: """
            Publishes speech.started, audio.input and speech.ended. Files may be WAV, FLAC or Ogg of any rate; standard input is raw \
            16-bit little-endian mono PCM at --rate. While the assistant speaks, input is ignored unless --full-duplex is given.

            Examples: saybus-listen --mic
                      saybus-listen --mic --wake "hey computer"
                      saybus-listen --mic --push-to-talk
                      saybus-listen --wav order.flac
                      arecord -t raw -f S16_LE -r 16000 | saybus-listen --stdin

            Exit codes: 0 at the end of the input or after SIGTERM, SIGINT or SIGHUP, 64 bad usage, 66 an unreadable file, 69 no broker, no device \
            or no model, 78 an invalid key, policy or language file.
            """,
        version: ProjectVersion.current)

    @Option(
        parsing: .upToNextOption, help: ArgumentHelp("Sound files to process, one after the other.", valueName: "file"))
    var wav: [String] = []

    @Flag(help: "Read raw PCM from standard input.")
    var stdin = false

    @Option(
        defaultAsFlag: "",
        help: ArgumentHelp(
            "Capture from a microphone: the default one, or the one whose name contains this text.", valueName: "device"
        ))
    var mic: String?

    @Flag(help: "Wait for a missing microphone instead of exiting with 69. saybus up --mic uses this.")
    var awaitMic = false

    @Option(help: ArgumentHelp("The sample rate of the PCM on standard input, in hertz.", valueName: "hertz"))
    var rate = 16_000

    @Flag(help: "Process files in real time instead of as fast as possible.")
    var realTime = false

    @Flag(help: "List the microphones and exit.")
    var devices = false

    @OptionGroup(title: "Beginning of a turn") var activation: ActivationOptions
    @OptionGroup(title: "End of a turn") var endpointing: EndpointingOptions
    @OptionGroup(title: "Sound processing") var sound: SoundOptions
    @OptionGroup var options: StageOptions

    /// Checks that exactly one input is given. `validate()` does not do this, because the parser calls it before it
    /// reports unknown options.
    private func checkInput() throws {
        let inputs = [!wav.isEmpty, stdin, mic != nil].count { $0 }
        guard inputs == 1 || devices && inputs == 0 else {
            throw ValidationError("Choose the input: --wav FILE…, --stdin, or --mic [DEVICE], one of them.")
        }
        if awaitMic, mic == nil { throw ValidationError("--await-mic goes with --mic.") }
    }

    func run() async throws {
        try checkInput()
        try await reportingFailure("saybus-listen") {
            if devices { return print(try await ListenInput.devices()) }
            let input: ListenInput =
                stdin
                ? .standardInput(rate: rate)
                : mic.map { .microphone($0.isEmpty ? nil : $0, isAwaited: awaitMic) } ?? .files(wav, realTime: realTime)
            var listening = ListenOptions()
            try await activation.apply(to: &listening, readsStandardInput: stdin)
            listening.endpointing = endpointing.configuration
            sound.apply(to: &listening)
            let stage = try await ListenStage(input: input, options: listening)
            try Language.checkChosen()
            try await StageRunner(role: .listen, tracking: ListenStage.tracking, options: options)
                .run { try await stage.run($0) }
        }
    }
}
