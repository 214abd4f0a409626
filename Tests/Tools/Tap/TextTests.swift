import Foundation
import SaybusMessages
import SaybusSupport
import Testing

@testable import SaybusTap

@Suite("Text for terminals")
struct TextTests {
    @Test(
        "characters that control a terminal are replaced",
        arguments: [
            ("\u{1B}[31mred\u{1B}]0;title\u{07}", "\\u{1b}[31mred\\u{1b}]0;title\\u{7}"), ("a\nb\r\tc", "a\\nb\\r\\tc"),
            ("\u{9B}31m\u{7F}\u{0}", "\\u{9b}31m\\u{7f}\\u{0}"), ("ab\u{202E}cd\u{2066}", "ab\\u{202e}cd\\u{2066}"),
            ("\u{2028}\r\n", "\\u{2028}\\r\\n"),
        ])
    func unsafe(text: String, safe: String) {
        #expect(text.safeForTerminal == safe)
        #expect(Span(text).text == safe)
    }

    @Test("all other text stays unchanged", arguments: ["plain", "Grüße, 世界 👩‍👩‍👧", "e\u{301}", "♪880Hz “…”", ""])
    func harmless(text: String) { #expect(text.safeForTerminal == text) }

    @Test("every Unicode control character is replaced, also after a combining character")
    func allControls() {
        for value in Array(0..<0x20) + Array(0x7F...0x9F) {
            guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
            let safe = "e\u{301}\(Character(scalar))x".safeForTerminal
            #expect(!safe.unicodeScalars.contains { $0.properties.generalCategory == .control })
        }
    }

    @Test(
        "the display width of a text matches its terminal columns",
        arguments: [("abc", 3), ("世界", 4), ("e\u{301}", 1), ("👍", 2), ("", 0), ("ﬁ…", 2)])
    func width(text: String, columns: Int) { #expect(text.displayWidth == columns) }

    @Test("text is cut between characters, within the columns")
    func cut() {
        #expect("世界".prefix(columns: 3).text == "世")
        #expect("abc".prefix(columns: 3).isWhole)
        #expect("abc".prefix(columns: 0).text.isEmpty)
        #expect("ab".padded(to: 4) == "ab  ")
        #expect("世".padded(to: 1) == "世")
    }

    @Test(
        "quantities are formatted with few digits",
        arguments: [
            (Quantity.duration(microseconds: 310), "310 µs"), (Quantity.duration(microseconds: 1500), "1.5 ms"),
            (Quantity.duration(microseconds: 120_400), "120 ms"), (Quantity.duration(milliseconds: 1840), "1.84 s"),
            (Quantity.duration(milliseconds: 125_000), "2 min 5 s"), (Quantity.duration(milliseconds: -5), "-5 ms"),
            (Quantity.confidence(0.875), "0.88"), (Quantity.confidence(7), "7.0"), (Quantity.number(880), "880"),
            (Quantity.count(1, "chunk"), "1 chunk"), (Quantity.count(0, "chunk"), "0 chunks"),
        ])
    func quantities(text: String, wanted: String) { #expect(text == wanted) }

    @Test("times have milliseconds, and extreme times are formatted without a crash")
    func times() {
        #expect(LocalTime.text(1_780_000_000_123_456).hasSuffix(".123"))
        #expect(LocalTime.text(-1).hasSuffix(":59.999"))
        #expect(!LocalTime.text(.max).isEmpty)
        #expect(!LocalTime.text(.min).isEmpty)
    }

    @Test("a table that is wider than the terminal does without blank columns, then without those that tell least")
    func narrowTable() {
        var table = SpanTable([
            .words("stage"), .number("lost", omitted: .whenBlank), .number("stale", omitted: .whenBlank),
            .words("memory", omitted: .always), .words("problem"),
        ])
        table.add([.plain("audio"), .plain("0"), .plain("3"), .plain("20 MiB"), .plain("none")])
        func titles(_ width: Int?) -> [String] {
            table.lines(width: width)[0].map { $0.text.trimmingCharacters(in: .whitespaces) }
        }
        #expect(titles(nil) == ["stage", "lost", "stale", "memory", "problem"])
        #expect(titles(35) == ["stage", "lost", "stale", "memory", "problem"])
        #expect(titles(34) == ["stage", "stale", "memory", "problem"])
        #expect(titles(28) == ["stage", "stale", "problem"])
        #expect(titles(21) == ["stage", "stale", "problem"])
        #expect(table.lines(width: 28)[1].map(\.text) == ["audio ", "    3 ", "none   "])
    }

    @Test("a row that is wider than the terminal nevertheless has its words above its numbers, each with its title")
    func foldedTable() {
        var table = SpanTable([
            .words("kind"), .words("by"), .number("times"), .number("p50"), .number("p90", omitted: .always),
            .number("max"),
        ])
        table.add([
            .plain("speech.transcript"), .plain("transcribe"), .plain("12"), .plain("1 ms"), .plain("2 ms"),
            .plain("3 ms"),
        ])
        func lines(_ width: Int) -> [String] {
            let format = LineFormat(isColored: false)
            return table.lines(width: width).map { format.line($0, width: width) }
        }
        let wide = [
            "kind               by          times   p50   max", "speech.transcript  transcribe     12  1 ms  3 ms",
        ]
        #expect(lines(48) == wide)
        #expect(lines(40) == ["speech.transcript  transcribe", "  times 12  p50 1 ms  max 3 ms"])
        #expect(lines(24) == ["speech.transcript", "  transcribe", "  times 12  p50 1 ms", "  max 3 ms"])
    }

    @Test("a last column of sentences is cut, and does not fold the table")
    func cutColumn() {
        var table = SpanTable([.words("stage"), .words("problem", isCut: true)])
        table.add([.plain("audio"), .plain("the loudspeaker was unplugged")])
        #expect(table.lines(width: 20).count == 2)
        #expect(LineFormat(isColored: false).line(table.lines(width: 20)[1], width: 20) == "audio  the loudspea…")
    }
}
