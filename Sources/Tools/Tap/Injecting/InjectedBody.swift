import Foundation
import SaybusMessages
import SaybusStage
import SaybusSupport

/// A message body that a person has written.
struct InjectedBody: Sendable {
    let body: any BusMessage
    /// The fields that the kind's schema does not contain.
    let unknown: [String]

    /// Parses JSON text as the body of a kind.
    /// - Throws: `StageFailure` with code `badData`, which names the mismatch and the expected value.
    init(_ text: [UInt8], kind: Kind) throws {
        guard let type = MessageCatalog.type(of: kind) else {
            throw StageFailure(.usage, "no kind is called \(kind)")
        }
        let value: JSONValue
        do {
            value = try JSONValue(parsing: text)
        } catch {
            throw StageFailure(.badData, "\(kind): the body is no JSON: \(error.plainReason)")
        }
        var check = SchemaCheck(type.schema)
        do {
            try check.check(value)
        } catch {
            throw StageFailure(.badData, "\(kind): \(error)")
        }
        do {
            body = try Self.decode(value, type)
        } catch {
            throw StageFailure(.badData, "\(kind): \(error.plainReason)")
        }
        unknown = check.unknown
    }

    /// Returns the text that a command-line argument denotes: JSON, `-` for standard input, or `@` and a
    /// file's path.
    static func text(_ argument: String) throws -> [UInt8] {
        if argument == "-" { return Array(FileHandle.standardInput.readDataToEndOfFile()) }
        guard argument.hasPrefix("@") else { return Array(argument.utf8) }
        let path = String(argument.dropFirst())
        guard let data = FileManager.default.contents(atPath: path) else {
            throw StageFailure(.noInput, "\(path) cannot be read; check that it is there and its permissions")
        }
        return Array(data)
    }

    private static func decode<Body: BusMessage>(_ value: JSONValue, _: Body.Type) throws -> any BusMessage {
        try JSONDecoder().decode(Body.self, from: Data(value.text().utf8))
    }
}
