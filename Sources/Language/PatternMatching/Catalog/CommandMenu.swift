import SaybusMessages

/// The menu of commands: what can be said now in a session, from the catalogs that the broker retains.
///
/// Any program can show it, and choose an item by publishing its example as a `speech.transcript`, as `saybus ask`
/// does.
public struct CommandMenu: Sendable, Equatable, Codable {
    /// A command that can be said.
    public struct Item: Sendable, Equatable, Codable {
        /// The app's name.
        public var app: String
        /// The command's type.
        public var type: String
        /// A sentence on the effect of the command; nil when the app has given none.
        public var summary: String?
        /// The shortest sentence that means the command; nil when none of its patterns can be read.
        public var example: String?
        /// The patterns of the command's sentences.
        public var patterns: [String]
    }

    /// The commands, by app, in the order of their catalogs.
    public var items: [Item]

    /// Collects the commands of catalogs.
    /// - Parameters:
    ///   - catalogs: The newest catalog of each app, as the broker retains them.
    ///   - session: The session in which one would speak.
    public init(_ catalogs: [Catalog], in session: Session) {
        items = catalogs.sorted { $0.app < $1.app }.flatMap { catalog in
            let absent = catalog.absent(in: session)
            return catalog.commands.filter { !absent.contains($0.type) }.map { command in
                let patterns = command.patterns + (command.groups ?? []).flatMap(\.patterns)
                return Item(
                    app: catalog.app, type: command.type, summary: command.summary,
                    example: catalog.example(of: command.patterns, slots: command.slots)
                        ?? catalog.example(of: patterns, slots: command.slots), patterns: patterns)
            }
        }
    }
}
