import Foundation
import Messages

/// An event of the Wyoming protocol: a line of JSON, then perhaps more data, then perhaps bytes.
struct WyomingEvent: Equatable {
    /// The longest line, data and payload that are read.
    static let maximumLine = 64 << 10
    static let maximumData = 1 << 20

    let type: String
    let data: [String: JSONValue]

    /// The event's bytes.
    func bytes() throws(IntentFailure) -> [UInt8] {
        do {
            let body = data.isEmpty ? Data() : try JSONEncoder().encode(data)
            var header: [String: JSONValue] = ["type": .string(type)]
            if !data.isEmpty { header["data_length"] = .integer(Int64(body.count)) }
            return [UInt8](try JSONEncoder().encode(header)) + [UInt8(ascii: "\n")] + [UInt8](body)
        } catch {
            throw IntentFailure(.garbage, "the text cannot be sent: \(error)")
        }
    }

    /// Reads the next event; what its payload is means nothing here.
    static func read(
        from stream: inout SocketStream, _ name: String, before deadline: ContinuousClock.Instant
    ) throws(IntentFailure) -> WyomingEvent {
        let garbage = IntentFailure(.garbage, "\(name) sent something that is no Wyoming event")
        guard let header = object(try stream.line(limit: maximumLine, before: deadline)),
            case .string(let type) = header["type"]
        else { throw garbage }
        var data: [String: JSONValue] = [:]
        if case .object(let inline) = header["data"] { data = inline }
        for field in ["data_length", "payload_length"] {
            guard let value = header[field], value != .null else { continue }
            guard case .integer(let count) = value, 0...Int64(maximumData) ~= count else { throw garbage }
            let bytes = try stream.bytes(Int(count), before: deadline)
            guard field == "data_length", count > 0 else { continue }
            guard let more = object(bytes) else { throw garbage }
            data.merge(more) { $1 }
        }
        return WyomingEvent(type: type, data: data)
    }

    private static func object(_ bytes: [UInt8]) -> [String: JSONValue]? {
        guard case .object(let object) = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else {
            return nil
        }
        return object
    }

    func text(_ field: String) -> String? {
        if case .string(let text) = data[field] { text } else { nil }
    }
}
