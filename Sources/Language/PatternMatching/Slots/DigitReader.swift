import SaybusPhrases

/// A reader of spoken digits: `six oh four five`, `double five`, `sixty forty five`, `soixante dix huit`, `6045`.
struct DigitReader {
    let language: Language

    /// Returns all sequences of digits with which the words begin, longest first.
    /// - Parameters:
    ///   - keys: The words.
    ///   - limit: The most digits.
    ///   - takesHundreds: Whether `eight hundred` are the digits 800, as in telephone numbers.
    func prefixes(
        of keys: ArraySlice<String>, limit: Int = 20, takesHundreds: Bool = false
    ) -> [(digits: String, count: Int)] {
        var rows: [(digits: String, count: Int)] = []
        var digits = ""
        var hasHundreds = false
        var position = keys.startIndex
        while position < keys.endIndex, digits.count < limit, let (more, end) = chunk(keys, position) {
            digits += more
            position = end
            if takesHundreds, position < keys.endIndex, language.numbers.hundreds.contains(keys[position]),
                more.count <= 2, !more.hasPrefix("0"), !more.hasSuffix("0")
            {
                digits += "00"
                position += 1
                hasHundreds = true
            }
            // "Five hundred fifty" is a number.
            if !hasHundreds || digits.count >= Self.minimumDigitsWithHundreds {
                rows.append((digits, position - keys.startIndex))
            }
        }
        return rows.reversed()
    }

    /// The least digits of a telephone number in which hundreds are said: a local number of North America.
    private static let minimumDigitsWithHundreds = 7

    /// Returns all sequences of letters and digits with which the words begin, longest first. Each is said one by one,
    /// with `dash` for `-`, or repeated: `double a`. Letters may be written as one word in capitals: `ABC`.
    func codes(of tokens: ArraySlice<Token>, limit: Int = 30) -> [(digits: String, count: Int)] {
        let (tokens, keys) = (Array(tokens), tokens.map(\.key)[...])
        var rows: [(digits: String, count: Int)] = []
        var code = ""
        var position = keys.startIndex
        while position < keys.endIndex, code.count < limit {
            let key = keys[position]
            if let (more, end) = chunk(keys, position) ?? repeatedLetter(keys, position) {
                code += more
                position = end
            } else if key.count == 1 || key.contains(where: \.isNumber) || tokens[position].isSpelled {
                code += key
                position += 1
            } else if key == "dash" || key == "hyphen", !code.isEmpty {
                code += "-"
                position += 1
                continue
            } else {
                break
            }
            rows.append((code, position - keys.startIndex))
        }
        return rows.reversed()
    }

    /// Reads one digit, or several that are said together.
    /// - Returns: The digits, and the position after them.
    private func chunk(_ keys: ArraySlice<String>, _ position: Int) -> (String, Int)? {
        let key = keys[position]
        if !key.isEmpty, key.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) { return (key, position + 1) }
        if let times = language.numbers.repeaters[key], position + 1 < keys.endIndex,
            let digit = digit(keys[position + 1])
        {
            return (String(repeating: "\(digit)", count: times), position + 2)
        }
        if let hundreds = language.numbers.severalHundreds?[key] {
            // "Seiscientos doce" is one group of digits.
            guard position + 1 < keys.endIndex, let (below, end) = chunk(keys, position + 1), below.utf8.count <= 2,
                let number = Int(below), 1...99 ~= number
            else { return ("\(hundreds)", position + 1) }
            return ("\(hundreds + number)", end)
        }
        if let (number, count) = language.numbers.compound(of: keys[position...]) {
            return ("\(number)", position + count)
        }
        if let digit = digit(key) { return ("\(digit)", position + 1) }
        if let teen = language.numbers.units[key], teen >= 10 { return ("\(teen)", position + 1) }
        guard let tens = language.numbers.tens[key] else { return nil }
        let next = position + 1
        let isJoined = next < keys.endIndex && language.numbers.tensConjunctions?.contains(keys[next]) == true
        let last = isJoined ? next + 1 : next
        if last < keys.endIndex, let unit = language.numbers.units[keys[last]], 1...9 ~= unit {
            return ("\(tens + unit)", last + 1)
        }
        return ("\(tens)", position + 1)
    }

    /// Reads a letter that is said once for several: `double a`.
    private func repeatedLetter(_ keys: ArraySlice<String>, _ position: Int) -> (String, Int)? {
        guard let times = language.numbers.repeaters[keys[position]], position + 1 < keys.endIndex,
            keys[position + 1].count == 1
        else { return nil }
        return (String(repeating: keys[position + 1], count: times), position + 2)
    }

    private func digit(_ key: String) -> Int? {
        let digit =
            language.numbers.units[key] ?? language.numbers.extraDigits[key] ?? language.soundAlikes[key]
            ?? language.numbers.ordinals[key]
        return digit.flatMap { 0...9 ~= $0 ? $0 : nil }
    }
}
