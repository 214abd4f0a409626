import Foundation
import SaybusBus
import SaybusMessages
import SaybusSupport
import SaybusTesting
import Testing

@testable import SaybusTap

@Suite("Output formats")
struct FormatTests {
    private let json = JSONFormat(withAudio: false)

    private func readable(_ entry: Entry, width: Int? = nil, isColored: Bool = false) -> String {
        var format = ReadableFormat(isColored: isColored)
        return format.line(entry, width: width)
    }

    private func entry(_ message: RawMessage, everyChunk: Bool = false) throws -> Entry {
        var printer = MessagePrinter(filter: try TapFilter(), everyChunk: everyChunk)
        return try #require(printer.entries(for: .message(message), counters: .init()).first)
    }

    @Test("a line has time, time in the turn, turn, source, kind and summary")
    func line() throws {
        let line = readable(try entry(Make.message(SpeechTranscript(text: "hi", engine: "text"))))
        #expect(line.hasSuffix("     +0ms abcd1234 transcribe/one       speech.transcript \"hi\" 1.00 text"))
        #expect(line.prefix(12).hasSuffix(".123"))
    }

    @Test("a session other than the default one is named")
    func session() throws {
        let message = try Make.message(SpeechPartial(text: "a", revision: 0), session: Session(rawValue: "hall")!)
        #expect(readable(try entry(message)).contains(" [hall] transcribe/one "))
    }

    @Test(
        "a line never exceeds the terminal's width, and a cut line ends in an ellipsis",
        arguments: [1, 10, 40, 79, 200])
    func width(columns: Int) throws {
        let text = String(repeating: "世界 and ", count: 100)
        let line = readable(try entry(Make.message(SpeechPartial(text: text, revision: 0))), width: columns)
        #expect(line.displayWidth <= columns)
        #expect(line.displayWidth >= columns - 2)
        #expect(line.hasSuffix("…"))
    }

    @Test("the source column grows with the longest source, up to a limit")
    func sourceColumn() throws {
        var format = ReadableFormat(isColored: false)
        func kindColumn(_ source: String) throws -> Int? {
            let line = format.line(try entry(Make.message(SpeechPartial(text: "a", revision: 0), from: source)))
            return line.range(of: "speech.partial").map { line.distance(from: line.startIndex, to: $0.lowerBound) }
        }
        let first = try #require(try kindColumn("a/b"))
        #expect(try kindColumn("transcribe/pocketsphinx-12345") == first + 9)
        #expect(try kindColumn("a/b") == first + 9)
        _ = try kindColumn("transcribe/" + String(repeating: "x", count: 60))
        #expect(try kindColumn("a/b") == first + 10)
    }

    @Test("at 80 columns a line says what the message says, before its source")
    func narrow() throws {
        let text = "turn on the lights"
        let message = try Make.message(
            SpeechTranscript(text: text, engine: "text"), from: "transcribe/pocketsphinx-4711",
            session: Session(rawValue: "hall")!)
        let line = readable(try entry(message), width: 80)
        #expect(line.hasPrefix("    +0ms speech.transcript [hall] \"turn on the lights\" 1.00 text"))
        #expect(line.displayWidth <= 80)
    }

    @Test("a line of exactly the terminal's width is not cut")
    func fits() throws {
        let text = String(repeating: "a", count: 40)
        let shown = try entry(Make.message(SpeechPartial(text: text, revision: 0, isComplete: true)))
        let line = readable(shown)
        #expect(readable(shown, width: line.displayWidth) == line)
        #expect(readable(shown, width: line.displayWidth - 1).hasSuffix("…"))
    }

    @Test("control characters from the bus never reach the terminal: a line contains only those of its colours")
    func controls() throws {
        let nasty = "\u{1B}]0;owned\u{07}\u{9B}2J\r\n\u{202E}"
        let entries: [Entry] = [
            try entry(Make.message(SpeechTranscript(text: nasty, engine: nasty, problem: nasty))),
            try entry(Make.message(Catalog(app: nasty, language: nasty, commands: []))),
            .malformed(MessageError(.topic, nasty)),
        ]
        for entry in entries {
            for text in [readable(entry), json.line(entry)] {
                #expect(!text.unicodeScalars.contains(where: String.isTerminalControl), "\(text)")
            }
            let colored = readable(entry, isColored: true)
            let rest = colored.replacing(/\u{1B}\[[0-9]+m/, with: "")
            #expect(!rest.unicodeScalars.contains(where: String.isTerminalControl))
        }
    }

    @Test("an unknown kind and an invalid body are shown in red, with the reason")
    func unreadable() throws {
        var message = try Make.message(SpeechPartial(text: "a", revision: 0))
        message.body = Array("{}".utf8)
        let line = readable(try entry(message), isColored: true)
        #expect(line.contains("\u{1B}[31m"))
        #expect(line.contains("has no \"text\""))
        message.header.kind = "weather.now"
        #expect(readable(try entry(message)).contains("no kind is called weather.now"))
        #expect(
            readable(.malformed(MessageError(.frameCount, "expected 3, got 1"))).contains("frame-count: expected"))
    }

