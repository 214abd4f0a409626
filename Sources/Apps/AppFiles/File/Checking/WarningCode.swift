/// The kind of a warning about an app file.
enum WarningCode: String {
    /// Another pattern always wins over this pattern.
    case shadowed
    /// No utterance can invoke the command.
    case unreachable
    /// Nothing refers to the part.
    case unused
    /// The message kind is unknown to the pipeline.
    case unknownKind = "unknown-kind"
    /// The kind of the published message does not have the field.
    case unknownField = "unknown-field"
    /// The command is asked about each time.
    case uncertain
    /// The pattern takes all words.
    case greedy
    /// The words of the language are not known.
    case language
    /// No engine has the voice.
    case voice
    /// No command stops ringing items.
    case unstoppable
    /// The text is SSML, and is spoken as plain text.
    case markup
    /// The words are written as a pattern, and are said as they stand.
    case notation
    /// The secret has no value.
    case unset
    /// The program is not installed.
    case program
    /// The name is defined twice.
    case duplicate
}
