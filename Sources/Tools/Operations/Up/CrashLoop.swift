import SaybusSupport

/// The ends of a program, one after the other, that are alike. Pure.
struct CrashLoop: Equatable {
    /// The number of ends that are told of one by one. Later, each is told of at twice the number of the last one.
    private static let maximumTold = 4

    private let end: Supervisor.End
    private let message: String?
    /// The number of ends.
    private(set) var count = 1

    /// Counts an end.
    /// - Parameters:
    ///   - end: The way in which the program ended.
    ///   - message: Its line that says why.
    ///   - former: The ends before; nil when the program has been at work since.
    init(_ end: Supervisor.End, _ message: String?, after former: CrashLoop?) {
        (self.end, self.message) = (end, message?.withoutNumbers)
        if let former, former.end == end, former.message == self.message { count += former.count }
    }

    /// Whether the last end is told of, so that a flood does not flood the log.
    var isTold: Bool { Self.isTold(count) }
    /// Whether the next end is told of, even if it is like these.
    var isNextTold: Bool { Self.isTold(count + 1) }
    /// Whether ends are told of one by one no longer.
    var isThinnedOut: Bool { count == Self.maximumTold }

    /// The number of ends as a part of a sentence; empty while each is told of.
    var words: String { count > Self.maximumTold ? ", \(count) times in a row" : "" }

    private static func isTold(_ count: Int) -> Bool { count <= maximumTold || count.isLoggedCount }
}

extension String {
    /// The text without its numbers, such as times and process ids, by which lines are compared.
    var withoutNumbers: String { filter { !$0.isNumber } }
}
