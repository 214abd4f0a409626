import ArgumentParser
import SaybusStage

/// Which recognizer does the work, and what it needs: the options of programs that hear.
public struct SpeechEngineOptions: ParsableArguments {
    /// The recognizer.
    @Option(
        help: ArgumentHelp(
            "What does the work: \(SpeechEngine.allCases.map(\.rawValue).joined(separator: ", ")).",
            discussion: "saybus engines says what is installed.", valueName: "engine"))
    public var engine: SpeechEngine = .pocketsphinx

    /// The model's directory.
    @Option(
        help: ArgumentHelp(
            "The model's directory; default: where Debian's pocketsphinx-en-us puts it, or VOSK_MODEL.",
            valueName: "directory"))
    public var model: String?

    /// Where a server listens.
    @Option(
        help: ArgumentHelp("Where the engine wyoming is: tcp://host:port or unix:///path.", valueName: "url"))
    public var address: String?

    /// Seconds that a foreign engine may take; less than the ten that a turn is waited for, so that its own reason is told.
    @Option(help: ArgumentHelp("How many seconds wyoming or command may take to answer.", valueName: "seconds"))
    public var patience: Double = 8

    /// A program and its arguments.
    @Argument(parsing: .postTerminator, help: "After --: the program of --engine command, and its arguments.")
    public var program: [String] = []

    /// The parser makes them.
    public init() {}

    /// Checks what the parser cannot.
    public func validate() throws {
        guard patience > 0, patience <= 300 else {
            throw ValidationError("--patience takes more than 0 and at most 300 seconds.")
        }
        guard engine == .command || program.isEmpty else {
            throw ValidationError("--engine \(engine.rawValue) takes no program after --; --engine command does.")
        }
    }

    /// The recognizer.
    /// - Throws: ``StageFailure`` as ``SpeechEngine/recognizer(model:address:program:patience:)`` does.
    public func recognizer() throws(StageFailure) -> any SpeechRecognizer {
        try engine.recognizer(
            model: model, address: address, program: program, patience: .milliseconds(max(1, Int(patience * 1000))))
    }
}

extension SpeechEngine: ExpressibleByArgument {}
