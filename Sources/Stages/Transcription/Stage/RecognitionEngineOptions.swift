import ArgumentParser
import SaybusStage

/// The command-line options that choose and configure the recognizer.
public struct RecognitionEngineOptions: ParsableArguments {
    /// The recognizer.
    @Option(
        help: ArgumentHelp(
            "The engine: \(RecognitionEngine.allCases.map(\.rawValue).joined(separator: ", ")).",
            discussion: "\"saybus engines\" lists the installed ones.", valueName: "engine"))
    public var engine: RecognitionEngine = .pocketsphinx

    /// The model's directory.
    @Option(
        help: ArgumentHelp(
            "The model's directory; default: that of Debian's package pocketsphinx-en-us, or VOSK_MODEL.",
            valueName: "directory"))
    public var model: String?

    /// The server's address.
    @Option(
        help: ArgumentHelp(
            "The address of the Wyoming server, for --engine wyoming: tcp://host:port or unix:///path.",
            valueName: "url"))
    public var address: String?

    /// The timeout of an external engine in seconds. The listen stage waits ten seconds for a turn's transcript;
    /// the default is shorter, so that the engine's own error is reported.
    @Option(help: ArgumentHelp("The timeout of the engines wyoming and command, in seconds.", valueName: "seconds"))
    public var patience: Double = 8

    /// The program of the engine `command`, with its arguments.
    @Argument(parsing: .postTerminator, help: "After --: the program of --engine command, and its arguments.")
    public var program: [String] = []

    /// Creates the options with their defaults.
    public init() {}

    /// Checks the values and combinations that the parser does not check.
    public func validate() throws {
        guard patience > 0, patience <= 300 else {
            throw ValidationError("--patience takes more than 0 and at most 300 seconds.")
        }
        guard engine == .command || program.isEmpty else {
            throw ValidationError("--engine \(engine.rawValue) takes no program after --; --engine command does.")
        }
    }

    /// Creates the chosen recognizer.
    /// - Throws: `StageFailure` as ``RecognitionEngine/recognizer(model:address:program:timeout:)`` does.
    public func recognizer() throws(StageFailure) -> any SpeechRecognizer {
        try engine.recognizer(
            model: model, address: address, program: program, timeout: .milliseconds(max(1, Int(patience * 1000))))
    }
}

extension RecognitionEngine: ExpressibleByArgument {}
