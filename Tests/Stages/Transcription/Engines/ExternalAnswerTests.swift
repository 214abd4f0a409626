import Testing

@testable import SaybusTranscription

@Suite("Answers of external engines")
struct ExternalAnswerTests {
    @Test(
        "text in brackets is no speech, and an unmatched bracket hides no words",
        arguments: [
            ("[BLANK_AUDIO]", ""), ("Next (music) song.", "next song"), ("next [a (b) c] song", "next song"),
            ("next (song", "next song"), ("next) song", "next song"), ("(((next song", "next song"),
            ("next (a [b) song", "next a song"), ("<unk> next song", "next song"), ("", ""),
        ])
    func plain(_ text: String, _ words: String) { #expect(ExternalAnswer.plain(text) == words) }

    @Test("the time for brackets does not grow with their square")
    func manyBrackets() {
        let text = String(repeating: "(", count: 100_000) + "song" + String(repeating: "]", count: 100_000)
        #expect(ExternalAnswer.plain(text).isEmpty)
    }
}
