import ArgumentParser
import SaybusPhrases
import SaybusStage

/// The command-line options that choose and configure the recognizer.
public struct RecognitionEngineOptions: ParsableArguments {
    /// The speech recognizer.
    @Option(
        help: ArgumentHelp(
            "The speech recognizer: \(RecognitionEngine.allCases.listed()).",
            discussion: "\"saybus engines\" lists the installed ones.", valueName: "engine"))
    public var engine: RecognitionEngine = .auto

    /// The model: a directory, or for Whisper a file or a name.
    @Option(
        help: ArgumentHelp(
            "The recognizer's model: a directory, or for --engine whisper a file or a name that \"saybus models\" lists.",
            discussion:
                "Default: that of Debian's package pocketsphinx-en-us, VOSK_MODEL, WHISPER_MODEL or an installed one.",
            valueName: "model"))
    public var model: String?

    /// The language's code.
    @Option(
        help: ArgumentHelp(
            "The language that is spoken, such as de, or auto with --engine whisper; default: that of SAYBUS_LANGUAGE, or en.",
            valueName: "code"))
    public var language: String?

    /// The server's address.
    @Option(
        help: ArgumentHelp(
            "The address of the Wyoming server, for --engine wyoming: tcp://host:port or unix:///path.",
            valueName: "url"))
    public var address: String?

    /// The timeout of an external engine in seconds. The listen stage waits ten seconds for a turn's transcript;
    /// the default is shorter, so that the engine's own error is reported.
    @Option(
        help: ArgumentHelp("The timeout of the engines whisper, wyoming and command, in seconds.", valueName: "seconds")
    )
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
    /// - Throws: `StageFailure` as ``RecognitionEngine/choice(model:address:program:language:timeout:)`` does.
    public func choice() throws(StageFailure) -> RecognizerChoice {
        try engine.choice(
            model: model, address: address, program: program, language: language ?? Language.inUse.numbers.language,
            timeout: .milliseconds(max(1, Int(patience * 1000))))
    }
}

extension RecognitionEngine: ExpressibleByArgument {}
