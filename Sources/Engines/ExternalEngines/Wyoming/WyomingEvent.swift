import Foundation
import SaybusMessages

/// An event of the Wyoming protocol: a header, which is a line of JSON; optional further data; an optional payload.
public struct WyomingEvent: Sendable, Equatable {
    /// The longest header line, in bytes.
    static let maximumLine = 64 << 10
    /// The longest data of an event, in bytes.
    static let maximumData = 1 << 20
    /// The largest payload of an event, in bytes: over a minute of sound.
    static let maximumPayload = 8 << 20

    /// The type: `describe`, `audio-chunk`, …
    public let type: String
    /// The fields.
    public let data: [String: JSONValue]
    /// The payload, such as PCM samples.
    public let payload: [UInt8]
    /// The version of the protocol's library that the sender of a received event names, such as `1.5.3`; nil when it
    /// names none, and in an event to be sent.
    public let version: String?

    /// Creates an event. An event to be sent has no `version`.
    public init(type: String, data: [String: JSONValue] = [:], payload: [UInt8] = [], version: String? = nil) {
        (self.type, self.data, self.payload, self.version) = (type, data, payload, version)
    }

    /// Returns a field that is a string; nil when it is missing or of another type.
    public func text(_ field: String) -> String? {
        if case .string(let text) = data[field] { text } else { nil }
    }

    /// Returns a field that is an integer; nil when it is missing or of another type.
    public func integer(_ field: String) -> Int? {
        if case .integer(let number) = data[field] { Int(exactly: number) } else { nil }
    }

    /// Returns the event in its wire format.
    package func bytes() throws(EngineFailure) -> [UInt8] {
        do {
            let body = data.isEmpty ? Data() : try JSONEncoder().encode(data)
            var header: [String: JSONValue] = ["type": .string(type)]
            if !data.isEmpty { header["data_length"] = .integer(Int64(body.count)) }
            if !payload.isEmpty { header["payload_length"] = .integer(Int64(payload.count)) }
            return [UInt8](try JSONEncoder().encode(header)) + [UInt8(ascii: "\n")] + [UInt8](body) + payload
        } catch {
            throw EngineFailure(.garbage, "the event \(type) cannot be sent: \(error)")
        }
    }

    /// Reads the next event.
    package static func read(
        from stream: inout SocketStream, before deadline: ContinuousClock.Instant
    ) throws(EngineFailure) -> WyomingEvent {
        let garbage = EngineFailure(.garbage, "\(stream.name) sent something that is no Wyoming event")
        guard let header = object(try stream.line(limit: maximumLine, before: deadline)),
            case .string(let type) = header["type"],
            let dataLength = length(header["data_length"], limit: maximumData),
            let payloadLength = length(header["payload_length"], limit: maximumPayload)
        else { throw garbage }
        // Old peers put all data into the header.
        var data: [String: JSONValue] = [:]
        if case .object(let inline) = header["data"] { data = inline }
        if dataLength > 0 {
            guard let more = object(try stream.bytes(dataLength, before: deadline)) else { throw garbage }
            data.merge(more) { $1 }
        }
        let payload = payloadLength > 0 ? try stream.bytes(payloadLength, before: deadline) : []
        var version: String?
        if case .string(let text) = header["version"] { version = text }
        return WyomingEvent(type: type, data: data, payload: payload, version: version)
    }

    /// Returns the length in a field, 0 when the field is missing, nil when it is not a valid length.
    private static func length(_ value: JSONValue?, limit: Int) -> Int? {
        switch value {
        case nil, .null: 0
        case .integer(let count) where 0...Int64(limit) ~= count: Int(count)
        default: nil
        }
    }

    private static func object(_ bytes: [UInt8]) -> [String: JSONValue]? {
        guard case .object(let object) = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else {
            return nil
        }
        return object
    }
}
