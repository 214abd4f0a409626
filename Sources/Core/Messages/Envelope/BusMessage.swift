/// A type of message: the body of one kind on the bus.
///
/// Conform with `Codable` properties, a kind, a schema and examples, and add the type to ``MessageCatalog``.
public protocol BusMessage: Codable, Sendable, Equatable {
    /// The kind's name in topics and headers.
    static var kind: Kind { get }
    /// The schema of the body, for readers and for clients in other languages.
    static var schema: Schema { get }
    /// Example values for the schema and the tests. Together they show every field, and the last one has as
    /// few fields as possible.
    static var examples: [Self] { get }
    /// Whether the broker retains the newest message for late subscribers.
    static var isRetained: Bool { get }
    /// The role that must answer, and the kinds of its answers; nil for kinds that need no answer.
    ///
    /// The publisher keeps a tracked message, and retransmits it until an answer or a ``Receipt`` names it
    /// among its causes.
    static var tracking: Tracking? { get }
    /// The role that must answer when the publisher asks for tracking, for kinds that are tracked by some
    /// publishers only.
    static var trackingOnDemand: Tracking? { get }
    /// Whether a turn has at most one such message, whichever program publishes it. Its message id is the
    /// turn's id, so that receivers ignore a second one as a repetition.
    static var isOncePerTurn: Bool { get }
    /// Whether a program may wait for the message although no message answers it. Its publisher publishes it
    /// again after a reconnection to the broker, so receivers must be able to cope with a late or repeated
    /// one.
    static var isReport: Bool { get }
    /// Whether the kind is published only while somebody subscribes to it by its name; ``StageStatus/demands`` of the
    /// broker says so.
    static var isOnDemand: Bool { get }
    /// Whether the message has an effect on what happens now, so that a late one would do harm. It gets a deadline, as
    /// if it were tracked.
    var isMomentary: Bool { get }

    /// Reads the body frame.
    init(wire: [UInt8], header: Header) throws
    /// Checks what the fields' types leave open: the ranges of numbers. Every body that is read from a message is
    /// checked.
    /// - Throws: ``MessageError``, whose reason names the field.
    func checkRanges() throws(MessageError)
    /// Returns the body frame, and adds to the header the fields that belong to the body.
    func wire(header: inout Header) throws -> [UInt8]
}

extension BusMessage {
    /// False: most kinds are not retained.
    public static var isRetained: Bool { false }
    /// Nil: most kinds are not tracked.
    public static var tracking: Tracking? { nil }
    /// Nil: most kinds are tracked always or never.
    public static var trackingOnDemand: Tracking? { nil }
    /// The role that must answer, for kinds that are tracked always or on demand.
    public static var delivery: Tracking? { tracking ?? trackingOnDemand }

    /// False: most kinds may occur repeatedly in a turn.
    public static var isOncePerTurn: Bool { false }

    /// False: no program waits for most kinds.
    public static var isReport: Bool { false }

    /// False: most kinds are published when something happens.
    public static var isOnDemand: Bool { false }

    /// False: most messages say something that stays true, or are tracked.
    public var isMomentary: Bool { false }

    /// Accepts every value: most kinds have no ranges.
    public func checkRanges() throws(MessageError) {}

    /// Throws unless a confidence is a number from 0 to 1.
    static func checkConfidence(_ value: Double?, _ field: @autoclosure () -> String) throws(MessageError) {
        guard let value, !(0...1).contains(value) else { return }
        throw MessageError(.body, "\(field()): expected a number from 0 to 1, not \(value)")
    }

    /// Reads JSON.
    public init(wire: [UInt8], header: Header) throws {
        if let content = header.content, content != "application/json" {
            throw MessageError(.body, "\(Self.kind) is JSON, not \(content)")
        }
        self = try JSONCoding.decode(Self.self, from: wire)
    }

    /// Returns JSON.
    public func wire(header: inout Header) throws -> [UInt8] {
        try JSONCoding.encode(self)
    }
}
