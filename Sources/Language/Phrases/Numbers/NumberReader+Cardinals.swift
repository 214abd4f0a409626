/// Cardinals: groups below 1000, each with its scale.
extension NumberReader {
    /// Reads groups below 1000 with descending scales: `two million three hundred and one thousand and five`.
    func cardinal(_ start: Int) -> Reading? {
        var total = 0.0
        var position = start
        var ceiling = Double.infinity
        while let next = group(position != start && words.isConjunction(at: position) ? position + 1 : position, start)
        {
            var (group, end) = next
            let hasParts = position == start ? decimals(group, end) ?? andFraction(group, end) : nil
            if let hasParts { (group, end) = hasParts }
            if let scale = words.scale(at: end), scale < ceiling {
                total += group * scale
                ceiling = scale
                position = end + 1
            } else if hasParts != nil {
                return (group, end)
            } else if group < ceiling {
                total += group
                return decimals(total, end) ?? (total, end)
            } else {
                break
            }
        }
        return position == start ? decimals(0, start) : decimals(total, position) ?? (total, position)
    }

    /// Reads a whole number before a scale, or the last group. Only the first group may be an article, or
    /// have decimals when written in digits.
    func group(_ position: Int, _ start: Int) -> Reading? {
        // In "zweitausendeinhundert" the article is not the first word.
        if position == start || words.vocabulary.joinsWords == true, words.isArticle(at: position),
            position == start || words.isHundred(at: position + 1)
        {
            // "a" means 1 only before "hundred", "thousand", …
            if words.isHundred(at: position + 1) { return hundreds(1, position + 1) }
            if words.scale(at: position + 1) != nil { return (1, position + 1) }
            // "Un" is both the article and the number.
            guard words.unit(at: position) != nil else { return nil }
        }
        if let first = words[position], words.vocabulary.standingAlone?.contains(first) == true {
            if words.isHundred(at: position) { return hundreds(1, position) }
            if position == start { return (1, position) }
        }
        if let hundreds = words[position].flatMap({ words.vocabulary.severalHundreds?[$0] }) {
            return self.hundreds(Double(hundreds) / 100, position)
        }
        guard let (value, end) = small(position) ?? words.written(position) else { return nil }
        if 1...99 ~= value, value.rounded() == value, words.isHundred(at: end) { return hundreds(value, end) }
        return position == start || (value >= 1 && value.rounded() == value) ? (value, end) : nil
    }

    /// Reads `hundred`, and a number below 100 after it.
    private func hundreds(_ count: Double, _ start: Int) -> Reading {
        let end = start + 1
        let below = words.isConjunction(at: end) ? end + 1 : end
        if let (value, after) = small(below) ?? words.written(below), 1...99 ~= value, value.rounded() == value {
            return (count * 100 + value, after)
        }
        return (count * 100, end)
    }

    /// Reads 0…99 in words.
    func small(_ start: Int) -> Reading? {
        guard let first = words[start] else { return nil }
        if let (value, count) = words.vocabulary.compound(of: words.suffix(from: start)) {
            return (Double(value), start + count)
        }
        guard let ten = words.vocabulary.tens[first] else {
            return words.unit(at: start).map { (Double($0), start + 1) }
        }
        let isJoined = words[start + 1].map { words.vocabulary.tensConjunctions?.contains($0) == true } ?? false
        let next = isJoined ? start + 2 : start + 1
        if let unit = words.unit(at: next), 1...9 ~= unit { return (Double(ten + unit), next + 1) }
        return (Double(ten), start + 1)
    }
}
