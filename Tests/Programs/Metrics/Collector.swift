import Foundation
import SaybusTesting

/// A collector of OpenTelemetry, made of its own classes in Python.
final class Collector: Sendable {
    /// A span that the collector has taken.
    struct Span: Decodable, Sendable {
        let service: String
        let name: String
        let trace: String
        let span: String
        let parent: String
        let start: UInt64
        let end: UInt64
        let failed: Bool
        let attributes: [String: String]

        private enum Key: String, CodingKey {
            case service, name, trace, span, parent, start, end, failed, attributes
        }

        /// Attributes that are no texts are left out.
        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            service = try values.decode(String.self, forKey: .service)
            name = try values.decode(String.self, forKey: .name)
            trace = try values.decode(String.self, forKey: .trace)
            span = try values.decode(String.self, forKey: .span)
            parent = try values.decode(String.self, forKey: .parent)
            start = try values.decode(UInt64.self, forKey: .start)
            end = try values.decode(UInt64.self, forKey: .end)
            failed = try values.decode(Bool.self, forKey: .failed)
            attributes = try values.decode([String: Attribute].self, forKey: .attributes).compactMapValues(\.text)
        }
    }

    private struct Attribute: Decodable {
        let text: String?
        init(from decoder: any Decoder) throws { text = try? decoder.singleValueContainer().decode(String.self) }
    }

    private let program: ProgramUnderTest

    init() throws {
        let script = PackageFolder.containing().appending(path: "Tests/Programs/Metrics/collector.py")
        program = try ProgramUnderTest(PythonInterpreter.path, ["-B", script.path])
    }

    /// The collector's URL.
    func url() async throws -> String {
        let line = try await program.line { $0.hasPrefix("listening ") }
        return "http://127.0.0.1:\(line.dropFirst("listening ".count))"
    }

    /// Waits for a span.
    func span(_ name: String, within time: Duration = .seconds(20)) async throws -> Span {
        let line = try await program.line(within: time) { Self.span(in: $0)?.name == name }
        return try JSONDecoder().decode(Span.self, from: Data(line.utf8))
    }

    /// The reasons why requests were refused.
    var refusals: [String] { program.lines().filter { $0.contains(#""refused""#) } }

    private static func span(in line: String) -> Span? { try? JSONDecoder().decode(Span.self, from: Data(line.utf8)) }
}
