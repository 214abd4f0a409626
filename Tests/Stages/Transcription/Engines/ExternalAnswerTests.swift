import Testing

@testable import SaybusTranscription

@Suite("Answers of other engines")
struct ForeignAnswerTests {
    @Test(
        "what is in brackets is no speech, and a bracket without another hides nothing",
        arguments: [
            ("[BLANK_AUDIO]", ""), ("Next (music) song.", "next song"), ("next [a (b) c] song", "next song"),
            ("next (song", "next song"), ("next) song", "next song"), ("(((next song", "next song"),
            ("next (a [b) song", "next a song"), ("<unk> next song", "next song"), ("", ""),
        ])
    func plain(_ text: String, _ words: String) { #expect(ExternalAnswer.plain(text) == words) }

    @Test("many brackets take no time that grows with their square")
    func manyBrackets() {
        let text = String(repeating: "(", count: 100_000) + "song" + String(repeating: "]", count: 100_000)
        #expect(ExternalAnswer.plain(text).isEmpty)
    }
}
