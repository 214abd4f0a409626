import Testing

@testable import SaybusTerminal

@Suite("Text for terminals")
struct TerminalTests {
    @Test("lines are split correctly however the bytes are divided, even within a character")
    func split() {
        for size in 1...7 {
            var splitter = LineSplitter()
            let bytes = Array("one\r\ntwo äöü\n\nrest".utf8)
            var lines: [String] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                lines += splitter.take(bytes[start..<min(bytes.count, start + size)])
            }
            #expect(lines == ["one", "two äöü", ""])
            let rests = [splitter.rest(), splitter.rest()]
            #expect(rests == ["rest", nil])
        }
    }

    @Test("a line that is too long is cut off and marked, and the next line is complete")
    func tooLong() {
        var splitter = LineSplitter()
        let lines = splitter.take(
            Array(repeating: UInt8(ascii: "x"), count: 3 * LineSplitter.limit) + Array("\nnext\n".utf8))
        #expect(
            lines.count == 2 && lines[0].count == LineSplitter.limit + 2 && lines[0].hasSuffix(" …")
                && lines[1] == "next")
    }

    @Test("bytes that are not UTF-8 are replaced, and controls of the terminal and of the writing direction are shown")
    func garbage() {
        var splitter = LineSplitter()
        let lines = splitter.take([0xFF, 0x1B, 0x07, 0x41, 0x0A])
        #expect(lines == ["\u{FFFD}\\u{1b}\\u{7}A"])
        #expect(LineSplitter.printable("\u{9B}2J\tx") == "\\u{9b}2J\tx")
        for control in [0x202A, 0x202E, 0x2066, 0x2069, 0x200E, 0x200F, 0x061C] as [UInt32] {
            let text = "a\(Character(Unicode.Scalar(control)!))b"
            #expect(LineSplitter.printable(text) == "a\\u{\(String(control, radix: 16))}b")
        }
    }

    @Test("text is coloured only on a terminal that can show colours, unless the user opts out")
    func style() {
        #expect(Style(isColoured: true).paint("x", .red) == "\u{1B}[31mx\u{1B}[0m")
        #expect(Style(isColoured: true).paint("x", nil) == "x" && Style(isColoured: false).paint("x", .red) == "x")
        #expect(!Style(for: -1, environment: [:]).isColoured)
    }

    @Test("ages are formatted for people")
    func ages() {
        #expect(
            Milliseconds.age(-5) == "0 s" && Milliseconds.age(59_999) == "59 s"
                && Milliseconds.age(184_000) == "3 min 04 s")
        #expect(Milliseconds.age(7_500_000) == "2 h 05 min" && Milliseconds.age(97_200_000) == "1 d 03 h")
        #expect(Milliseconds.age(.max) == "106751991167 d 07 h")
    }

    @Test(
        "columns are as wide as their widest cell, with numbers to the right, even if a row is too short or too long"
    )
    func table() {
        var table = Table(["name", "n"])
        table.add([.init("a"), .init("12", isNumber: true)])
        table.add([.init("longer"), .init("3", isNumber: true), .init("too much")])
        table.add([])
        #expect(table.lines(Style(isColoured: false)) == ["name     n", "a       12", "longer   3  ", ""])
    }

    @Test("a table that is too wide leaves out the columns that give way, and then cuts the last one")
    func narrowTable() {
        var table = Table(["role", "state", "received", "problem"])
        table.add([
            Table.Cell("intent"), Table.Cell("ready"), Table.Cell("12345", isNumber: true),
            Table.Cell(String(repeating: "no ", count: 30)),
        ])
        let style = Style(isColoured: false)
        func lines(_ width: Int?) -> [String] { table.lines(style, width: width, givingWay: ["received", "state"]) }
        #expect(lines(nil) == table.lines(style))
        #expect(lines(200) == table.lines(style))
        for width in [20, 40, 60, 80] { #expect(lines(width).allSatisfy { $0.count <= width }) }
        #expect(lines(60)[0].contains("received") && lines(60)[1].hasSuffix("…"))
        #expect(!lines(35)[0].contains("received") && lines(35)[0].contains("state"))
        #expect(!lines(15)[0].contains("state"))
    }

    @Test("where a line has no room for the last column, it stands below each row")
    func stackedTable() {
        var table = Table(["model", "installed", "use"])
        table.add([.init("whisper-tiny.en-q8"), .init("no"), .init("English speech, and fast")])
        table.add([.init("other"), .init("yes"), .init("")])
        let lines = table.lines(Style(isColoured: false), wrappedTo: 30)
        let head = ["model               installed", "whisper-tiny.en-q8  no"]
        #expect(lines == head + ["    English speech, and fast", "other               yes"])
        #expect(table.lines(Style(isColoured: false), wrappedTo: 60).count == 3)
    }

    @Test("East Asian characters take two columns: tables stay aligned, and long text is broken and cut in time")
    func wideCharacters() {
        let style = Style(isColoured: false)
        var table = Table(["name", "n", "phrase"])
        table.add([.init("台所"), .init("1", isNumber: true), .init("明かりをつけて")])
        table.add([.init("kitchen"), .init("2", isNumber: true), .init("lights on")])
        #expect(
            table.lines(style) == [
                "name     n  phrase", "台所     1  明かりをつけて", "kitchen  2  lights on",
            ])
        #expect(
            table.lines(style, width: 19, givingWay: []) == [
                "name     n  phrase", "台所     1  明かり…", "kitchen  2  lights…",
            ])
        #expect(TextWrap.lines("明かりをつけて ください", after: "! ", width: 14) == ["! 明かりをつけ", "  て ください"])
    }
}
