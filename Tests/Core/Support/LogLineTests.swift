import Testing

@testable import SaybusSupport

@Suite("Lines of a log")
struct LogLineTests {
    @Test("control characters and line or paragraph separators become spaces")
    func control() {
        #expect(LogLine.clean("a\nb\r\u{1B}[2Jc\u{2028}d\u{2029}e\u{85}f\u{0}") == "a b  [2Jc d e f")
    }

    @Test("spaces at both ends are removed, before and after the text is cut")
    func ends() {
        #expect(LogLine.clean(" \n x y \t") == "x y")
        #expect(LogLine.clean("ab cd", limit: 3) == "ab")
        #expect(LogLine.clean("\n\n") == "")
    }

    @Test("text in other scripts is left as it is")
    func scripts() {
        #expect(LogLine.clean("Grüße, 世界") == "Grüße, 世界")
    }

    @Test("only the first line of a program's output is kept, even when it is not UTF-8")
    func first() {
        #expect(LogLine.first(of: Array("one\ntwo".utf8), limit: 100) == "one")
        #expect(LogLine.first(of: Array("långt".utf8), limit: 3) == "lån")
        #expect(LogLine.first(of: [0x61, 0xFF, 0x62], limit: 100) == "a\u{FFFD}b")
        #expect(LogLine.first(of: [], limit: 100) == "")
    }
}
