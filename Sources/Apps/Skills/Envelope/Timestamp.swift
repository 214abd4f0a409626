import Foundation

/// A time in ISO 8601, such as `2026-11-21T18:07:06Z`.
///
/// Two timestamps are equal when they denote the same time, whatever their notation.
public struct Timestamp: Codable, Sendable, Hashable {
    /// The time as written.
    public let text: String
    /// The time as Foundation's type.
    public let date: Date

    /// Creates a timestamp rounded down to the second, as Alexa writes it.
    public init(_ date: Date) {
        self.date = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
        text = self.date.formatted(.iso8601)
    }

    /// Parses ISO 8601 with or without fractional seconds, in any time zone; nil for other text.
    public init?(_ text: String) {
        // The style also accepts times without a fraction.
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        guard let date = try? Date(text, strategy: style) else { return nil }
        (self.text, self.date) = (text, date)
    }

    /// Returns whether both denote the same time.
    public static func == (left: Timestamp, right: Timestamp) -> Bool { left.date == right.date }

    /// Hashes the time.
    public func hash(into hasher: inout Hasher) { hasher.combine(date) }

    /// Decodes a string.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let time = Timestamp(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\"\(text.prefix(40))\" is no time of ISO 8601")
        }
        self = time
    }

    /// Encodes the string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
