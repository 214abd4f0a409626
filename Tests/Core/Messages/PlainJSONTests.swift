import Foundation
import SaybusSupport
import SaybusTesting
import Testing

@testable import SaybusMessages

@Suite("The fast JSON coder of bodies")
struct PlainJSONTests {
    @Test("every example of every kind is written by the plain encoder, and read by both decoders")
    func examples() throws {
        for type in MessageCatalog.all { try check(type) }
    }

    private func check<Body: BusMessage>(_: Body.Type) throws {
        for example in Body.examples {
            let bytes = try #require(PlainEncoder.encode(example), "\(Body.kind)")
            #expect(try JSONDecoder().decode(Body.self, from: Data(bytes)) == example)
            #expect(PlainDecoder.decode(Body.self, from: bytes) == example)
            let foundation = Array(try JSONCoding.encoder.encode(example))
            #expect(PlainDecoder.decode(Body.self, from: foundation) == example)
        }
    }

    @Test("a damaged text that the plain decoder reads is read by JSONDecoder to the same value")
    func tampered() throws {
        var generator = SplitMix(seed: 17)
        var read = 0
        for _ in 0..<200 {
            for type in MessageCatalog.all { read += try tamper(type, &generator) }
        }
        #expect(read > 100)
    }

    private func tamper<Body: BusMessage>(_: Body.Type, _ generator: inout SplitMix) throws -> Int {
        let pieces =
            [
                "0", "-", "1.0", "1e2", "null", "\"", "\\", "\\n", "\\u0041", "é", "{}", "[]", ",", " ", "true",
                "99999999999999999999",
                "\u{1}", "-0", "01", "}",
            ].map { Array($0.utf8) } + [[0xFF], [0xC3]]
        guard let example = Body.examples.randomElement(using: &generator), var bytes = PlainEncoder.encode(example)
        else { return 0 }
        for _ in 0...Int.random(in: 0...1, using: &generator) {
            let start = Int.random(in: 0...bytes.count, using: &generator)
            let end = min(bytes.count, start + Int.random(in: 0...4, using: &generator))
            bytes.replaceSubrange(start..<end, with: pieces.randomElement(using: &generator) ?? [])
        }
        guard let value = PlainDecoder.decode(Body.self, from: bytes) else { return 0 }
        let text = String(decoding: bytes, as: UTF8.self)
        let foundation = try? JSONDecoder().decode(Body.self, from: Data(bytes))
        #expect(foundation == value, "\(text)")
        return 1
    }

    @Test(
        "a number is read as JSONDecoder reads it, or left to it",
        arguments: [
            "0", "-0", "0.0e-999", "0.1e-4004", "1e-400", "5e-324", "1e-310", "2.3e-308", "1e-45", "1e-46", "1.2e-38",
            "1e38", "1e39", "1e308", "1e309",
        ])
    func extremes(number: String) {
        let bytes = Array("[\(number)]".utf8)
        func check<Value: Decodable & Equatable>(_: Value.Type) -> Bool {
            guard let value = PlainDecoder.decode([Value].self, from: bytes) else { return true }
            return value == (try? JSONDecoder().decode([Value].self, from: Data(bytes)))
        }
        #expect(check(Double.self))
        #expect(check(Float.self))
    }

    @Test("random values are written and read unchanged", arguments: 0..<20)
    func values(seed: UInt64) throws {
        var generator = SplitMix(seed: seed)
        for _ in 0..<50 {
            let value = Self.value(&generator, depth: 0)
            let bytes = try #require(PlainEncoder.encode(value))
            #expect(try JSONDecoder().decode(JSONValue.self, from: Data(bytes)) == value)
            if let read = PlainDecoder.decode(JSONValue.self, from: bytes) { #expect(read == value) }
        }
    }

    private static func value(_ generator: inout SplitMix, depth: Int) -> JSONValue {
        switch Int.random(in: 0..<(depth > 3 ? 5 : 7), using: &generator) {
        case 0: return .null
        case 1: return .boolean(.random(using: &generator))
        case 2: return .integer(.random(in: .min ... .max, using: &generator))
        case 3: return .number(Double(bitPattern: .random(in: 1...(1 << 62), using: &generator)) + 0.5)
        case 4:
            let letters: [Unicode.Scalar] = ["a", "\"", "\\", "\n", "\r", "\t", "\u{1}", "/", "é", "😀", "\u{7F}"]
            let scalars = (0..<Int.random(in: 0..<12, using: &generator)).map { _ in
                letters.randomElement(using: &generator) ?? "x"
            }
            return .string(String(String.UnicodeScalarView(scalars)))
        case 5:
            return .array(
                (0..<Int.random(in: 0..<4, using: &generator)).map { _ in value(&generator, depth: depth + 1) })
        default:
            var members: [String: JSONValue] = [:]
            for index in 0..<Int.random(in: 0..<4, using: &generator) {
                members["key \(index)"] = value(&generator, depth: depth + 1)
            }
            return .object(members)
        }
    }

    @Test(
        "numbers that JSON lacks, special types and alternating containers are left to JSONEncoder"
    )
    func givesUp() throws {
        #expect(PlainEncoder.encode(["x": Double.nan]) == nil)
        #expect(PlainEncoder.encode(["x": Date(timeIntervalSince1970: 0)]) == nil)
        #expect(PlainEncoder.encode(ByTurns()) == nil)
        #expect(PlainEncoder.encode([String: Int]()) == Array("{}".utf8))
        #expect(PlainDecoder.decode([String: Date].self, from: Array("{\"x\":0}".utf8)) == nil)
        #expect(PlainDecoder.decode([String: Int].self, from: Array("{\"x\":1.0}".utf8)) == nil)
        #expect(PlainDecoder.decode([String: Int].self, from: Array("{\"x\":1,\"x\":2}".utf8)) == nil)
        let deep = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
        #expect(PlainDecoder.decode(JSONValue.self, from: deep) == nil)
    }
}

/// A type that writes two arrays alternately, which a single pass cannot encode.
private struct ByTurns: Encodable {
    enum Key: String, CodingKey { case first, second }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        var first = container.nestedUnkeyedContainer(forKey: .first)
        var second = container.nestedUnkeyedContainer(forKey: .second)
        try second.encode(1)
        try first.encode(2)
    }
}
