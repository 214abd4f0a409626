/// An error in received frames, which are then *malformed*. Malformed frames are counted and never end a
/// stream.
public struct MessageError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A category of malformed frames.
    public enum Code: String, Sendable, CaseIterable, Codable {
        /// Neither three frames nor four.
        case frameCount = "frame-count"
        /// More than ``RawMessage/maximumSize`` bytes.
        case tooLarge = "too-large"
        /// Frame 0 is not `<kind>/<bucket>/<session>/`.
        case topic
        /// Frame 1 is not a header in JSON.
        case header
        /// The kind or session of the header differs from the topic's.
        case mismatch
        /// The header's `v` is a version that this code does not know.
        case unknownVersion = "unknown-version"
        /// No type is registered for the kind.
        case unknownKind = "unknown-kind"
        /// The body does not conform to the kind's schema.
        case body
        /// Frame 3 is not a stamp in JSON.
        case stamp
    }

    /// The category, for programs; ``reason`` is for people.
    public let code: Code
    /// A sentence that says what was found.
    public let reason: String
    /// The publisher according to the header; nil when the header could not be read.
    public let source: Source?
    /// Frame 0 of frames whose envelope cannot be read; nil for a body, and for a frame that is no topic.
    public private(set) var topic: Topic?
    /// The broker's stamp of frames whose envelope cannot be read; nil for a body, and without a readable stamp.
    public private(set) var stamp: Stamp?

    /// The most Unicode scalars of a sentence.
    private static let maximumReasonLength = 1000
    /// The most bytes of a topic, and some more.
    private static let maximumTopicBytes = 200

    /// Creates an error. The sentence quotes received text: it is cut where it is too long, and its control characters
    /// are escaped.
    public init(_ code: Code, _ reason: String, source: Source? = nil) {
        (self.code, self.source) = (code, source)
        self.reason = reason.shortened(to: Self.maximumReasonLength).safeForTerminal
    }

    /// Returns the error with the topic and the stamp of the frames, as far as they can be read.
    func locating(_ frames: [[UInt8]]) -> MessageError {
        var error = self
        if let frame = frames.first, frame.count <= Self.maximumTopicBytes {
            error.topic = Topic(String(decoding: frame, as: UTF8.self))
        }
        if frames.count == 4 { error.stamp = try? Stamp(parsing: frames[3]) }
        return error
    }

    /// `malformed message (code): reason`.
    public var description: String { "malformed message (\(code.rawValue)): \(reason)" }
}
