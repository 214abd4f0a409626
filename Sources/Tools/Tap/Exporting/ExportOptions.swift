import ArgumentParser
import SaybusMessages

/// The options of `saybus-tap export`.
public struct ExportOptions: ParsableArguments {
    /// The recording's file.
    @Argument(help: "A file that saybus-tap record has written.")
    public var file: String

    /// The directory for WAV files.
    @Option(
        help: ArgumentHelp(
            "Also write the sound of each turn, or of those selected by --session and --turn, into this directory: TURN.wav.",
            valueName: "directory"))
    public var wav: String?

    /// The number of one recording in the file.
    @Option(
        help: ArgumentHelp(
            "Only the recording with this number, as printed by saybus-tap sessions.", valueName: "number"))
    public var recording: Int64?

    /// The conditions on headers.
    @OptionGroup public var choice: FilterOptions

    /// The conditions on text.
    @OptionGroup public var words: WordOptions

    /// The only conversation to export; nil for all.
    @Option(help: ArgumentHelp("The conversation to export.", valueName: "name"))
    public var session: String?

    /// Whether to print audio as base64.
    @Flag(help: "Include the bytes of sound, in base64.")
    public var audio = false

    /// Creates options for the parser to fill in.
    public init() {}

    /// Checks the values of options, which the argument parser does not check.
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

    /// Returns the program that the options describe.
    public func program() throws -> ExportProgram {
        // Conditions on kind and text select lines only: otherwise a filter for transcripts would suppress
        // the sound.
        let sounds = try TapFilter(session: chosenSession, turn: choice.turn)
        return ExportProgram(
            path: file, filter: try filter(), soundFilter: sounds, recording: recording, withAudio: audio,
            directory: wav)
    }
}
