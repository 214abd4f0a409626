/// Dates and times of day that are written in digits.
extension TimeReader {
    /// Reads `2026-07-04`, `7/4/2026` and `7/4/26`, whose punctuation the division into words has removed. In a
    /// language with the day first, the latter are July 4 as `4/7/2026` and `4/7/26`.
    func written(_ start: Int) -> [Reading] {
        let words = (0..<3).compactMap { word(start + $0) }
        var numbers = words.compactMap { Int($0.hasPrefix("-") || $0.hasPrefix("/") ? $0.dropFirst() : $0[...]) }
        guard numbers.count == 3 else { return [] }
        // A year of two digits: a slash or a hyphen counts as one of its characters.
        let isShort = words[2].utf8.count == 3 && words.dropFirst().allSatisfy { $0.hasPrefix("/") }
        if isShort, words[0].utf8.count <= 2 { numbers[2] += 2000 }
        let (month, day) = isDayFirst ? (numbers[1], numbers[0]) : (numbers[0], numbers[1])
        let date =
            numbers[0] > 999
            ? CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])
            : CivilDate(year: numbers[2] > 999 ? numbers[2] : 0, month: month, day: day)
        return date.map { [($0.text, start + 3)] } ?? []
    }

    private var isDayFirst: Bool { vocabulary.dayFirst == true }

    /// Reads `24.12.2026`, `24.12.26` and `24.12.`, in a language with the day first.
    func dotted(_ start: Int) -> [Reading] {
        guard isDayFirst, let word = word(start), word.utf8.contains(UInt8(ascii: ".")) else { return [] }
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Self.digits($0) }
        guard numbers.count == parts.count, 2...3 ~= parts.count, parts.prefix(2).allSatisfy({ $0.utf8.count <= 2 })
        else { return [] }
        let (day, month) = (numbers[0], numbers[1])
        if parts.count == 3 {
            guard parts[2].utf8.count == 2 || parts[2].utf8.count == 4 else { return [] }
            let year = parts[2].utf8.count == 2 ? 2000 + numbers[2] : numbers[2]
            return date(year, month, day).map { [($0, start + 1)] } ?? []
        }
        return dates(month, day, start + 1) ?? []
    }

    /// Reads `12/24`, or `24/12` in a language with the day first. With a year it is a date of three numbers.
    func slashed(_ start: Int) -> [Reading] {
        guard let word = word(start), word.utf8.count <= 2, let first = Self.digits(word[...]),
            let next = self.word(start + 1), next.hasPrefix("/"), next.utf8.count <= 3,
            let second = Self.digits(next.dropFirst()), self.word(start + 2)?.hasPrefix("/") != true
        else { return [] }
        return (isDayFirst ? dates(second, first, start + 2) : dates(first, second, start + 2)) ?? []
    }

    /// Reads `7.30`, `730` and `1930`, and, in a language with words between an hour and its minutes, `17h30`, `8h` and
    /// `17.30 Uhr`.
    func writtenClock(_ start: Int) -> [Reading] {
        guard let word = word(start), let byte = word.utf8.first, 0x30...0x39 ~= byte else { return [] }
        let hourWords = vocabulary.hourWords ?? []
        let first = word.prefix { $0.isASCII && $0.isNumber }
        let rest = word.dropFirst(first.count)
        if rest.isEmpty { return compactClock(first, start) }
        let sign = rest.prefix { !($0.isASCII && $0.isNumber) }
        let last = rest.dropFirst(sign.count)
        let isPoint = sign == "." && !last.isEmpty
        guard isPoint || hourWords.contains(String(sign)), last.isEmpty || last.utf8.count == 2,
            let hour = Self.digits(first), 0...24 ~= hour,
            let minute = last.isEmpty ? 0 : Self.digits(last), 0...59 ~= minute
        else { return [] }
        let ends = [start + 1, isPoint ? skip(hourWords, start + 1) : nil].compactMap(\.self)
        return ends.flatMap { halves(hour, hour * 60 + minute, $0) }
    }

    /// Reads the hour and the minutes in one number: `730`, `1930`. Recognizers write "seven thirty" so.
    private func compactClock(_ digits: Substring, _ start: Int) -> [Reading] {
        let (hour, minute) = (Self.digits(digits.dropLast(2)), Self.digits(digits.suffix(2)))
        guard digits.utf8.count == 4 || digits.utf8.count == 3 && !digits.hasPrefix("0"), let hour, let minute,
            0...24 ~= hour, 0...59 ~= minute
        else { return [] }
        let ends = [start + 1, skip(vocabulary.hourWords ?? [], start + 1)].compactMap(\.self)
        return ends.flatMap { halves(hour, hour * 60 + minute, $0) }
    }

    static func digits(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(text) : nil
    }
}
