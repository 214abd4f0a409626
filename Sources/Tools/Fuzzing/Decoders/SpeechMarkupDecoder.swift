import SaybusAudioOutput
import SaybusMessages

/// The readers of speech: SSML, Speech Markdown and plain text. Every input is read as each of them.
enum SpeechMarkupDecoder: FuzzedDecoder {
    static let words = [
        "<speak>", "</speak>", "<s>", "<p>", "<break time=\"", "<break strength=\"none\"/>", "<prosody rate=\"",
        "pitch=\"", "<emphasis level=\"", "<phoneme alphabet=\"ipa\" ph=\"", "<sub alias=\"", "<say-as interpret-as=\"",
        "ordinal", "unit", "telephone", "<audio src=\"", "<desc>", "<![CDATA[", "]]>", "<!--", "-->", "<!DOCTYPE a [",
        "<!ENTITY", "&#", "&amp;", "<?xml version=\"1.0\"?>", "[500ms]", "[break:\"", "(words)[", "/ipa/",
        "pitch:\"high\"", "[[", "999999999999999999999",
    ]

    static let seeds: [[UInt8]] = [
        """
        <speak><p><s>Ten <prosody rate="slow" pitch="high">slow minutes</prosody> &amp; more.</s>
        <s>A <sub alias="kilogram">kg</sub> of <phoneme alphabet="ipa" ph="təˈmeɪtoʊ">tomato</phoneme>.</s></p></speak>
        """,
        """
        <?xml version="1.0"?><speak>one <![CDATA[two < three]]><break time="1.5s"/><break strength="strong"/>
        <say-as interpret-as="ordinal">12</say-as> <say-as interpret-as="telephone">+49 30</say-as>
        <say-as interpret-as="unit">3kg</say-as> <emphasis level="strong">x</emphasis> <say-as interpret-as="digits">1-2</say-as>
        <audio src="bell.wav"><desc>A bell</desc>ding dong</audio><metadata>m</metadata> <amazon:effect>là</amazon:effect></speak>
        """,
        "a (word (in) it)[pitch:\"high\";rate:\"slow\"] b [500ms] (pecan)[/pɪˈkɑːn/] [break:\"strong\"] (12)[ordinal] (a)[vol:\"x\"]",
        "Dr. Who came. He said: \"no\", then left; the end!\n\nNext, 12.5 km… 我来了。好，再见！",
    ].map { Array($0.utf8) }

    static func decode(_ input: [UInt8]) throws(FuzzViolation) -> Bool {
        let text = String(decoding: input, as: UTF8.self)
        var isAccepted = false
        for format in [AudioEvent.Speech.Format.ssml, .markdown, .text] {
            let speech = AudioEvent.Speech(text, format: format)
            _ = speech.words
            let parts: [SpeechPart]
            do throws(SynthesisError) {
                parts = try SpeechText.parts(of: speech)
            } catch {
                try checkRefusal(error.reason)
                continue
            }
            // A part may repeat the elements that are open where a text is cut.
            let size = parts.reduce(0) { $0 + $1.text.utf8.count }
            if size > 100_000 + 200 * input.count {
                throw FuzzViolation(.size, "\(input.count) bytes of \(format) become \(size) bytes of speech")
            }
            isAccepted = isAccepted || format != .text
        }
        return isAccepted
    }
}
