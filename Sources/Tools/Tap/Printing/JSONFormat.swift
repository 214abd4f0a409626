import Foundation
import SaybusMessages

/// A format of entries as JSON, one object a line, for programs.
public struct JSONFormat: Sendable {
    private let withAudio: Bool
    private let maximumBodyBytes: Int

    /// Creates a format.
    /// - Parameters:
    ///   - withAudio: Whether binary bodies are printed as base64, rather than as their size only.
    ///   - maximumBodyBytes: The most bytes of a body of JSON that is printed, rather than its size only.
    package init(withAudio: Bool, maximumBodyBytes: Int = .max) {
        (self.withAudio, self.maximumBodyBytes) = (withAudio, maximumBodyBytes)
    }

    /// Returns the line without its line end. Terminal control characters are escaped.
    func line(_ entry: Entry) -> String {
        switch entry {
        case .message(let shown): line(shown).jsonSafeForTerminal
        case .malformed(let error): Self.object(["malformed": Self.malformed(error)])
        case .gap(let count, let header):
            Self.object([
                "lost": [
                    "count": .integer(Int64(count)), "kind": .string(header.kind.rawValue),
                    "session": .string(header.session.rawValue),
                    "source": .string(header.source.description),
                ]
            ])
        case .leftOut(let count): Self.object(["leftOut": .integer(Int64(count))])
        }
    }

    /// Returns the object of a message, in which terminal control characters are not escaped.
    package func text(_ message: RawMessage) -> String { "{\(members(message).joined(separator: ","))}" }

    private func line(_ shown: Entry.Shown) -> String {
        var members = self.members(shown.message)
        // Programs may use kinds of their own, which have no schema.
        if let problem = shown.problem, problem.code != .unknownKind {
            members.append("\"malformed\":\(Self.malformed(problem).text())")
        }
        return "{\(members.joined(separator: ","))}"
    }

    private func members(_ message: RawMessage) -> [String] {
        var members = [
            "\"topic\":\(JSONValue.string(message.header.topic.description).text())",
            "\"header\":\(String(decoding: message.header.encoded(), as: UTF8.self))", "\"body\":\(body(message))",
        ]
        if let stamp = message.stamp { members.append("\"stamp\":\(String(decoding: stamp.encoded(), as: UTF8.self))") }
        return members
    }

    private func body(_ message: RawMessage) -> String {
        if message.header.content ?? "application/json" == "application/json", message.body.count <= maximumBodyBytes,
            let value = try? JSONValue(parsing: message.body)
        {
            // The original text keeps the order of members and the digits. It is used unless it spans several lines.
            return message.body.contains { $0 < 0x20 } ? value.text() : String(decoding: message.body, as: UTF8.self)
        }
        var members: [String: JSONValue] = ["bytes": .integer(Int64(message.body.count))]
        if withAudio { members["base64"] = .string(Data(message.body).base64EncodedString()) }
        return JSONValue.object(members).text()
    }

    private static func malformed(_ error: MessageError) -> JSONValue {
        var members: [String: JSONValue] = ["code": .string(error.code.rawValue), "reason": .string(error.reason)]
        if let source = error.source { members["source"] = .string(source.description) }
        if let topic = error.topic { members["topic"] = .string(topic.description) }
        if let stamp = error.stamp, let value = try? JSONValue(stamp) { members["stamp"] = value }
        return .object(members)
    }

    private static func object(_ members: [String: JSONValue]) -> String {
        JSONValue.object(members).text().jsonSafeForTerminal
    }
}
