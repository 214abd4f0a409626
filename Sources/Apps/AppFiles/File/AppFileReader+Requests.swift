import SaybusConversation
import SaybusMessages
import SaybusPhrases
import Yams

extension AppFileReader {
    /// Maximum finite number of repetitions of a question.
    static let maximumRetries = 100
    /// The keys that only requests of one kind have.
    private static let kindOfKey: [(key: String, kind: RequestKind)] = [
        ("options", .select), ("range", .number), ("patterns", .pattern), ("yes", .confirmation),
        ("no", .confirmation),
    ]

    /// Reads the named requests.
    mutating func requests(_ node: Node, failed: [Action]) {
        guard let entries = entries(node, "requests must be a mapping of names to requests") else { return }
        for (name, keyNode, value) in entries where isName(name, keyNode, "a request's name") {
            map.requests[name] = AppFileMap.Place(keyNode)
            read(value, "request \(name)", name, failed: failed)
        }
    }

    /// Reads a question by name or inline, and returns its name.
    mutating func ask(
        _ node: Node, _ what: String, _ names: AppFileNames?, _ made: Set<String>, failed: [Action]
    ) -> String? {
        let name: String
        if case .mapping = node {
            // This name is unique, since names in a file contain no colon.
            name = "\(node.mark?.line ?? 0):\(node.mark?.column ?? 0):\(requests.count)"
        } else {
            guard let own = self.name(node, what) else { return nil }
            name = own
        }
        var known = names
        known?.always.formUnion(made)
        references.requestUses.append(.init(request: name, node: node, what: what, names: known))
        if case .mapping = node { read(node, what, name, failed: failed) }
        return name
    }

    private mutating func read(_ node: Node, _ what: String, _ name: String, failed: [Action]) {
        guard let fields = fields(node, what, .request) else { return }
        let asked = AppFileNames(always: ActionPlan.contextNames, request: name)
        let prompt = fields["prompt"].flatMap { speech($0, "\(what): prompt", asked, []) }
        // Of a kind that cannot be read only that is told: the other keys say which one is meant.
        let word =
            fields["kind"].flatMap { self.word($0, "\(what): kind") as RequestKind? }
            ?? Self.kindOfKey.first { fields[$0.key] != nil }?.kind ?? .string
        var answered = asked
        let kind = kind(word, fields, node, what, &answered)
        var request = App.Request(name: name, kind: kind ?? .string, prompt: prompt ?? Speech(Template(literal: "")))
        // The request is registered before its follow-up actions are read, since these may contain further
        // requests.
        requests[name] = request
        if let node = fields["as"], let answer = text(node, "\(what): as") {
            if (try? Template("{\(answer)}"))?.names != [answer] || answer == ActionPlan.outputName {
                report(.badValue, node, "\(what): as must be a name of letters, digits and _, found \(NodeKind(node))")
            }
            request.answer = answer
        }
        answered.always.insert(request.answer)
        answered.answers.insert(request.answer)
        request.reprompt = fields["reprompt"].flatMap { template($0, "\(what): reprompt", asked, []) }
        request.invalid = fields["invalid"].flatMap { template($0, "\(what): invalid", asked, []) }
        request.retries = fields["retries"].flatMap { retries($0, "\(what): retries") } ?? (word == .pattern ? .max : 1)
        request.noSpeechTimeout = fields["patience"].flatMap { milliseconds($0, "\(what): patience") }.map {
            .milliseconds($0)
        }
        request.failed = fields["failed"].map { audible($0, "\(what): failed", answered) } ?? failed
        request.yes = fields["yes"].map { actions($0, "\(what): yes", answered, failed: failed) } ?? []
        request.no = fields["no"].map { actions($0, "\(what): no", answered, failed: failed) } ?? []
        request.actions = fields["do"].map { actions($0, "\(what): do", answered, failed: failed) } ?? []
        request.unanswered =
            fields["unanswered"].map { actions($0, "\(what): unanswered", asked, failed: failed) } ?? []
        if let node = fields["unanswered"], request.unanswered.asks {
            report(.badValue, node, "\(what): unanswered cannot ask: the question is over")
        }
        if let node = fields["do"], !request.actions.isEmpty, request.yes.asks || request.no.asks {
            report(.badValue, node, "\(what): \"do\" cannot follow a \"yes\" or \"no\" that asks: put it in the others")
        }
        requests[name] = request
    }

    /// Reads the kind of answer, and adds the values known after it.
    private mutating func kind(
        _ word: RequestKind, _ fields: [String: Node], _ node: Node, _ what: String, _ names: inout AppFileNames
    ) -> App.Request.Kind? {
        for (key, kind) in Self.kindOfKey where kind != word {
            if let stray = fields[key] {
                report(
                    .unknownKey, stray, "\(what): \"\(key)\" belongs to kind: \(kind.rawValue), not \(word.rawValue)")
            }
        }
        switch word {
        case .string: return .string
        case .confirmation: return .confirmation
        case .number: return .number(fields["range"].flatMap { range($0, "\(what): range") })
        case .select:
            guard let options = fields["options"] else {
                report(.missing, node, "\(what) lacks \"options\"")
                return nil
            }
            let values = values(options, "\(what): options") ?? []
            return .select(values.map { SelectOption(label: $0.value, aliases: $0.synonyms ?? []) })
        case .pattern:
            guard let list = fields["patterns"] else {
                report(.missing, node, "\(what) lacks \"patterns\"")
                return nil
            }
            let patterns = (items(list, "\(what): patterns must be a list of texts") ?? []).compactMap {
                pattern($0, "\(what): patterns: each", what)
            }
            let own = self.names(patterns)
            names.always.formUnion(own.always)
            names.sometimes = own.sometimes
            names.answers = Set(patterns.flatMap { $0.parameters.map(\.name) })
            return .pattern(patterns)
        }
    }

    private mutating func retries(_ node: Node, _ what: String) -> Int? {
        if case .text(AppFileShape.foreverWord) = NodeKind(node) { return .max }
        guard case .number = NodeKind(node) else {
            expected("\(what) must be a number of 0 to \(Self.maximumRetries), or \(AppFileShape.foreverWord)", node)
            return nil
        }
        return integer(node, what, in: 0...Double(Self.maximumRetries))
    }

    /// Reads a range of numbers.
    mutating func range(_ node: Node, _ what: String) -> ClosedRange<Double>? {
        let form = "\(what) must be a list [least, greatest]"
        guard let items = items(node, form) else { return nil }
        let numbers = items.compactMap { number($0, what, in: -1e12...1e12) }
        guard items.count == 2 else {
            report(.badValue, node, "\(form), found \(items.count) entries")
            return nil
        }
        guard numbers.count == 2 else { return nil }
        guard numbers[0] <= numbers[1] else {
            report(.badValue, node, "\(form), found the greater one first")
            return nil
        }
        return numbers[0]...numbers[1]
    }
}

extension [Action] {
    /// Whether the list ends with a question.
    var asks: Bool { if case .ask? = last { true } else { false } }
}
