/// Frame 0 of a message: `<kind>/<bucket>/<session>/`. A subscription matches topics by a prefix of their
/// bytes.
///
/// The final slash makes sure that no topic is a prefix of another one.
public struct Topic: Sendable, Hashable, CustomStringConvertible {
    /// The kind of the messages on the topic.
    public let kind: Kind
    /// The conversation to which the messages on the topic belong.
    public let session: Session

    /// Creates the topic of a kind in a session.
    public init(_ kind: Kind, _ session: Session = .default) {
        (self.kind, self.session) = (kind, session)
    }

    /// Reads a topic frame; nil when a part is missing or malformed, or the bucket is not that of the
    /// session.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[3].isEmpty, let kind = Kind(rawValue: String(parts[0])),
            let session = Session(rawValue: String(parts[2])), parts[1] == Self.hex(session.bucket)
        else { return nil }
        self.init(kind, session)
    }

    /// The frame as text.
    public var description: String { "\(kind.rawValue)/\(Self.hex(session.bucket))/\(session.rawValue)/" }

    /// The frame as bytes.
    public var bytes: [UInt8] {
        let (kind, session) = (kind.rawValue.utf8, session.rawValue.utf8)
        let bucket = self.session.bucket
        let slash = UInt8(ascii: "/")
        var bytes: [UInt8] = []
        bytes.reserveCapacity(kind.count + session.count + 5)
        bytes.append(contentsOf: kind)
        bytes.append(slash)
        bytes.append(Self.digit(bucket >> 4))
        bytes.append(Self.digit(bucket & 15))
        bytes.append(slash)
        bytes.append(contentsOf: session)
        bytes.append(slash)
        return bytes
    }

    /// Returns whether a frame is this topic. The comparison creates no string, since it is made for every received
    /// message.
    func isFrame(_ frame: [UInt8]) -> Bool {
        let slash = UInt8(ascii: "/")
        let bucket = session.bucket
        let kindLength = kind.rawValue.utf8.count
        let length = kindLength + session.rawValue.utf8.count + 5
        return frame.withUnsafeBufferPointer { frame in
            guard frame.count == length, frame[kindLength] == slash, frame[kindLength + 1] == Self.digit(bucket >> 4),
                frame[kindLength + 2] == Self.digit(bucket & 15), frame[kindLength + 3] == slash,
                frame[length - 1] == slash
            else { return false }
            return Self.isText(UnsafeBufferPointer(rebasing: frame[..<kindLength]), kind.rawValue)
                && Self.isText(UnsafeBufferPointer(rebasing: frame[(kindLength + 4)..<(length - 1)]), session.rawValue)
        }
    }

    private static func isText(_ bytes: UnsafeBufferPointer<UInt8>, _ text: String) -> Bool {
        var text = text
        return text.withUTF8 { $0.isEqual(to: bytes) }
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? value + 48 : value + 87 }

    /// Returns the prefix of a kind in all sessions.
    public static func prefix(_ kind: Kind) -> [UInt8] { Array("\(kind.rawValue)/".utf8) }

    /// Returns the prefix of a kind in the sessions of one bucket.
    public static func prefix(_ kind: Kind, bucket: UInt8) -> [UInt8] { Array("\(kind.rawValue)/\(hex(bucket))/".utf8) }

    private static func hex(_ byte: UInt8) -> String {
        let text = String(byte, radix: 16)
        return byte < 16 ? "0" + text : text
    }
}
