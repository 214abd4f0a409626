import Messages
import Yams

extension AppFileReader {
    private static let actionKeys = ["speak", "tone", "silence", "exec", "log"]

    /// A list of actions; `names` is nil when the patterns could not be read.
    mutating func actions(_ node: Node, _ what: String, _ names: Names?) -> [Action] {
        var hasOutput = false
        return items(node, "\(what) must be a list of actions")?.compactMap { item in
            let action = action(item, what, names, hasOutput: hasOutput)
            if case .exec = action { hasOutput = true }
            return action
        } ?? []
    }

    /// A list of actions that are heard.
    mutating func audible(_ node: Node, _ what: String, _ names: Names?) -> [Action] {
        items(node, "\(what) must be a list of speak, tone and silence")?.compactMap { item in
            let action = action(item, what, names, hasOutput: false)
            if let action, !action.isAudible {
                note(.badValue, item, "\(what) may only speak, sound a tone or be silent")
            }
            return action
        } ?? []
    }

    /// A list of actions that are heard and have no parameters.
    mutating func audible(_ node: Node, _ what: String, names: Set<String>) -> [Action] {
        audible(node, what, Names(command: "", always: names, sometimes: [:]))
    }

    private mutating func action(_ node: Node, _ list: String, _ names: Names?, hasOutput: Bool) -> Action? {
        guard case .mapping(let mapping) = node else {
            expected("\(list): an action must be \"speak: …\", \"exec: […]\" and the like", node)
            return nil
        }
        guard mapping.count == 1 else {
            note(
                .wrongKind, node,
                "\(list): an action must have one key, found \(mapping.count); begin each action with \"- \"")
            return nil
        }
        guard let fields = fields(node, "\(list): an action", Self.actionKeys), let (key, value) = fields.first else {
            return nil
        }
        let what = "\(list): \(key)"
        switch key {
        case "speak": return speech(value, what, names, hasOutput).map(Action.speak)
        case "tone": return tone(value, what).map(Action.tone)
        case "silence": return milliseconds(value, what).map(Action.silence)
        case "exec": return exec(value, what, names, hasOutput).map(Action.exec)
        default: return template(value, what, names, hasOutput).map(Action.log)
        }
    }

    private mutating func speech(_ node: Node, _ what: String, _ names: Names?, _ hasOutput: Bool) -> Speech? {
        guard case .mapping = node else { return template(node, what, names, hasOutput).map { Speech($0) } }
        let keys = ["text", "voice", "rate", "pitch", "volume"]
        guard let fields = fields(node, what, keys, required: ["text"]),
            let text = fields["text"].flatMap({ template($0, what, names, hasOutput) })
        else { return nil }
        return Speech(
            text, voice: fields["voice"].flatMap { self.text($0, "\(what): voice") },
            rate: fields["rate"].flatMap { integer($0, "\(what): rate", in: 50...500) },
            pitch: fields["pitch"].flatMap { integer($0, "\(what): pitch", in: 0...100) },
            volume: fields["volume"].flatMap { number($0, "\(what): volume", in: 0...1) })
    }

    private mutating func tone(_ node: Node, _ what: String) -> AudioEvent.Tone? {
        let keys = ["frequency", "duration", "volume"]
        guard let fields = fields(node, what, keys, required: ["frequency", "duration"]) else { return nil }
        let frequency = fields["frequency"].flatMap { number($0, "\(what): frequency", in: 20...20_000) }
        let duration = fields["duration"].flatMap { milliseconds($0, "\(what): duration") }
        let volume = fields["volume"].flatMap { number($0, "\(what): volume", in: 0...1) }
        guard let frequency, let duration else { return nil }
        return AudioEvent.Tone(frequency: frequency, durationMs: duration, volume: volume)
    }

    /// A text with `{names}`. A number is taken as it is written when `allowsNumbers`.
    mutating func template(
        _ node: Node, _ what: String, _ names: Names?, _ hasOutput: Bool, allowsNumbers: Bool = false
    ) -> Template? {
        if allowsNumbers, case .number(_, let text) = NodeKind(node) { return Template(literal: text) }
        guard let text = text(node, what) else { return nil }
        do throws(TemplateError) {
            let template = try Template(text)
            for name in template.names { check(name, node, what, names, hasOutput) }
            return template
        } catch {
            note(.template, node, "\(what): \(error)")
            return nil
        }
    }

    private mutating func check(_ name: String, _ node: Node, _ what: String, _ names: Names?, _ hasOutput: Bool) {
        if name == ActionPlan.outputName {
            if !hasOutput { note(.template, node, "\(what): {output} needs an exec before it in the same list") }
            return
        }
        guard let names, !names.always.contains(name) else { return }
        if let pattern = names.sometimes[name] {
            note(
                .template, node,
                "\(what): {\(name)} must be in every pattern, but \"\(LogLine.clean(pattern, limit: 80))\" lacks @\(name)"
            )
        } else {
            let nearest = NearestName.of(name, among: names.always.sorted())
            note(
                .template, node,
                "\(what): no pattern has @\(name)"
                    + (nearest.map { "; did you mean {\($0)}?" } ?? "; write {{ for a brace"))
        }
    }
}
