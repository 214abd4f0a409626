/// The messages of a server until it is known that the server authenticates its clients. Before that, anybody may have
/// sent them. Pure; bounded.
struct UncheckedMessages: Sendable {
    /// The most bytes that are kept. What finds no room is lost, as on a line that is cut.
    static let maximumBytes = 4 << 20

    /// The messages so far; nil while no server is checked.
    private var kept: [LineMessage]?
    private var bytes = 0
    /// The number of the newest check.
    private var check = 0

    init() {}

    /// Whether a server is checked.
    var isChecking: Bool { kept != nil }

    /// Begins to keep messages, since a server is checked.
    /// - Returns: The number of the check, by which its end is told from that of an earlier one.
    mutating func begin() -> Int {
        (kept, bytes) = ([], 0)
        check += 1
        return check
    }

    /// Keeps a message while a server is checked, and drops it at other times.
    mutating func add(_ message: LineMessage) {
        guard kept != nil, bytes + message.size <= Self.maximumBytes else { return }
        bytes += message.size
        kept?.append(message)
    }

    /// Ends a check, and keeps no more.
    /// - Returns: The messages; nil when the connection of the check has ended, so that it says nothing of the server
    ///   that may be connected now.
    mutating func end(_ check: Int) -> [LineMessage]? {
        guard check == self.check else { return nil }
        defer { drop() }
        return kept
    }

    /// Drops the messages, since the connection has ended.
    mutating func drop() { (kept, bytes) = (nil, 0) }
}
