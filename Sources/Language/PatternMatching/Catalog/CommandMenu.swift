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

    /// Collects the commands of catalogs. A command of several programs that run one app is one item.
    /// - Parameters:
    ///   - catalogs: The newest catalogs of the apps, as the broker retains them.
    ///   - session: The session in which one would speak.
    public init(_ catalogs: [Catalog], in session: Session) {
        items = []
        var places: [CommandName: Int] = [:]
        for catalog in catalogs.sorted(by: { ($0.app, $0.revision) < ($1.app, $1.revision) }) {
            let absent = catalog.absent(in: session)
            for command in catalog.commands where !absent.contains(command.type) {
                let patterns = command.patterns + (command.groups ?? []).flatMap(\.patterns)
                let name = CommandName(app: catalog.app, type: command.type)
                if let place = places[name] {
                    let known = Set(items[place].patterns)
                    items[place].patterns += patterns.filter { !known.contains($0) }
                    continue
                }
                places[name] = items.count
                let example =
                    catalog.example(of: command.patterns, slots: command.slots)
                    ?? catalog.example(of: patterns, slots: command.slots)
                items.append(
                    Item(
                        app: catalog.app, type: command.type, summary: command.summary, example: example,
                        patterns: patterns))
            }
        }
    }
}
