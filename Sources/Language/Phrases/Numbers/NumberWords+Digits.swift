/// Numbers in digits, and digits that are said one by one.
extension NumberWords {
    /// Reads a number in digits: `42`, `3.5`, `12 500`.
    func written(_ start: Int) -> NumberReader.Reading? {
        guard let text = self[start], let value = WrittenNumber.value(of: text) else { return nil }
        return grouped(text, start) ?? (value, start + 1)
    }

    /// Reads groups of three digits, between which spaces or apostrophes were written: `1 500`, `12'000'000`.
    private func grouped(_ first: String, _ start: Int) -> NumberReader.Reading? {
        guard 1...3 ~= first.utf8.count, !first.hasPrefix("0"), first.utf8.allSatisfy({ 0x30...0x39 ~= $0 })
        else { return nil }
        var (text, end) = (first, start + 1)
        while let next = self[end] {
            let whole = next.utf8.prefix { 0x30...0x39 ~= $0 }.count
            // The last group may have decimals.
            let isWhole = next.utf8.count == 3
            guard whole == 3, isWhole || next.utf8.dropFirst(3).first == UInt8(ascii: ".") else { break }
            (text, end) = (text + next, end + 1)
            guard isWhole else { break }
        }
        return end == start + 1 ? nil : WrittenNumber.value(of: text).map { ($0, end) }
    }

    /// Reads digits one by one: `oh five`, `double five`, `five 5`. The result is text, since it may begin
    /// with zeros.
    func digits(_ start: Int) -> (text: String, end: Int) {
        var text = ""
        var position = start
        while let next = self[position] {
            let times = vocabulary.repeaters[next]
            guard let digit = digit(times == nil ? position : position + 1) else { break }
            text += String(repeating: digit, count: times ?? 1)
            position += times == nil ? 1 : 2
        }
        return text.utf8.count <= NumberParser.maximumDigits ? (text, position) : ("", start)
    }

    private func digit(_ position: Int) -> String? {
        guard let word = self[position] else { return nil }
        if word.utf8.count == 1, let byte = word.utf8.first, 0x30...0x39 ~= byte { return word }
        guard let value = vocabulary.units[word] ?? vocabulary.extraDigits[word], value < 10 else { return nil }
        return "\(value)"
    }
}
