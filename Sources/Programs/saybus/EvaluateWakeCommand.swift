import ArgumentParser
import SaybusEvaluation
import SaybusListening
import SaybusMessages
import SaybusStage

/// The `saybus evaluate wake` command.
struct EvaluateWakeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wake",
        abstract: "Measures how often a wake word is missed, and how often it is detected falsely.",
        discussion: """
            Without --said, espeak-ng speaks the wake word in 20 voices at three speeds. Choose a sensitivity for saybus-listen \
            --wake-sensitivity that gives few misses and at most one false alarm an hour. Noise is mixed into the wake word, at 12 dB \
            unless --snr says otherwise. The hours are those of the recordings, without the quiet that is added around each.

            Examples: saybus evaluate wake "hey computer" --other recordings/*.flac
                      saybus evaluate wake "hey computer" --sensitivity 200,250,300,350 --other recordings/*.flac
                      saybus evaluate wake alexa --engine micro,keywords --said alexa/*.flac --other orders/*.flac noise/*.flac
                      saybus evaluate wake "okay lamp" --said me-*.wav --noise kitchen.flac --snr 18,12 --json

            Exit codes: 0 done, 64 bad usage, 66 an unreadable file, 69 no model or no voice.
            """)

    @Argument(help: "The wake word: at least three syllables, best two words.")
    var phrase: String

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Recordings of the wake word, spoken once in each.", valueName: "file"))
    var said: [String] = []

    @Option(
        parsing: .upToNextOption, help: ArgumentHelp("Recordings of other speech and of noise.", valueName: "file"))
    var other: [String] = []

    @Option(
        help: ArgumentHelp(
            "The methods to measure, separated by commas: micro, keywords, both, trained, or auto, the one that saybus-listen would use.",
            valueName: "name,…"))
    var engine = WakeEngine.auto.rawValue

    @Option(
        help: ArgumentHelp(
            "A wake word of your own: a file of saybus wake train, or the manifest of a microWakeWord model.",
            valueName: "file.json"))
    var wakeModel: [String] = []

    @Option(help: ArgumentHelp("The sensitivities to test, 0 to 1000, separated by commas.", valueName: "number,…"))
    var sensitivity = "\(KeywordWakeDetector.defaultSensitivity)"

    @OptionGroup var noise: NoiseOptions

    @Option(help: ArgumentHelp("The directory of the PocketSphinx model.", valueName: "directory"))
    var model: String?

    @Flag(help: "Print JSON, which includes the missed recordings and the false alarms.")
    var json = false

    func validate() throws {
        _ = try noise.ratios()
        guard try !engines().isEmpty else { throw ValidationError("--engine takes names, as in micro,keywords") }
        guard try !sensitivities().isEmpty else {
            throw ValidationError("--sensitivity takes numbers, as in 250,300")
        }
    }

    private func engines() throws -> [WakeEngine] {
        try engine.split(separator: ",").map { part in
            guard let engine = WakeEngine(rawValue: String(part)), engine != .wyoming else {
                throw ValidationError(
                    "--engine \(part): give auto, both, micro, keywords or trained, separated by commas")
            }
            return engine
        }
    }

    private func sensitivities() throws -> [Int] {
        try sensitivity.split(separator: ",").map { part in
            guard let number = Int(part), KeywordWakeDetector.sensitivities.contains(number) else {
                throw ValidationError("--sensitivity \(part): give numbers from 0 to 1000, as in 250,300")
            }
            return number
        }
    }

    func run() async throws {
        try await reportingFailure("saybus evaluate wake") {
            var options = WakeEvaluation.Options(phrase: phrase)
            (options.said, options.other, options.sensitivities) = (said, other, try sensitivities())
            (options.noise, options.ratios, options.seed) = (try noise.single(), try noise.ratios(), noise.seed)
            (options.model, options.engines, options.manifests) = (model, try engines(), wakeModel)
            let line = ProgressLine("saybus evaluate wake")
            defer { line.clear() }
            let report = try await WakeEvaluation(options).run(progress: { line.update($0) })
            line.clear()
            try report.print(asJSON: json)
        }
    }
}
