import Foundation
import SaybusMessages
import SaybusSupport
import SaybusTesting
import Testing

/// The fast reader and writer of headers, compared with `JSONDecoder` and `JSONEncoder`.
@Suite("Headers and stamps")
struct HeaderTests {
    @Test("the headers of all examples are read as JSONDecoder reads them")
    func examples() throws {
        for message in try Samples.everyExample() {
            try agree(message.header.encoded())
            #expect(try Header(parsing: message.header.encoded()) == message.header)
        }
    }

    @Test("a header with random fields is written and read unchanged")
    func random() throws {
        var generator = SplitMix(seed: 1)
        for _ in 0..<2000 {
            let header = try Self.randomHeader(using: &generator)
            let bytes = header.encoded()
            #expect(try JSONDecoder().decode(Header.self, from: Data(bytes)) == header)
            #expect(try Header(parsing: bytes) == header)
            #expect(try Header(parsing: Array(JSONEncoder().encode(header))) == header)
        }
    }

    @Test("a stamp with random fields is written and read unchanged")
    func randomStamps() throws {
        var generator = SplitMix(seed: 2)
        for _ in 0..<2000 {
            let stamp = Stamp(
                offset: Self.spread(&generator), epoch: Self.spread(&generator),
                user: Bool.random(using: &generator) ? Self.randomText(using: &generator) : nil,
                at: Self.spread(&generator))
            #expect(try JSONDecoder().decode(Stamp.self, from: Data(stamp.encoded())) == stamp)
            #expect(try Stamp(parsing: stamp.encoded()) == stamp)
            #expect(try Stamp(parsing: Array(JSONEncoder().encode(stamp))) == stamp)
        }
    }

