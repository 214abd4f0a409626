import ArgumentParser
import SaybusEvaluation
import SaybusMessages
import SaybusStage
import SaybusTerminal
import SaybusTranscription

/// The `saybus evaluate echo` command.
struct EvaluateEchoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "echo",
        abstract: "Lets commands be spoken while the assistant speaks, and tells how many are understood.",
        discussion: """
            The assistant's voice comes to the microphone through a simulated room, and is taken out as saybus-listen --full-duplex does it. \
            Labels are as for evaluate speech.

            Example: saybus evaluate echo --app coffee.yaml --labels labels.jsonl --voice assistant.wav --ratio 6,0,-6 --json

            Exit codes: 0 done, 64 bad usage, 66 an unreadable file, 69 no model, 78 a wrong app.
            """)

    @Option(help: ArgumentHelp("The app whose commands are listened for.", valueName: "file.yaml"))
    var app: String

    @Option(help: ArgumentHelp("The recordings and what is meant in them.", valueName: "file.jsonl"))
    var labels: String

    @Option(help: ArgumentHelp("What the assistant says meanwhile.", valueName: "file"))
    var voice: String

    @OptionGroup var recognizer: RecognitionEngineOptions

    @Option(help: ArgumentHelp("The user above the echo in decibels, separated by commas.", valueName: "dB,…"))
    var ratio = "6,0,-6"

    @Option(help: ArgumentHelp("How long the echo takes, devices included.", valueName: "ms"))
    var delay = 200

    @Option(help: "How many of the recordings to hear; default: all.")
    var limit: Int?

    @Flag(help: "Write JSON.")
    var json = false

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit \(limit): hear at least one recording") }
        guard (0...700).contains(delay) else { throw ValidationError("--delay takes 0 to 700 milliseconds") }
        guard try !ratios().isEmpty else { throw ValidationError("--ratio takes decibels, as in 6,0,-6") }
    }

    private func ratios() throws -> [Double] { try NoiseOptions.decibels(ratio, option: "--ratio") }

    func run() async throws {
        try await reportingFailure("saybus evaluate echo") {
            let evaluation = try EchoEvaluation(
                app: app, labels: labels, voice: voice, recognizer: try recognizer.recognizer(),
                ratios: try ratios(), delayMs: delay, limit: limit)
            let report = try await evaluation.run { TextOutput.standardError.line($0) }
            if json {
                TextOutput.standardOutput.line(try JSONValue(report).text(indented: true))
            } else {
                TextOutput.standardOutput.line(report.page(TextOutput.standardOutput.style))
            }
        }
    }
}
