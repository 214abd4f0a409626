extension TimeReader {
    /// Reads the times of day that begin at a position: `HH:mm`, `HH:mm:ss`, or `MO`, `AF`, `EV`, `NI`.
    func times(_ position: Int) -> [Reading] {
        var readings: [Reading] = []
        let relation = entry(vocabulary.relations, position)
        let start = relation?.value == 0 ? relation?.end ?? position : afterLinks(position)
        if let (part, end) = entry(vocabulary.dayParts, start) { readings.append((part, end)) }
        if let (minutes, end) = entry(vocabulary.namedTimes, position) {
            readings.append((Self.clock(minutes), end))
            // "Midi et demi", "minuit moins le quart".
            if let (behind, after) = entry(vocabulary.afterHour ?? [:], end) {
                readings.append((Self.clock(minutes + 1440 + behind), after))
            }
            // "Midi trente", in languages that have words between an hour and its minutes.
            if vocabulary.hasHourWords,
                let (behind, after) = integer(skip(vocabulary.hourWords ?? [], end) ?? end, 1...59),
                !isOrdinal(before: after)
            {
                readings.append((Self.clock(minutes + behind), after))
            }
        }
        readings += hours(position) + writtenClock(position) + beforeAndAfter(position) + fromNow(position)
        return vocabulary.hasHourWords ? readings + halfFirst(position) : readings
    }

    /// Reads a half of the day before its hour: `午後7時`, `오후 7시`.
    private func halfFirst(_ start: Int) -> [Reading] {
        guard let next = skip(vocabulary.afterNoon, start) ?? skip(vocabulary.beforeNoon, start) else { return [] }
        return Set(hours(next).map(\.end)).compactMap { end -> Reading? in
            // With the half behind it, it is read as in other languages.
            let reader = TimeReader(
                words: Array(words[next..<end] + words[start..<next]), vocabulary: vocabulary, numbers: numbers,
                today: today, now: now)
            return reader.hours(0).first { $0.end == end - start }.map { ($0.value, end) }
        }
    }

    /// The units of a time that is relative to now, in seconds. A later day is a date.
    private static let secondsOfUnit = ["second": 1.0, "minute": 60, "hour": 3600]
    /// The seconds until `now`: an alarm for this very second would be past when it is set.
    private static let minimumDistance = 1.0

    /// Reads `now`, `in ten minutes`, `two hours from now`.
    private func fromNow(_ start: Int) -> [Reading] {
        if let end = skip(vocabulary.present, start) { return [(time(in: Self.minimumDistance), end)] }
        let advance = skip(vocabulary.inAdvance, start)
        guard var (amounts, end) = amounts(advance ?? start) else { return [] }
        var readings: [Reading] = []
        var seconds = 0.0
        while true {
            for (unit, amount) in amounts {
                guard let length = Self.secondsOfUnit[unit] else { return readings }
                seconds += amount * length
            }
            guard seconds < 86_400 else { return readings }
            let clock = time(in: seconds)
            if advance != nil { readings.append((clock, end)) }
            if let after = skip(vocabulary.fromNow, end) { readings.append((clock, after)) }
            let next = skip(vocabulary.conjunctions, end) ?? end
            guard let (more, after) = self.amounts(next) ?? unnamedAmount(next, after: amounts.last) else {
                return readings
            }
            (amounts, end) = (more, after)
        }
    }

    /// Returns the time of day some seconds from now, never earlier.
    private func time(in seconds: Double) -> String {
        // Two thirds of an hour are not exactly 2400 seconds.
        let wait = Int((seconds - 0.001).rounded(.up))
        let second = now.map { $0 + wait } ?? CivilDate.secondOfDay(in: wait)
        let minutes = Self.clock(second / 60)
        return second % 60 == 0 ? minutes : "\(minutes):\(CivilDate.padded(second % 60, 2))"
    }

    private static func clock(_ minutes: Int) -> String {
        "\(CivilDate.padded(minutes / 60 % 24, 2)):\(CivilDate.padded(minutes % 60, 2))"
    }

    /// Reads `half past seven`, `ten minutes to six pm`, `halb acht`, `fünf vor halb acht`.
    private func beforeAndAfter(_ start: Int) -> [Reading] {
        if let (minutes, next) = entry(vocabulary.beforeHour ?? [:], start), let (hour, after) = integer(next, 0...24) {
            return halves(hour, (hour + 24) * 60 - minutes, skip(vocabulary.oclock, after) ?? after)
        }
        var amount = entry(vocabulary.partsOfHour, start).map { (value: $0.value, end: $0.end) }
        if amount == nil, let (minutes, end) = integer(start, 1...59) {
            amount = (minutes, isMinuteUnit(end) ? end + 1 : end)
        }
        guard let (minutes, end) = amount else { return [] }
        let sign = skip(vocabulary.past, end) != nil ? 1 : -1
        guard let next = skip(vocabulary.past, end) ?? skip(vocabulary.until, end) else { return [] }
        if let (named, after) = entry(vocabulary.namedTimes, next) {
            return [(Self.clock(named + 1440 + sign * minutes), after)]
        }
        // "Fünf vor halb acht".
        if let (before, place) = entry(vocabulary.beforeHour ?? [:], next), let (hour, after) = integer(place, 0...24) {
            let total = (hour + 24) * 60 - before + sign * minutes
            return halves(hour, total, skip(vocabulary.oclock, after) ?? after)
        }
        guard let (hour, after) = integer(next, 0...23) else { return [] }
        return halves(hour, (hour + 24) * 60 + sign * minutes, skip(vocabulary.oclock, after) ?? after)
    }

    private func isMinuteUnit(_ position: Int) -> Bool {
        word(position).flatMap { vocabulary.units[$0] } == "minute"
    }

    /// Reads `seven`, `7 am`, `seven thirty`, `seven oh five pm`, `19 45`, `7pm`.
    private func hours(_ start: Int) -> [Reading] {
        guard start < words.count else { return [] }
        if let joined = joinedHalf(start) { return [joined] }
        var readings: [Reading] = []
        // Hours may have more words where numbers are no sums: `vingt et un`.
        for count in 1...(numbers.compounds == nil && numbers.tensConjunctions == nil ? 2 : 3) {
            guard let hour = hour(start, count) else { continue }
            let end = start + count
            let oclock = skip(vocabulary.oclock, end)
            // Nobody says "zero" for midnight, but "00" is what is left of "25:00".
            if hour > 0 || oclock != nil { readings += halves(hour, hour * 60, oclock ?? end) }
            if let (minute, after) = minute(end) {
                // "19:30 Uhr" has the word of the hour behind the minutes.
                let behind = skip(vocabulary.hourWords ?? [], after)
                for last in [after, behind].compactMap(\.self) { readings += halves(hour, hour * 60 + minute, last) }
            }
            let hourWord = skip(vocabulary.hourWords ?? [], end)
            // Before the minutes, since the fraction of "y cuarto" may also be an ordinal.
            for place in [end, hourWord].compactMap(\.self) {
                guard let (minutes, after) = entry(vocabulary.afterHour ?? [:], place) else { continue }
                readings += halves(hour, (hour + 24) * 60 + minutes, after)
            }
            if let hourWord, let (minute, after) = integer(hourWord, 0...59), !isOrdinal(before: after) {
                readings += halves(hour, hour * 60 + minute, after)
                // "7時30分", "семь часов тридцать минут".
                if isMinuteUnit(after) { readings += halves(hour, hour * 60 + minute, after + 1) }
            }
        }
        return readings
    }

    /// Reads digits and the half of the day in one word: `7pm`, `7.30pm`, `730pm`, and `7:30pm`, whose hour is the word
    /// before.
    private func joinedHalf(_ start: Int) -> Reading? {
        for count in 1...2 {
            guard let last = word(start + count - 1) else { return nil }
            for (set, isAfterNoon) in [(vocabulary.beforeNoon, false), (vocabulary.afterNoon, true)] {
                for suffix in set where last.hasSuffix(suffix) {
                    let digits = last.dropLast(suffix.count)
                    let isCompact = count == 1 && 3...4 ~= digits.utf8.count && Self.digits(digits) != nil
                    let ends = isCompact ? [String(digits.dropLast(2)), String(digits.suffix(2))] : [String(digits)]
                    let text = words[start..<start + count - 1] + ends
                    let parts = text.flatMap { $0.split(separator: ".", omittingEmptySubsequences: false) }
                    let numbers = parts.compactMap(Self.digits)
                    guard numbers.count == parts.count, 1...2 ~= parts.count, 1...12 ~= numbers[0] else { continue }
                    guard parts.count == 1 || parts[1].utf8.count == 2 && numbers[1] < 60 else { continue }
                    let minute = parts.count == 1 ? 0 : numbers[1]
                    return (Self.clock((numbers[0] % 12 + (isAfterNoon ? 12 : 0)) * 60 + minute), start + count)
                }
            }
        }
        return nil
    }

    /// Reads an hour of `count` words, in digits or as a small number.
    private func hour(_ start: Int, _ count: Int) -> Int? {
        guard start + count <= words.count else { return nil }
        let reader = NumberReader(words: Array(words[start..<(start + count)]), vocabulary: numbers)
        guard let (value, taken) = reader.longest(), taken == count, let hour = Int(exactly: value), 0...24 ~= hour,
            !isOrdinal(before: start + count)
        else { return nil }
        return hour
    }

    /// Reads `thirty`, `oh five`, `05`, and the 30 of `7-30`, which is no hour, so that this is no range of hours.
    private func minute(_ start: Int) -> (value: Int, end: Int)? {
        guard let first = word(start) else { return nil }
        if first.hasPrefix("/") {
            return Self.digits(first.dropFirst()).flatMap { 25...59 ~= $0 ? ($0, start + 1) : nil }
        }
        if numbers.extraDigits[first] == 0 || numbers.units[first] == 0, let (minute, end) = integer(start + 1, 1...9),
            end == start + 2
        {
            return (minute, end)
        }
        guard let (minute, end) = integer(start, 0...59), !isOrdinal(before: end) else { return nil }
        // "seven five" is no time, but "7:05" is.
        return minute >= 10 || first.utf8.first == UInt8(ascii: "0") ? (minute, end) : nil
    }

    /// The hours of the night after midnight.
    private static let earlyHours = 1...5
    /// The minutes of half a day.
    private static let halfDay = 720
    /// The first minute of the day that may be at noon: "eleven at noon" is before it.
    private static let firstOfNoon = 600

    /// Returns the time as it is, and the time with the half of the day that follows, if any.
    ///
    /// The half is that of the time, not of the hour that is named: "a quarter to twelve in the evening" is 23:45.
    func halves(_ hour: Int, _ minutes: Int, _ end: Int) -> [Reading] {
        var readings: [Reading] = [(Self.clock(minutes), end)]
        guard 1...12 ~= hour else { return readings }
        let first = minutes % Self.halfDay
        // "Twelve noon".
        if hour == 12, first == 0, let (named, after) = entry(vocabulary.namedTimes, end), named % Self.halfDay == 0 {
            readings.append((Self.clock(named), after))
        }
        if let after = skip(vocabulary.beforeNoon, end) { readings.append((Self.clock(first), after)) }
        if let after = skip(vocabulary.afterNoon, end) {
            let isBeforeNoon = isBeforeNoon(hour, first, word(after - 1) ?? "")
            readings.append((Self.clock(isBeforeNoon ? first : first + Self.halfDay), after))
        }
        return readings
    }

    /// Returns whether a time is before noon although a word for the second half of the day follows it.
    /// - Parameters:
    ///   - hour: The hour that is named.
    ///   - minutes: The minutes after midnight or noon.
    ///   - part: The word.
    private func isBeforeNoon(_ hour: Int, _ minutes: Int, _ part: String) -> Bool {
        // "Nachts" is of the "nacht", and "mittags" of the "mittag".
        func isOf(_ dayPart: String) -> Bool {
            vocabulary.dayParts.contains { $0.value == dayPart && part.hasPrefix($0.key) }
        }
        let isNoon = vocabulary.namedTimes.contains { $0.value == Self.halfDay && part.hasPrefix($0.key) }
        // The afternoon may be the noon, as the "middag" of Dutch, and "half twaalf" is before it.
        if isNoon || hour == 12 && isOf("AF") { return minutes >= Self.firstOfNoon }
        guard isOf("NI") else { return false }
        // "Twelve at night" is midnight, and "three at night" before noon, but "five tonight" after it.
        return minutes < 60 || Self.earlyHours ~= hour && vocabulary.days[part] == nil
    }
}
