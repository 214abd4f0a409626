import Foundation

/// A moment as envelopes write it: ISO 8601, such as `2026-11-21T18:07:06Z`.
///
/// Two are equal when they are the same moment, however it is written.
public struct Timestamp: Codable, Sendable, Hashable {
    /// As it is written.
    public let text: String
    /// The moment.
    public let date: Date

    /// A moment, to the second, as Alexa writes it.
    public init(_ date: Date) {
        self.date = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
        text = self.date.formatted(.iso8601)
    }

    /// Reads ISO 8601 with or without a fraction of a second, in any time zone; nil for other text.
    public init?(_ text: String) {
        // Takes times without a fraction too.
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        guard let date = try? Date(text, strategy: style) else { return nil }
        (self.text, self.date) = (text, date)
    }

    /// Whether it is the same moment.
    public static func == (left: Timestamp, right: Timestamp) -> Bool { left.date == right.date }

    /// Hashes the moment.
    public func hash(into hasher: inout Hasher) { hasher.combine(date) }

    /// Reads text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let time = Timestamp(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\"\(text.prefix(40))\" is no time of ISO 8601")
        }
        self = time
    }

    /// Writes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
