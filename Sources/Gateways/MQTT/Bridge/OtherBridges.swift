import SaybusMessages

/// The bridges that report below the prefix of this one. Pure; bounded.
struct OtherBridges: Sendable {
    /// The most bridges that are remembered.
    private static let capacity = 64

    private let owner: String
    private let source: Source
    private let run: UInt32
    private var runs: Set<Int64> = []

    /// Remembers no other bridge.
    /// - Parameters:
    ///   - owner: The name of this bridge in retained messages.
    ///   - source: The source of its messages on the bus.
    ///   - run: Its run, which tells it from a bridge of the same bus.
    init(owner: String, source: Source, run: UInt32) { (self.owner, self.source, self.run) = (owner, source, run) }

    /// Returns a report of this bridge with its name.
    func named(_ report: JSONValue) -> JSONValue {
        guard case .object(var members) = report else { return report }
        members[RetainedTopics.member] = .string(owner)
        members["source"] = .string(source.description)
        members["run"] = .integer(Int64(run))
        return .object(members)
    }

    /// Records a report.
    /// - Returns: The bridge that has sent it, and whether it is heard of for the first time; nil for this bridge.
    mutating func observe(_ report: [UInt8]) -> (bridge: String, isNew: Bool)? {
        guard let value = try? JSONValue(parsing: report), let name = value.text(RetainedTopics.member),
            let source = value.text("source"), case .integer(let other)? = value["run"], other != Int64(run)
        else { return nil }
        let isNew = runs.count < Self.capacity && !runs.contains(other)
        if isNew { runs.insert(other) }
        return (name == owner ? "\(source) of this bus" : "that of the bus \(name)", isNew)
    }
}
