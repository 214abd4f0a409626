/// A type of message: one kind on the bus.
///
/// Conform with `Codable` properties, a kind, a schema and examples, and add the type to ``MessageCatalog``.
public protocol BusMessage: Codable, Sendable, Equatable {
    /// The name in topics and headers.
    static var kind: Kind { get }
    /// The shape of the body, for people and for other languages.
    static var schema: Schema { get }
    /// Values that show every field and, last, as few as may be: for the schema's readers and for the tests.
    static var examples: [Self] { get }
    /// Whether the broker keeps the newest for late subscribers.
    static var isRetained: Bool { get }
    /// Who must answer it; nil for kinds that nobody has to. The publisher keeps a tracked message, and sends it again,
    /// until an answer or a ``Receipt`` names it among its causes.
    static var tracking: Tracking? { get }
    /// Who must answer it when its publisher wants it tracked, for kinds that only some publishers have to track.
    static var trackingOnDemand: Tracking? { get }
    /// Whether a turn has one at most, whoever says it: its id is the turn's then, and receivers leave a second one alone.
    static var isOncePerTurn: Bool { get }
    /// Whether somebody may wait for it though nobody answers it: its publisher says it again when the bus was away. It must be harmless to
    /// hear late.
    static var isReport: Bool { get }

    /// Reads the body frame.
    init(wire: [UInt8], header: Header) throws
    /// Writes the body frame, and into the header what belongs there.
    func wire(header: inout Header) throws -> [UInt8]
}

extension BusMessage {
    /// Most kinds are not kept.
    public static var isRetained: Bool { false }
    /// Most kinds are not tracked.
    public static var tracking: Tracking? { nil }
    /// Most kinds are tracked always or never.
    public static var trackingOnDemand: Tracking? { nil }
    /// Who must answer it, if anybody ever must.
    public static var delivery: Tracking? { tracking ?? trackingOnDemand }

    /// Most kinds are not bound to be said once.
    public static var isOncePerTurn: Bool { false }

    /// Most kinds are not waited for.
    public static var isReport: Bool { false }

    /// Reads JSON.
    public init(wire: [UInt8], header: Header) throws {
        if let content = header.content, content != "application/json" {
            throw MessageError(.body, "\(Self.kind) is JSON, not \(content)")
        }
        self = try JSONCoding.decode(Self.self, from: wire)
    }

    /// Writes JSON.
    public func wire(header: inout Header) throws -> [UInt8] {
        try JSONCoding.encode(self)
    }
}

/// Who answers a kind, and with what.
public struct Tracking: Sendable, Equatable {
    /// The role that takes the message: when an instance of it comes, what waits is sent to it.
    public let role: String
    /// The kinds that answer it, beside ``Receipt``.
    public let answers: [Kind]
    /// What its publisher does when whoever answered is lost before the turn has ended.
    public let whenTakerIsLost: LossRule

    /// What becomes of a message whose taker is lost.
    public enum LossRule: Sendable, Equatable {
        /// Nothing: the answer settled it.
        case nothing
        /// It is sent again: doing it twice harms nobody.
        case sendAgain
        /// It is sent again when it was only received; when it was answered, and may have been carried out, the turn ends as failed.
        case report
    }

    /// A rule.
    public init(role: String, answers: [Kind], whenTakerIsLost: LossRule = .nothing) {
        (self.role, self.answers, self.whenTakerIsLost) = (role, answers, whenTakerIsLost)
    }
}

extension Kind {
    /// The kind under which a shadow instance publishes what it would have said.
    public var shadow: Kind { Kind(rawValue: Self.shadowPrefix + rawValue) ?? self }

    /// Whether a shadow instance published it: nobody acts on it, and it answers nothing.
    public var isShadow: Bool { rawValue.hasPrefix(Self.shadowPrefix) }

    /// The kind that this one is the shadow of; nil when it is no shadow.
    public var shadowed: Kind? { isShadow ? Kind(rawValue: String(rawValue.dropFirst(Self.shadowPrefix.count))) : nil }

    private static let shadowPrefix = "shadow."
}
