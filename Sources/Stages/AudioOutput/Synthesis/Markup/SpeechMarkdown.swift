/// Conversion of Speech Markdown to SSML: `(words)[modifier]`, and pauses such as `[500ms]` and `[break:"strong"]`.
///
/// The modifiers, which semicolons separate: `pitch:"high"`, `rate:"slow"`, `vol:"loud"`, `/ipa/`, `ipa:"…"`,
/// `cardinal`, `number`, `ordinal`, `digits`, `characters`, `phone`, `unit`. Words with another modifier are
/// read unchanged. The words may contain parentheses, with modifiers or without.
struct SpeechMarkdown {
    /// Returns a text as SSML.
    static func ssml(_ text: String) -> String {
        let markdown = SpeechMarkdown(text)
        return "<speak>\(markdown.ssml(markdown.text.indices, depth: 0))</speak>"
    }

    /// The maximum nesting of modified words; deeper ones are read unchanged.
    private static let maximumDepth = 8

    private let text: [Character]
    /// The closing parenthesis of each opening one.
    private var closings: [Int: Int] = [:]

    private init(_ text: String) {
        self.text = Array(text)
        var open: [Int] = []
        for (index, character) in self.text.enumerated() {
            if character == "(" { open.append(index) }
            if character == ")", let opening = open.popLast() { closings[opening] = index }
        }
    }

    private func ssml(_ range: Range<Int>, depth: Int) -> String {
        var result = ""
        var plain = range.lowerBound
        var index = plain
        while index < range.upperBound {
            guard let (markup, end) = markup(at: index, before: range.upperBound, depth: depth) else {
                index += 1
                continue
            }
            result += Self.escaped(String(text[plain..<index])) + markup
            (plain, index) = (end, end)
        }
        return result + Self.escaped(String(text[plain..<range.upperBound]))
    }

    /// Returns the markup at an index as SSML, with its end; nil when there is none.
    private func markup(at index: Int, before limit: Int, depth: Int) -> (ssml: String, end: Int)? {
        switch text[index] {
        case "[":
            guard let (content, end) = brackets(at: index, before: limit) else { return nil }
            return Self.pause(content).map { ($0, end) }
        case "(":
            guard depth < Self.maximumDepth, let closing = closings[index], (2...1001).contains(closing - index),
                let (modifiers, end) = brackets(at: closing + 1, before: limit)
            else { return nil }
            return (Self.modified(ssml(index + 1..<closing, depth: depth + 1), Substring(modifiers)), end)
        default: return nil
        }
    }

    /// Returns the content of brackets at an index, with their end.
    private func brackets(at index: Int, before limit: Int) -> (content: String, end: Int)? {
        guard index < limit, text[index] == "[" else { return nil }
        let content = text[(index + 1)..<min(limit, index + 201)].prefix { $0 != "[" && $0 != "]" }
        guard !content.isEmpty, content.endIndex < limit, text[content.endIndex] == "]" else { return nil }
        return (String(content), content.endIndex + 1)
    }

    /// Returns a pause, from `500ms`, `"500ms"`, `break:"500ms"` or `break:"strong"`; nil for other content.
    private static func pause(_ content: String) -> String? {
        let isNamed = content.hasPrefix("break:")
        var pause = isNamed ? content.dropFirst("break:".count) : content[...]
        if pause.first == "\"" { pause.removeFirst() }
        if pause.last == "\"" { pause.removeLast() }
        guard isNamed ? pause.count <= 40 && !pause.contains("\"") : isTime(pause) else { return nil }
        // The SSML parser refuses an invalid time with a reason.
        let kind = SSMLValues.strengths.keys.contains(String(pause)) ? "strength" : "time"
        return "<break \(kind)=\"\(escaped(pause))\"/>"
    }

    /// Returns whether a text is one to eight digits and points with the unit `s` or `ms`.
    private static func isTime(_ text: Substring) -> Bool {
        guard text.last == "s" else { return false }
        let number = text.hasSuffix("ms") ? text.dropLast(2) : text.dropLast()
        return (1...8).contains(number.count) && number.allSatisfy { "0123456789.".contains($0) }
    }

    private static func modified(_ ssml: String, _ modifiers: Substring) -> String {
        var (opening, closing) = ("", "")
        for modifier in modifiers.split(separator: ";") {
            guard let (element, attributes) = element(modifier.drop(while: \.isWhitespace)) else { continue }
            opening += "<\(element) \(attributes)>"
            closing = "</\(element)>" + closing
        }
        return opening + ssml + closing
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

    /// Returns a text that is safe in XML, without characters that XML cannot contain.
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
