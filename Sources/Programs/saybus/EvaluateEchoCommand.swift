import ArgumentParser
import SaybusEvaluation
import SaybusStage
import SaybusTranscription

/// The `saybus evaluate echo` command.
struct EvaluateEchoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "echo",
        abstract: "Measures how many commands are understood while the assistant speaks.",
        discussion: """
            The assistant's voice reaches the microphone through a simulated room, and its echo is cancelled as by saybus-listen \
            --full-duplex. The labels have the format of evaluate speech.

            Example: saybus evaluate echo --app coffee.yaml --labels labels.jsonl --voice assistant.wav --ratio 6,0,-6 --json

            Exit codes: 0 done, 64 bad usage, 66 an unreadable file or no command in the labels, 69 no model or engine, \
            78 an invalid app file.
            """)

    @Option(help: ArgumentHelp("The app whose commands are recognized.", valueName: "file.yaml"))
    var app: String

    @OptionGroup var recordings: LabelOptions

    @Option(help: ArgumentHelp("The assistant's speech, a sound file.", valueName: "file"))
    var voice: String

    @OptionGroup var recognizer: RecognitionEngineOptions

    @Option(
        help: ArgumentHelp(
            "The ratios of the user's level to the echo's, in decibels, separated by commas.", valueName: "dB,…"))
    var ratio = "6,0,-6"

    @Option(help: ArgumentHelp("The delay of the echo, including the sound devices.", valueName: "ms"))
    var delay = 200

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        guard (0...700).contains(delay) else { throw ValidationError("--delay takes 0 to 700 milliseconds") }
        guard try !ratios().isEmpty else { throw ValidationError("--ratio takes decibels, as in 6,0,-6") }
    }

    private func ratios() throws -> [Double] { try NoiseOptions.decibels(ratio, option: "--ratio") }

    func run() async throws {
        try await reportingFailure("saybus evaluate echo") {
            let evaluation = try EchoEvaluation(
                app: app, labels: recordings.labels, voice: voice, recognizer: try recognizer.choice().recognizer,
                ratios: try ratios(), delayMs: delay, limit: recordings.limit)
            let line = ProgressLine("saybus evaluate echo")
            defer { line.clear() }
            let report = try await evaluation.run { line.update($0) }
            line.clear()
            try report.print(asJSON: json)
        }
    }
}
