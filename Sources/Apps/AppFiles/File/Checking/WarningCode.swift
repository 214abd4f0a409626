/// What is not wrong, and not as it should be.
enum WarningCode: String {
    /// A pattern that another one always wins over.
    case shadowed
    /// A command that nothing said can mean.
    case unreachable
    /// Something that nothing refers to.
    case unused
    /// A kind of message that nobody may know.
    case unknownKind = "unknown-kind"
    /// The same name twice.
    case duplicate
}
