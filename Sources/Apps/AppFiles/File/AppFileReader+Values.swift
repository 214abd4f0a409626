import SaybusPhrases
import SaybusSupport
import Yams

extension AppFileReader {
    /// Reads the fields of a mapping by key; nil for other nodes. Reports unknown and missing keys.
    ///
    /// A misspelt key has the value of the key that was meant, so that one mistake is one problem.
    mutating func fields(_ node: Node, _ what: String, _ shape: AppFileShape) -> [String: Node]? {
        let keys = shape.keys.map(\.name)
        guard let entries = entries(node, "\(what) must be a mapping (key: value)") else { return nil }
        var fields: [String: Node] = [:]
        var misspelt: [String: Node] = [:]
        for (key, keyNode, value) in entries {
            if keys.contains(key) {
                fields[key] = value
            } else {
                let meant = NearestName.of(key, among: keys)
                if let meant { misspelt[meant] = value }
                let hint = meant.map { "; did you mean \"\($0)\"?" }
                let clean = LogLine.clean(key, limit: 40)
                report(
                    .unknownKey, keyNode,
                    "\(what) has no \"\(clean)\"" + (hint ?? "; it may have \(Self.list(keys))"))
            }
        }
        fields.merge(misspelt) { own, _ in own }
        for key in shape.keys where key.isRequired && fields[key.name] == nil {
            report(.missing, node, "\(what) lacks \"\(key.name)\"")
        }
        return fields
    }

    /// Reads the entries of a mapping in the file's order; nil for other nodes.
    mutating func entries(_ node: Node, _ what: String) -> [(key: String, keyNode: Node, value: Node)]? {
        guard case .mapping(let mapping) = node else {
            expected(what, node)
            return nil
        }
        var entries: [(key: String, keyNode: Node, value: Node)] = []
        for (key, value) in mapping {
            guard count() else { return nil }
            guard case .scalar(let scalar) = key else {
                expected("a key must be a text", key)
                continue
            }
            entries.append((scalar.string, key, value))
        }
        return entries
    }

    /// Reads the items of a list; nil for an empty list or another node.
    mutating func items(_ node: Node, _ what: String) -> [Node]? {
        guard case .sequence(let sequence) = node else {
            expected(what, node)
            return nil
        }
        if sequence.isEmpty {
            report(.badValue, node, "\(what), found an empty one")
            return nil
        }
        for _ in sequence {
            guard count() else { return nil }
        }
        return Array(sequence)
    }

    /// Reads a non-empty text.
    mutating func text(_ node: Node, _ what: String) -> String? {
        switch NodeKind(node) {
        case .text(let text):
            if text.allSatisfy(\.isWhitespace) {
                report(.badValue, node, "\(what) must not be empty")
                return nil
            }
            if text.unicodeScalars.contains("\0") {
                report(.badValue, node, "\(what) must not hold a NUL character")
                return nil
            }
            return text
        case .number:
            expected("\(what) must be a text", node, hint: "; put it in quotes")
        default:
            expected("\(what) must be a text", node)
        }
        return nil
    }

    /// Reads `true` or `false`.
    mutating func boolean(_ node: Node, _ what: String) -> Bool {
        switch NodeKind(node) {
        case .text("true"): return true
        case .text("false"): return false
        default:
            expected("\(what) must be true or false", node)
            return false
        }
    }

    /// Reads one of several words.
    mutating func word<Word: RawRepresentable & CaseIterable>(_ node: Node, _ what: String) -> Word?
    where Word.RawValue == String {
        guard let text = text(node, what) else { return nil }
        if let word = Word(rawValue: text) { return word }
        let words = Word.allCases.map(\.rawValue)
        let nearest = NearestName.of(text, among: words).map { "; did you mean \"\($0)\"?" } ?? ""
        report(.badValue, node, "\(what) must be one of \(Self.list(words)), found \(NodeKind(node))\(nearest)")
        return nil
    }

    /// Reads a name of letters, digits, `.`, `_` and `-`.
    mutating func name(_ node: Node, _ what: String) -> String? {
        guard let name = text(node, what) else { return nil }
        guard Self.isName(name) else {
            report(
                .badValue, node,
                "\(what) must be of 1 to 64 letters a to z, digits, full stops, _ and -, found \(NodeKind(node))")
            return nil
        }
        return name
    }

    /// Returns whether a key is a valid name, and reports it if not.
    mutating func isName(_ text: String, _ keyNode: Node, _ what: String) -> Bool {
        if Self.isName(text) { return true }
        report(
            .badValue, keyNode,
            "\(what) must be of 1 to 64 letters a to z, digits, full stops, _ and -, found "
                + "\"\(LogLine.clean(text, limit: 40))\"")
        return false
    }

    static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy {
                $0.isASCII
                    && ($0.properties.isAlphabetic || $0.properties.numericType != nil
                        || "._-".unicodeScalars.contains($0))
            }
    }

    /// Reads a number in a range.
    mutating func number(_ node: Node, _ what: String, in range: ClosedRange<Double>) -> Double? {
        let bounds = "\(SpokenNumber.text(range.lowerBound)) to \(SpokenNumber.text(range.upperBound))"
        guard case .number(let number, _) = NodeKind(node) else {
            expected("\(what) must be a number of \(bounds)", node)
            return nil
        }
        guard range.contains(number) else {
            report(.badValue, node, "\(what) must be a number of \(bounds), found \(NodeKind(node))")
            return nil
        }
        return number
    }

    /// Reads a whole number in a range.
    mutating func integer(_ node: Node, _ what: String, in range: ClosedRange<Double>) -> Int? {
        guard let number = number(node, what, in: range) else { return nil }
        guard let whole = Int(exactly: number) else {
            report(.badValue, node, "\(what) must be a whole number, found \(NodeKind(node))")
            return nil
        }
        return whole
    }

    /// Reads a duration in milliseconds, such as `120ms`, `1.5s`, `2min` or `120`; at least one, at most ten
    /// minutes.
    mutating func milliseconds(_ node: Node, _ what: String) -> Int? {
        let milliseconds: Double? =
            switch NodeKind(node) {
            case .number(let number, _): number
            case .text(let text): Self.milliseconds(text)
            default: nil
            }
        guard let milliseconds else {
            expected("\(what) must be a time such as 120ms or 1.5s", node)
            return nil
        }
        guard (1...600_000).contains(milliseconds) else {
            report(.badValue, node, "\(what) must be 1ms to 600s, found \(NodeKind(node))")
            return nil
        }
        return Int(milliseconds.rounded())
    }

    static func milliseconds(_ text: String) -> Double? {
        for (unit, factor) in [("ms", 1.0), ("s", 1000.0), ("min", 60_000.0)] where text.hasSuffix(unit) {
            var digits = text.dropLast(unit.count)
            if digits.last == " " { digits.removeLast() }
            if let number = NodeKind.number(String(digits)) { return number * factor }
        }
        return nil
    }

    static func list(_ words: [String]) -> String { words.map { "\"\($0)\"" }.joined(separator: ", ") }
}
