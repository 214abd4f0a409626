import ArgumentParser
import Messages
import Stage

/// The options of `saybus-tap export`.
public struct ExportOptions: ParsableArguments {
    /// Which recording.
    @Argument(help: "The file that saybus-tap record has written.")
    public var file: String

    /// Where sound goes.
    @Option(
        help: ArgumentHelp(
            "Also write the sound of each turn, or of those that --session and --turn choose, into this directory: TURN.wav, and TURN.output.wav for an answer whose sound was recorded.",
            valueName: "directory"))
    public var wav: String?

    /// Which recording of the file.
    @Option(help: ArgumentHelp("Only this recording of the file, as sessions numbers them.", valueName: "number"))
    public var recording: Int64?

    /// Patterns of kinds.
    @Option(
        help: ArgumentHelp(
            "A kind to export, such as speech.transcript, or a beginning, such as 'speech.*'. Can be repeated.",
            valueName: "kind"))
    public var kind: [String] = []

    /// The conversation.
    @Option(help: ArgumentHelp("The conversation to export.", valueName: "name"))
    public var session: String?

    /// The turn.
    @Option(help: ArgumentHelp("The turn to export: its id, or at least 4 digits of its end.", valueName: "turn"))
    public var turn: String?

    /// Whose messages.
    @Option(help: ArgumentHelp("Whose messages to export: a role, or role/instance.", valueName: "source"))
    public var source: String?

    /// Words to find.
    @Option(
        help: ArgumentHelp("Text that the message or its summary contains; case does not matter.", valueName: "text"))
    public var match: String?

    /// Whether sound is wanted as text.
    @Flag(help: "The bytes of sound too, in base64.")
    public var audio = false

    /// The parser makes them.
    public init() {}

    /// Checks what the parser cannot.
    public func validate() throws {
        if let session, Session(rawValue: session) == nil {
            throw ValidationError("--session takes a conversation's name, not \"\(session)\".")
        }
        do { _ = try filter() } catch { throw ValidationError("\(error)") }
    }

    func filter() throws(TapError) -> TapFilter {
        try TapFilter(
            kinds: kind, session: session.flatMap(Session.init(rawValue:)), turn: turn, source: source, match: match)
    }

    /// The program that the options describe.
    public func program() throws -> ExportProgram {
        // Whoever asks for the transcripts of a turn and for its sound wants both.
        let sounds = try TapFilter(session: session.flatMap(Session.init(rawValue:)), turn: turn)
        return ExportProgram(
            path: file, filter: try filter(), soundFilter: sounds, recording: recording, withAudio: audio,
            directory: wav)
    }
}
