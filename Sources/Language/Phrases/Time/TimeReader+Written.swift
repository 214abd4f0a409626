/// Dates and times of day that are written in digits.
extension TimeReader {
    /// Reads `2026-07-04` and `7/4/2026`, whose punctuation the division into words has removed. In a language with the
    /// day first, the latter is July 4 as `4/7/2026`.
    func written(_ start: Int) -> [Reading] {
        let numbers = (0..<3).compactMap {
            word(start + $0).flatMap { Int($0.hasPrefix("-") || $0.hasPrefix("/") ? $0.dropFirst() : $0[...]) }
        }
        guard numbers.count == 3 else { return [] }
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

    /// Reads `24/12`, in a language with the day first. With a year it is a date of three numbers.
    func slashed(_ start: Int) -> [Reading] {
        guard isDayFirst, let first = word(start), first.utf8.count <= 2, let day = Self.digits(first[...]),
            let next = word(start + 1), next.hasPrefix("/"), next.utf8.count <= 3,
            let month = Self.digits(next.dropFirst()), word(start + 2)?.hasPrefix("/") != true
        else { return [] }
        return dates(month, day, start + 2) ?? []
    }

    /// Reads `17h30`, `8h` and `17.30 Uhr`, in a language with words between an hour and its minutes.
    func writtenClock(_ start: Int) -> [Reading] {
        guard let hourWords = vocabulary.hourWords, !hourWords.isEmpty, let word = word(start) else { return [] }
        let first = word.prefix { $0.isASCII && $0.isNumber }
        let rest = word.dropFirst(first.count)
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

    static func digits(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(text) : nil
    }
}
