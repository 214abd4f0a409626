import ArgumentParser
import SaybusMessages
import SaybusStage

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

    /// Which messages.
    @OptionGroup public var choice: FilterOptions

    /// Which words in them.
    @OptionGroup public var words: WordOptions

    /// The conversation.
    @Option(help: ArgumentHelp("The conversation to export.", valueName: "name"))
    public var session: String?

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

    private var chosenSession: Session? { session.flatMap(Session.init(rawValue:)) }

    func filter() throws(TapError) -> TapFilter {
        try choice.filter(session: chosenSession, match: words.match, regex: words.regex)
    }

    /// The program that the options describe.
    public func program() throws -> ExportProgram {
        // Whoever asks for the transcripts of a turn and for its sound wants both.
        let sounds = try TapFilter(session: chosenSession, turn: choice.turn)
        return ExportProgram(
            path: file, filter: try filter(), soundFilter: sounds, recording: recording, withAudio: audio,
            directory: wav)
    }
}
