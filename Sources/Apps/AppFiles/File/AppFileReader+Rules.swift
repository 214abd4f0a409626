import SaybusPhrases
import SaybusSupport
import Yams

extension AppFileReader {
    /// Reads the rules. A rule may use those before and after it, but not itself.
    mutating func readRules(_ node: Node) {
        for (name, keyNode, value) in entries(node, "rules must be a mapping of names to texts") ?? [] {
            guard name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_-]*/) != nil else {
                report(
                    .badValue, keyNode,
                    "a rule's name must be of letters, digits, - and _, found \"\(LogLine.clean(name, limit: 40))\"")
                continue
            }
            rules[name] = text(value, "rule \(name)")
        }
        for (_, keyNode, value) in entries(node, "rules") ?? [] {
            guard case .text(let text) = NodeKind(value) else { continue }
            let name = keyNode.scalar?.string ?? ""
            do throws(PhraseError) { _ = try PhraseTemplate(expanded(text)) } catch {
                report(.pattern, value, "rule \(name): \(error)")
            }
        }
    }

    /// Returns a pattern with the texts of rules in place of their names.
    func expanded(_ pattern: String) throws(PhraseError) -> String { try expanded(pattern, within: []) }

    private func expanded(_ pattern: String, within: [String]) throws(PhraseError) -> String {
        var text = ""
        var rest = pattern[...]
        var column = 1
        while let character = rest.popFirst() {
            if character == "\\", let next = rest.popFirst() {
                text += [character, next]
                column += 2
                continue
            }
            guard character == "<", let end = rest.firstIndex(of: ">") else {
                text.append(character)
                column += 1
                continue
            }
            let name = rest[..<end].filter { !$0.isWhitespace }
            guard let rule = rules[name] else {
                let nearest = NearestName.of(name, among: rules.keys.sorted()).map { "; did you mean <\($0)>?" }
                throw PhraseError(
                    .unknownRule, column: column, "no rule is called \(name)\(nearest ?? "; write it under \"rules\"")")
            }
            guard !within.contains(name) else {
                throw PhraseError(.recursion, column: column, "the rule \(name) uses itself")
            }
            text += "(" + (try expanded(rule, within: within + [name])) + ")"
            guard text.count <= PhraseTemplate.maximumLength else { return text }
            column += rest.distance(from: rest.startIndex, to: end) + 2
            rest = rest[rest.index(after: end)...]
        }
        return text
    }

    /// Reads the words without meaning.
    mutating func skipWords(_ node: Node) -> [String] {
        (items(node, "skip-words must be a list of texts") ?? []).compactMap { text($0, "skip-words: each") }
    }
}
