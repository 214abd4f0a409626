extension Template {
    /// Returns the words to speak, with all values filled in.
    ///
    /// A blank value leaves no gap: without a dish, `Your {dish|} timer is set.` is `Your timer is set.`, and
    /// `Good morning, {name|}!` without a name is `Good morning!`
    /// - Throws: ``TemplateError/Code/missingValue``.
    func spoken(_ values: [String: String]) throws(TemplateError) -> String {
        var text = ""
        var followsGap = false
        for piece in pieces {
            let part = try Template(piece: piece).render(values)
            if case .value = piece, part.allSatisfy(\.isWhitespace) {
                followsGap = true
                continue
            }
            text = followsGap ? Self.closingGap(between: text, and: part) : text + part
            followsGap = false
        }
        return followsGap ? Self.trimmed(text, of: "") : text
    }

    /// Returns two texts together, with one blank between them at most, and without marks that end nothing.
    private static func closingGap(between text: String, and part: String) -> String {
        let hasSpace = text.last?.isWhitespace ?? true
        let rest = hasSpace ? part.drop(while: \.isWhitespace) : part[...]
        guard let first = rest.first, ",.;:!?".contains(first) else { return text + rest }
        return trimmed(text, of: ",;:") + rest
    }

    /// Returns a text without white space, and without some other marks, at its end.
    private static func trimmed(_ text: String, of marks: String) -> String {
        var text = text[...]
        while let last = text.last, last.isWhitespace || marks.contains(last) { text.removeLast() }
        return String(text)
    }
}