    /// Changes to a header that a reader may handle wrongly: the text to find, and its replacement.
    static let changes: [(String, String)] = [
        (#""v":1"#, #""v":2"#), (#""v":1"#, #""v":-0"#), (#""v":1"#, #""v":01"#), (#""v":1"#, #""v":1.0"#),
        (#""v":1"#, #""v":1.5"#), (#""v":1"#, #""v":1e0"#), (#""v":1"#, #""v":"1""#), (#""v":1"#, #""v":true"#),
        (#""v":1"#, #""v":null"#), (#""v":1"#, #""v":+1"#), (#""v":1"#, #""v":1,"v":2"#), (#""v":1"#, #""V":1"#),
        (#""v":1"#, #""v":-"#), (#""v":1"#, #""v":"#), (#""v":1"#, #""v" 1"#), (#""v":1"#, #"v:1"#), (#""v":1,"#, ""),
        (#""v":1"#, "\t\"v\" \r\n:\n 1 "), (#""v":1"#, "\u{0B}\"v\":1"), (#""v":1"#, "\u{A0}\"v\":1"),
        (#""v":1"#, #""v":1,"#), (#""v":1"#, #""v":1,,"#), (#""v":1"#, #""v":1,"later":{"a":[1,{"b":null}]}"#),
        (#""v":1"#, #""v":1,"later":[1,2]"#), (#""v":1"#, #""v":1,"later":[]"#), (#""v":1"#, #""v":1,"later":["a"]"#),
        (#""v":1"#, #""v":1,"later":1.5e300"#), (#""v":1"#, #""v":1,"later":nul"#), (#""v":1"#, #""v":1,"":0"#),
        (#""v":1"#, #""v":1,"later":"\u00e9\ud83c\udf99\n""#), (#""v":1"#, #""v":1,"later":"\ud83c""#),
        (#""v":1"#, #""\u0076":1"#), (#""v":1"#, "\"v\":1,\"later\":\"a\nb\""),
        (#""v":1"#, "\"v\":1,\"l\u{301}\":\"\0\""),
        (#""run":7"#, #""run":4294967295"#), (#""run":7"#, #""run":4294967296"#), (#""run":7"#, #""run":-1"#),
        (#""run":7"#, #""run":7,"run":8"#), (#""run":7"#, #""run":"x","run":8"#), (#""run":7"#, #""run":8,"run":"x""#),
        (#""seq":3"#, #""seq":9223372036854775807"#), (#""seq":3"#, #""seq":9223372036854775808"#),
        (#""seq":3"#, #""seq":-9223372036854775808"#), (#""seq":3"#, #""seq":-9223372036854775809"#),
        (#""seq":3"#, #""seq":1e18"#), (#""seq":3"#, #""seq":1e19"#), (#""seq":3"#, #""seq":1e400"#),
        (#""seq":3"#, #""seq":123456789012345678901234567890"#), (#""seq":3"#, #""seq":0.3e1"#), (#""seq":3,"#, ""),
        (#""id":""#, #""id":"x"#), (#""id":""#, #""id":"{"#), (#""kind":"speech"#, #""kind":"Speech"#),
        (#""kind":"speech.partial""#, #""kind":"speech\u002epartial""#), (#""kind":"speech.partial""#, #""kind":null"#),
        (#""kind":"speech.partial""#, #""kind":"speech.partial","kind":"catalog""#),
        (#""kind":"speech.partial""#, #""kind":"x!","kind":"catalog""#), (#""session":"default""#, #""session":"a/b""#),
        (#""session":"default""#, #""session":"""#), (#""session":"default""#, #""session":["default"]"#),
        (#""source":"test/one-1""#, #""source":"test""#), (#""source":"test/one-1""#, #""source":"test\/one-1""#),
        (#""turn":""#, #""turn":"z"#), (#""turn":""#, #""turn":null,"turn":""#), (#""causes":["#, #""causes":[1,"#),
        (#""causes":["#, #""causes":["x","#), (#""causes":["#, #""causes":[],"causes":["#),
        (#""causes":["#, #""causes":[[],"#),
        (#""causes":["#, #""causes":[ "#), (#""causes":["#, #""causes":"a","x":["#),
        (#""at":5"#, #""at":5,"causes":[]"#),
        (#""at":5"#, #""at":5,"retain":false"#), (#""at":5"#, #""at":5,"retain":1"#),
        (#""at":5"#, #""at":5,"retain":null"#),
        (#""at":5"#, #""at":5,"retain":tru"#), (#""at":5"#, #""at":5,"retain":true,"retain":false"#),
        (#""at":5"#, #""at":5,"last":"true""#), (#""at":5"#, #""at":5,"last":true,"index":0"#),
        (#""at":5"#, #""at":5,"content":7"#), (#""at":5"#, #""at":5,"content":"a\"b""#),
        (#""at":5"#, #""at":5,"content":"é""#),
        (#""at":5"#, #""at":5,"deadline":1.5"#), (#""at":5"#, #""at":5,"deadline":null"#), (#""at":5"#, #""at":-5"#),
        ("{", "[{"), ("{", "{{"), ("{", " \n{"), ("{", "\u{FEFF}{"), ("}", ""), ("}", "}}"), ("}", "} \t\r\n"),
        ("}", "}\0"),
        ("}", ",}"), ("}", "]"), ("}", "}x"),
    ]

    @Test("unusual JSON is read or refused as JSONDecoder reads or refuses it", arguments: changes)
    func odd(text: String, replacement: String) throws {
        let plain = try Self.plainText()
        let range = try #require(plain.range(of: text))
        try agree(Array(plain.replacingCharacters(in: range, with: replacement).utf8))
    }

    @Test(
        "a header with a name that occurs twice is refused, however it is written, and so is one in UTF-16",
        arguments: [
            #""run":7,"run":7"#, #""run":7,"source":"broker/broker""#, #""run":7,"\u0073ource":"broker/broker""#,
            #""run":7, "source" : "broker/broker""#, #""run":7,"later":[{"a":1,"a":2}]"#,
        ])
    func ambiguous(replacement: String) throws {
        let text = try Self.plainText().replacing(#""run":7"#, with: replacement)
        #expect(throws: Never.self) { try JSONDecoder().decode(Header.self, from: Data(text.utf8)) }
        let error = #expect(throws: MessageError.self) { try Header(parsing: Array(text.utf8)) }
        #expect(error?.code == .header && error?.reason.hasSuffix("twice") == true, "\(error?.reason ?? "")")
        let wide = try #require(Self.plainText().data(using: .utf16LittleEndian))
        #expect(throws: MessageError.self) { try Header(parsing: Array(wide)) }
    }

    @Test("names that occur twice in different objects, and strings that are no names, are not ambiguous")
    func unambiguous() throws {
        for fields in [
            #""run":7,"later":{"run":8,"a":{"run":9}}"#, #""run":7,"later":["run","run"]"#,
            #""run":7,"later":"a\":\"run","b":"\\""#, #""run":7,"later":[{"a":1},{"a":2}]"#,
        ] {
            let text = try Self.plainText().replacing(#""run":7"#, with: fields)
            #expect(try Header(parsing: Array(text.utf8)).run == 7)
        }
    }

    @Test("bytes that are not UTF-8 are read or refused as JSONDecoder reads or refuses them")
    func notUTF8() throws {
        let plain = Array(try Self.plainText().utf8)
        let field = Array(#","name":"value""#.utf8)
        for position in field.indices {
            for byte: UInt8 in [0x80, 0xC0, 0xED, 0xFF, 0x00, 0x1F, 0x7F] {
                var changed = field
                changed[position] = byte
                try agree(Array(plain.dropLast()) + changed + [UInt8(ascii: "}")])
            }
        }
        for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32] {
            try agree(Array(#require(Self.plainText().data(using: encoding))))
        }
    }

    @Test("stamps in unusual JSON are read or refused as JSONDecoder reads or refuses them")
    func oddStamps() throws {
        let values = [
            "0", "1", "-1", "-0", "1.0", "1.5", "1e3", "9223372036854775807", "9223372036854775808",
            "18446744073709551615",
            "18446744073709551616", "4294967295", "4294967296", "null", "true", "\"x\"", "\"\"", "[]", "{}", "\"\\n\"",
        ]
        for name in ["offset", "epoch", "user", "at", "later"] {
            for value in values {
                let fields = ["offset": "1", "epoch": "2", "at": "3"].merging([name: value]) { $1 }
                let text = "{" + fields.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
                try agree(stamp: Array(text.utf8))
                try agree(stamp: Array((text.dropLast() + ",\"\(name)\":2}").utf8))
                try agree(stamp: Array((text.dropLast() + ",\"\(name)\":\"x\"}").utf8))
            }
        }
    }

    @Test("headers and stamps with random damage are read or refused as JSONDecoder reads or refuses them")
    func damaged() throws {
        var generator = SplitMix(seed: 3)
        let header = Array(try Self.plainText().utf8)
        let alphabet = Array(#"{}[]",:\ tfn0159-+.eE/aux"#.utf8) + [0, 10, 0x80, 0xC3, 0xFF]
        for _ in 0..<10_000 {
            try agree(Self.damage(header, alphabet, using: &generator))
            try agree(stamp: Self.damage(Samples.stamp.encoded(), alphabet, using: &generator))
        }
    }

    // MARK: Helpers

    private func agree(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let isAmbiguous = JSONAmbiguity.fault(in: bytes) != nil
        let expected = isAmbiguous ? nil : try? JSONDecoder().decode(Header.self, from: Data(bytes))
        do {
            let header = try Header(parsing: bytes)
            #expect(header == expected, "\(String(decoding: bytes, as: UTF8.self))", sourceLocation: sourceLocation)
        } catch {
            #expect(expected == nil, "\(String(decoding: bytes, as: UTF8.self))", sourceLocation: sourceLocation)
            #expect(error.code == .header || error.code == .unknownVersion, sourceLocation: sourceLocation)
        }
    }

    private func agree(stamp bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let expected = try? JSONDecoder().decode(Stamp.self, from: Data(bytes))
        do {
            let stamp = try Stamp(parsing: bytes)
            #expect(stamp == expected, "\(String(decoding: bytes, as: UTF8.self))", sourceLocation: sourceLocation)
        } catch {
            #expect(expected == nil, "\(String(decoding: bytes, as: UTF8.self))", sourceLocation: sourceLocation)
            #expect(error.code == .stamp, sourceLocation: sourceLocation)
        }
    }

    private static func plainText() throws -> String {
        var header = try Samples.header(turn: TurnID(), causes: [MessageID(), MessageID()])
        (header.run, header.at) = (7, 5)
        return String(decoding: header.encoded(), as: UTF8.self)
    }

    private static func damage(
        _ bytes: [UInt8], _ alphabet: [UInt8], using generator: inout SplitMix
    ) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
            let position = Int.random(in: bytes.indices, using: &generator)
            let byte = alphabet[Int.random(in: alphabet.indices, using: &generator)]
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: bytes.remove(at: position)
            case 1: bytes.insert(byte, at: position)
            case 2: bytes.insert(contentsOf: bytes.suffix(from: position), at: position)
            case 3: bytes.removeSubrange(position..<min(position + 9, bytes.count))
            default: bytes[position] = byte
            }
        }
        return bytes
    }

    private static func randomHeader(using generator: inout SplitMix) throws -> Header {
        func maybe<T>(_ value: T) -> T? { Bool.random(using: &generator) ? value : nil }
        let kind = Samples.kinds[Int.random(in: Samples.kinds.indices, using: &generator)]
        let session = TopicTests.awkward[Int.random(in: TopicTests.awkward.indices, using: &generator)]
        var header = Header(
            kind: kind, session: try #require(Session(rawValue: session)), turn: maybe(TurnID()),
            source: try #require(Source(role: Role(session), instance: "x")), run: spread(&generator),
            sequence: spread(&generator), at: spread(&generator),
            causes: (0..<Int.random(in: 0...4, using: &generator)).map { _ in MessageID() },
            deadline: maybe(spread(&generator)), retain: Bool.random(using: &generator),
            content: maybe(randomText(using: &generator)), index: maybe(spread(&generator)),
            last: maybe(Bool.random(using: &generator)), replays: maybe(TurnID()))
        header.version = spread(&generator)
        return header
    }

    /// A number of random magnitude, occasionally the least or the greatest one.
    private static func spread<T: FixedWidthInteger>(_ generator: inout SplitMix) -> T {
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: .min
        case 1: .max
        default: T(truncatingIfNeeded: generator.next()) >> Int.random(in: 0..<T.bitWidth, using: &generator)
        }
    }

    private static func randomText(using generator: inout SplitMix) -> String {
        let characters = Array("ab/;= \"\\\u{0}\u{1F}\u{7F}\n\r\té\u{2028}\u{FEFF}\u{1F399}\u{10FFFF}")
        return String(
            (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                characters[Int.random(in: characters.indices, using: &generator)]
            })
    }
}
