/// The messages of a server of which it is not known yet whom it lets in: anybody may have sent them. Pure; bounded.
struct UncheckedMessages: Sendable {
    /// The most bytes that are kept. What finds no room is lost, as on a line that is cut.
    static let mostBytes = 4 << 20

    /// The messages so far; nil while no server is checked.
    private var kept: [LineMessage]?
    private var bytes = 0

    init() {}

    /// Begins to keep messages, since a server is checked.
    mutating func begin() { (kept, bytes) = ([], 0) }

    /// Keeps a message while a server is checked, and drops it at other times.
    mutating func add(_ message: LineMessage) {
        guard kept != nil, bytes + message.size <= Self.mostBytes else { return }
        bytes += message.size
        kept?.append(message)
    }

    /// Returns the messages, and keeps no more.
    mutating func take() -> [LineMessage] {
        defer { (kept, bytes) = (nil, 0) }
        return kept ?? []
    }
}
