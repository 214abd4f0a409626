/// A pattern that can be matched: all of it that is not in the tree.
struct CompiledPattern: Sendable {
    let command: CommandName
    /// As written.
    let text: String
    /// Names and types in order.
    let parameters: [(name: String, type: String)]
}

/// A command among the commands of all apps.
struct CommandName: Sendable, Hashable {
    let app: String
    let type: String
}
