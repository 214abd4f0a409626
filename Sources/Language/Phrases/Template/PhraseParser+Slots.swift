extension PhraseParser {
    /// Reads `@name` or `@name:Type`.
    mutating func parameter() throws(PhraseError) -> PhraseSlot {
        let start = position
        position += 1
        let name = identifier(allowsDots: false)
        guard !name.isEmpty else {
            throw PhraseError(
                .missingName, column: start + 1, "a parameter's name must follow the @, as in @name or @count:Number")
        }
        guard position < characters.count, characters[position] == ":" else {
            return PhraseSlot(name: name, type: PhraseTemplate.textType)
        }
        position += 1
        let type = identifier(allowsDots: true)
        guard !type.isEmpty else {
            throw PhraseError(
                .badType, column: position + 1,
                "the name of a type must follow @\(name):, as in @\(name):Number; leave the colon out for any words")
        }
        if position + 1 < characters.count, characters[position] == ":", Self.isLetter(characters[position + 1]) {
            throw PhraseError(
                .badType, column: position + 1,
                "a parameter has one type, and @\(name):\(type) has it already: write a blank before words that follow")
        }
        return PhraseSlot(name: name, type: type)
    }

    /// Reads `{name}`, `{list:name}`, `{list:@name}`, `{1..10:name}`, `{1..10,2:name}`, or the `{example
    /// words|name}` of the first Alexa models.
    mutating func bracedSlot() throws(PhraseError) -> PhraseSlot {
        let start = position
        var content = try bracketed("}")
        if let bar = content.lastIndex(of: "|") { content = content[content.index(after: bar)...] }
        let parts = content.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(Self.trim)
        let isHidden = parts.count == 2 && parts[1].hasPrefix("@")
        let last = isHidden ? parts[1].dropFirst() : parts[parts.count - 1]
        if let range = try range(parts[0], column: start + 2) {
            // `{1..10}` alone has no name, so it is matched without a parameter.
            guard parts.count == 2 else { return PhraseSlot(name: "", type: nil, range: range, isHidden: true) }
            guard Self.isName(last) else { throw missingName(in: "{\(content)}", start) }
            return PhraseSlot(name: String(last), type: nil, range: range, isHidden: isHidden)
        }
        guard Self.isName(parts[0]), Self.isName(last) else { throw missingName(in: "{\(content)}", start) }
        guard parts.count == 2 else { return PhraseSlot(name: String(last), type: nil) }
        return PhraseSlot(name: String(last), type: String(parts[0]), isHidden: isHidden)
    }

    /// Reads `<name>`.
    mutating func ruleName() throws(PhraseError) -> String {
        let start = position
        let name = Self.trim(try bracketed(">"))
        guard !name.isEmpty else {
            throw PhraseError(.missingName, column: start + 1, "a rule's name must stand between < and >")
        }
        return String(name)
    }

    private func missingName(in slot: String, _ start: Int) -> PhraseError {
        PhraseError(
            .missingName, column: start + 1,
            "\(slot) has no name of letters, digits and _: write {name} or {list:name}")
    }

    /// Reads the text between the bracket at the position and its end, and both brackets.
    private mutating func bracketed(_ closing: Character) throws(PhraseError) -> Substring {
        let start = position
        guard let end = characters[start...].firstIndex(of: closing) else {
            throw PhraseError(
                .unbalanced, column: start + 1,
                "the \(characters[start]) is never closed: write \(closing) after the name, or \\\(characters[start]) for the character"
            )
        }
        position = end + 1
        return Substring(String(characters[(start + 1)..<end]))
    }

    private func range(_ text: Substring, column: Int) throws(PhraseError) -> NumberRange? {
        guard let dots = Self.dots(in: text) else { return nil }
        let tail = text[dots.upperBound...].split(separator: ",", omittingEmptySubsequences: false).map(Self.trim)
        guard 1...2 ~= tail.count, let first = Int(Self.trim(text[..<dots.lowerBound])), let last = Int(tail[0]),
            let step = tail.count == 2 ? Int(tail[1]) : 1,
            let range = NumberRange(Double(first), Double(last), step: Double(step))
        else {
            throw PhraseError(
                .badRange, column: column,
                "{\(text)} is no range of whole numbers: write {1..10:name} or {0..100,5:name}")
        }
        return range
    }

    private static func dots(in text: Substring) -> Range<Substring.Index>? {
        var index = text.startIndex
        while let dot = text[index...].firstIndex(of: ".") {
            let next = text.index(after: dot)
            guard next < text.endIndex else { return nil }
            if text[next] == "." { return dot..<text.index(after: next) }
            index = next
        }
        return nil
    }

    private static func trim(_ text: Substring) -> Substring {
        guard let first = text.firstIndex(where: { !$0.isWhitespace }),
            let last = text.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return text[first...last]
    }

    /// Reads a name of letters, digits and `_` that does not begin with a digit. With `allowsDots`, a full
    /// stop may join two such names.
    private mutating func identifier(allowsDots: Bool) -> String {
        let start = position
        guard position < characters.count, Self.isLetter(characters[position]) else { return "" }
        while position < characters.count {
            if Self.isLetter(characters[position]) || characters[position].isNumber {
                position += 1
            } else if allowsDots, characters[position] == ".", position + 1 < characters.count,
                Self.isLetter(characters[position + 1])
            {
                position += 1
            } else {
                break
            }
        }
        return String(characters[start..<position])
    }

    /// Returns whether a text is a name in braces, which may have full stops (Alexa) and hyphens (Home Assistant).
    private static func isName(_ text: Substring) -> Bool {
        guard let first = text.first, isLetter(first) else { return false }
        return text.allSatisfy { isLetter($0) || $0.isNumber || $0 == "." || $0 == "-" }
    }

    private static func isLetter(_ character: Character) -> Bool { character.isLetter || character == "_" }
}
