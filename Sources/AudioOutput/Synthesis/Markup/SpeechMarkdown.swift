/// Turns Speech Markdown into SSML: `(words)[modifier]` and pauses such as `[500ms]` and `[break:"strong"]`.
///
/// Modifiers, several joined by semicolons: `pitch:"high"`, `rate:"slow"`, `vol:"loud"`, `/ipa/`, `ipa:"…"`, `cardinal`, `number`, `ordinal`,
/// `digits`, `characters`, `phone`, `unit`. Words with another modifier are read as they are.
enum SpeechMarkdown {
    /// The text in SSML.
    static func ssml(_ text: String) -> String {
        var result = "<speak>"
        var rest = text[...]
        let pattern =
            #/\(([^()]{1,1000})\)\[([^\[\]]{1,200})\]|\["?([0-9.]{1,8}m?s)"?\]|\[break:"?([^\[\]"]{0,40})"?\]/#
        while let match = rest.firstMatch(of: pattern) {
            result += escaped(rest[..<match.range.lowerBound])
            if let pause = match.output.3 ?? match.output.4 {
                // One that is none is refused there, with a reason.
                let kind = SSMLValues.strengths.keys.contains(String(pause)) ? "strength" : "time"
                result += "<break \(kind)=\"\(escaped(pause))\"/>"
            } else if let words = match.output.1, let modifiers = match.output.2 {
                result += modified(words, modifiers)
            }
            rest = rest[match.range.upperBound...]
        }
        return result + escaped(rest) + "</speak>"
    }

    private static func modified(_ words: Substring, _ modifiers: Substring) -> String {
        var (opening, closing) = ("", "")
        for modifier in modifiers.split(separator: ";") {
            guard let (element, attributes) = element(modifier.drop(while: \.isWhitespace)) else { continue }
            opening += "<\(element) \(attributes)>"
            closing = "</\(element)>" + closing
        }
        return opening + escaped(words) + closing
    }

    private static func element(_ modifier: Substring) -> (name: String, attributes: String)? {
        if modifier.count > 2, modifier.first == "/", modifier.last == "/" {
            return ("phoneme", "alphabet=\"ipa\" ph=\"\(escaped(modifier.dropFirst().dropLast()))\"")
        }
        let pair = modifier.split(separator: ":", maxSplits: 1)
        let value = pair.count == 2 ? escaped(pair[1].filter { $0 != "\"" && $0 != "'" }) : nil
        let name = pair.first?.filter { !$0.isWhitespace }
        switch (name, value) {
        case ("pitch", let value?), ("rate", let value?): return ("prosody", "\(name ?? "")=\"\(value)\"")
        case ("vol", let value?), ("volume", let value?): return ("prosody", "volume=\"\(value)\"")
        case ("ipa", let value?): return ("phoneme", "alphabet=\"ipa\" ph=\"\(value)\"")
        case ("cardinal", nil), ("number", nil), ("ordinal", nil), ("digits", nil), ("characters", nil), ("unit", nil):
            return ("say-as", "interpret-as=\"\(name ?? "")\"")
        case ("phone", _), ("telephone", _): return ("say-as", "interpret-as=\"telephone\"")
        default: return nil
        }
    }

    /// Safe between tags and in attributes; without the characters that XML cannot hold.
    private static func escaped(_ text: some StringProtocol) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n", "\t", "\r": result.unicodeScalars.append(scalar)
            case _ where scalar.value < 32 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
