import Testing

@testable import SaybusSupport

@Suite("Text in columns")
struct TextColumnsTests {
    @Test("columns are as wide on a terminal as their widest entry, in any script, and no line ends in spaces")
    func alignment() {
        let rows = [["ja", "日本語", "x"], ["en-GB", "English", ""], ["é", "e\u{301}", "y"]]
        #expect(
            TextColumns.lines(rows) == """
                ja     日本語   x
                en-GB  English
                é      e\u{301}        y
                """)
        #expect(TextColumns.lines([]) == "")
    }
}
