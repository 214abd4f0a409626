import SaybusMessages
import Testing

@Suite("Words of speech")
struct SpokenWordsTests {
    @Test(
        "SSML's words are its text without tags, with one blank between them",
        arguments: [
            ("<speak>Ten  <s>minutes</s>\n&amp; more.</speak>", "Ten minutes & more."),
            ("<speak><s>Well</s>, <sub alias=\"a\">then</sub> !</speak>", "Well, then!"),
            ("a &lt;b&gt; &quot;c&quot; &apos;d&apos;", "a <b> \"c\" 'd'"), ("&amp;lt; &amp;amp;", "&lt; &amp;"),
            ("&unknown; &&amp;&", "&unknown; &&&"), (", first", ", first"), ("a > b", "a > b"),
            ("<speak>5 < 6 &lt; <s>7</speak>", "5 < 6 < 7"), ("<a", ""), ("", ""),
        ])
    func words(text: String, words: String) {
        #expect(AudioEvent.Speech(text, format: .ssml).words == words)
    }

    @Test("plain text is its own words")
    func plain() { #expect(AudioEvent.Speech("a <b> &amp;").words == "a <b> &amp;") }
}