    @Test("JSON has topic, header, stamp and the unchanged body, including its digits")
    func jsonLine() throws {
        var message = try Make.message(SpeechPartial(text: "a", revision: 0))
        message.body = Array(#"{"z":0.10000000000000000001,"text":"a","revision":0,"big":18446744073709551615}"#.utf8)
        let line = json.line(try entry(message))
        #expect(line.contains(String(decoding: message.body, as: UTF8.self)))
        let value = try JSONValue(parsing: Array(line.utf8))
        #expect(value["topic"] == .string(message.header.topic.description))
        #expect(value["header"]?["seq"] == 0)
        #expect(value["stamp"]?["offset"] == 1)
    }

    @Test("JSON does not call a message malformed whose kind is a program's own")
    func ownKind() throws {
        var message = try Make.message(SpeechPartial(text: "a", revision: 0))
        message.header.kind = "weather.now"
        #expect(try JSONValue(parsing: Array(json.line(try entry(message)).utf8))["malformed"] == nil)
    }

    @Test("JSON is one line for every body")
    func oneLine() throws {
        var message = try Make.message(SpeechPartial(text: "a", revision: 0))
        message.body = Array("{\n \"text\": \"\\u001b\u{7F}\u{2028}\",\r\n \"revision\": 0\n}".utf8)
        let line = json.line(try entry(message))
        #expect(!line.unicodeScalars.contains(where: String.isTerminalControl))
        #expect(try JSONValue(parsing: Array(line.utf8))["body"]?["text"] == "\u{1B}\u{7F}\u{2028}")
    }

    @Test("JSON of audio has its size, and its bytes on request")
    func sound() throws {
        let message = try Make.message(AudioInput(index: 0, isLast: false, samples: [1, 2, 3, 4]))
        let shown = try entry(message, everyChunk: true)
        #expect(try JSONValue(parsing: Array(json.line(shown).utf8))["body"] == ["bytes": 4])
        let full = JSONFormat(withAudio: true).line(shown)
        #expect(try JSONValue(parsing: Array(full.utf8))["body"] == ["bytes": 4, "base64": "AQIDBA=="])
    }

    @Test("malformed, lost and dropped messages have JSON entries of their own")
    func entriesWithoutMessage() throws {
        let header = try Make.message(SpeechPartial(text: "a", revision: 0)).header
        #expect(
            json.line(.malformed(MessageError(.header, "no", source: header.source)))
                == #"{"malformed":{"code":"header","reason":"no","source":"transcribe/one"}}"#)
        #expect(
            json.line(.gap(count: 2, before: header))
                == #"{"lost":{"count":2,"kind":"speech.partial","session":"default","source":"transcribe/one"}}"#
        )
        #expect(json.line(.leftOut(3)) == #"{"leftOut":3}"#)
        var message = try Make.message(SpeechPartial(text: "a", revision: 0))
        message.body = [0xFF, 0x00]
        let value = try JSONValue(parsing: Array(json.line(try entry(message)).utf8))
        #expect(value["body"] == ["bytes": 2])
        #expect(value["malformed"]?["code"] == "body")
    }

    @Test("random bytes in a body never produce a second line")
    func garbage() throws {
        var generator = TestSeed.generator()
        for type in MessageCatalog.all {
            for _ in 0..<20 {
                var message = try Make.message(SpeechPartial(text: "a", revision: 0))
                message.header.kind = type.kind
                message.body = (0..<Int.random(in: 0..<64, using: &generator)).map { _ in
                    UInt8.random(in: 0...255, using: &generator)
                }
                var printer = MessagePrinter(filter: try TapFilter(kinds: ["*"]))
                for entry in printer.entries(for: .message(message), counters: .init()) {
                    #expect(
                        !readable(entry).unicodeScalars.contains(where: String.isTerminalControl), "\(TestSeed.hint)")
                    #expect(throws: Never.self, "\(TestSeed.hint)") {
                        try JSONValue(parsing: Array(json.line(entry).utf8))
                    }
                }
            }
        }
    }
}
