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
    /// The name is defined twice.
    case duplicate
}
