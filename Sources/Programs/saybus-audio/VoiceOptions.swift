import ArgumentParser
import SaybusAudioOutput
import SaybusStage

/// The options that select and configure the synthesizer.
struct VoiceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The speech synthesizer: \(SynthesisEngine.allCases.listed()); auto takes the best installed one for the language of piper, flite and espeak-ng.",
            valueName: "engine"))
    var engine: SynthesisEngine = .espeak

    @Option(
        help: ArgumentHelp(
            "The voice, by name or language, as saybus voices lists them; default: the language of SAYBUS_LANGUAGE, else \(SynthesisEngine.espeakVoice), or the engine's own.",
            valueName: "name"))
    var voice: String?

    @Option(
        help: ArgumentHelp(
            "The address of the Wyoming server, for --engine wyoming: tcp://host:port or unix:///path.",
            valueName: "url"))
    var address: String?

    @Option(help: ArgumentHelp("The timeout of the engines wyoming and command, in seconds.", valueName: "seconds"))
    var patience: Double = 5

    @Option(help: ArgumentHelp("The sample rate of a program that writes raw samples, in hertz.", valueName: "hertz"))
    var rate = SinkChoice.rate

    @Argument(parsing: .postTerminator, help: "After --: the program of --engine command, and its arguments.")
    var program: [String] = []

    func validate() throws {
        guard patience > 0, patience <= 60 else {
            throw ValidationError("--patience takes more than 0 and at most 60 seconds.")
        }
        guard engine == .command || program.isEmpty else {
            throw ValidationError("A program after -- goes with --engine command.")
        }
        guard engine == .wyoming || address == nil else {
            throw ValidationError("--address goes with --engine wyoming.")
        }
        guard SynthesisEngine.rates.contains(rate) else {
            throw ValidationError(
                "--rate takes \(SynthesisEngine.rates.lowerBound) to \(SynthesisEngine.rates.upperBound) hertz.")
        }
    }

    func synthesizer() throws -> any Synthesizer {
        try engine.synthesizer(
            voice: voice, address: address, program: program, rate: rate,
            timeout: .milliseconds(max(1, Int(patience * 1000))))
    }
}

extension SynthesisEngine: ExpressibleByArgument {}
