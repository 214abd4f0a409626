import SaybusMessages
import SaybusSound
import SaybusSupport
import Yams

extension AppFileReader {
    /// Reads a list of actions. `names` is nil when the patterns could not be read; the names of values are then
    /// not checked.
    mutating func actions(_ node: Node, _ what: String, _ names: AppFileNames?, failed: [Action]) -> [Action] {
        var made: Set<String> = []
        guard let items = items(node, "\(what) must be a list of actions") else { return [] }
        var actions: [Action] = []
        for (index, item) in items.enumerated() {
            guard let action = action(item, what, names, &made, failed: failed) else { continue }
            actions.append(action)
            if case .ask = action, index + 1 < items.count {
                report(
                    .badValue, items[index + 1],
                    "\(what): nothing may follow \"ask\": put it under \"do\" of what is asked")
            }
        }
        return actions
    }

    /// Reads a list of audible actions.
    mutating func audible(_ node: Node, _ what: String, _ names: AppFileNames?) -> [Action] {
        var made: Set<String> = []
        return items(node, "\(what) must be a list of speak, tone and silence")?.compactMap { item in
            guard case .mapping(let mapping) = item, case .scalar(let key)? = mapping.first?.key,
                AppFileShape.action.keys.contains(where: { $0.name == key.string }),
                !["speak", "tone", "silence"].contains(key.string)
            else { return action(item, what, names, &made, failed: []) }
            report(.badValue, item, "\(what) may only speak, sound a tone or be silent")
            return nil
        } ?? []
    }

    /// Reads a list of audible actions without parameters.
    mutating func audible(_ node: Node, _ what: String, names: Set<String>) -> [Action] {
        audible(node, what, AppFileNames(always: names))
    }

    private mutating func action(
        _ node: Node, _ list: String, _ names: AppFileNames?, _ made: inout Set<String>, failed: [Action]
    ) -> Action? {
        guard case .mapping(let mapping) = node else {
            expected("\(list): an action must be \"speak: …\", \"exec: […]\" and the like", node)
            return nil
        }
        guard mapping.count == 1 else {
            report(
                .wrongKind, node,
                "\(list): an action must have one key, found \(mapping.count); begin each action with \"- \"")
            return nil
        }
        guard let fields = fields(node, "\(list): an action", .action), let (key, value) = fields.first else {
            return nil
        }
        let what = "\(list): \(key)"
        switch key {
        case "speak": return speech(value, what, names, made).map(Action.speak)
        case "tone": return tone(value, what)
        case "silence": return milliseconds(value, what).map(Action.silence)
        case "exec":
            defer { made.insert(ActionPlan.outputName) }
            return exec(value, what, names, made).map(Action.exec)
        case "http":
            let call = http(value, what, names, made)
            made.formUnion(call.map { $0.outputs.isEmpty ? [ActionPlan.outputName] : Array($0.outputs.keys) } ?? [])
            return call.map(Action.http)
        case "publish": return publication(value, what, names, made).map(Action.publish)
        case "mqtt": return mqtt(value, what, names, made).map(Action.publish)
        case "log": return template(value, what, names, made).map(Action.log)
        case "enter": return topicName(value, what).map(Action.enter)
        case "leave":
            guard let name = name(value, what) else { return nil }
            return name == AppFileShape.allWord ? .leave(nil) : topicName(value, what).map { .leave($0) }
        case "tell": return (word(value, what) as Action.Guidance?).map(Action.tell)
        case "after", "at", "every":
            let schedule = schedule(key, value, what, names, made, failed: failed)
            if schedule?.hasTimeOfDay == true { made.insert(ActionPlan.outputName) }
            return schedule.map(Action.schedule)
        case "cancel", "remaining", "list":
            defer { made.formUnion([ActionPlan.outputName, ActionPlan.countName]) }
            switch key {
            case "cancel": return cancel(value, what, names, made)
            case "remaining": return remaining(value, what, names, made)
            default: return self.list(value, what, names, made).map(Action.list)
            }
        default: return ask(value, what, names, made, failed: failed).map(Action.ask)
        }
    }

    private mutating func topicName(_ node: Node, _ what: String) -> String? {
        guard let name = name(node, what) else { return nil }
        references.topics.append((name, node, what))
        return name
    }

    /// Reads a text to speak with its voice settings.
    mutating func speech(_ node: Node, _ what: String, _ names: AppFileNames?, _ made: Set<String>) -> Speech? {
        guard case .mapping = node else { return template(node, what, names, made).map { Speech($0) } }
        guard let fields = fields(node, what, .speech),
            let text = fields["text"].flatMap({ template($0, what, names, made) })
        else { return nil }
        return Speech(
            text, voice: fields["voice"].flatMap { self.text($0, "\(what): voice") },
            rate: fields["rate"].flatMap { integer($0, "\(what): rate", in: 50...500) },
            pitch: fields["pitch"].flatMap { integer($0, "\(what): pitch", in: 0...100) },
            volume: fields["volume"].flatMap { number($0, "\(what): volume", in: 0...1) })
    }

    private mutating func tone(_ node: Node, _ what: String) -> Action? {
        guard let fields = fields(node, what, .tone) else { return nil }
        let volume = fields["volume"].flatMap { number($0, "\(what): volume", in: 0...1) }
        if let file = fields["file"] {
            for key in ["frequency", "duration"] {
                guard let other = fields[key] else { continue }
                report(.badValue, other, "\(what): a sound file has no \"\(key)\": it is as high and as long as it is")
            }
            return soundFile(file, "\(what): file").map { .file(AudioEvent.File($0, volume: volume)) }
        }
        guard let high = fields["frequency"] else {
            report(.missing, node, "\(what) lacks \"frequency\", or \"file\" for a sound file")
            return nil
        }
        let frequency = number(high, "\(what): frequency", in: 20...20_000)
        guard let long = fields["duration"] else {
            report(.missing, node, "\(what) lacks \"duration\"")
            return nil
        }
        guard let duration = milliseconds(long, "\(what): duration"), let frequency else { return nil }
        return .tone(AudioEvent.Tone(frequency: frequency, durationMs: duration, volume: volume))
    }

    /// Reads the path of a sound file in the app's folder. Without a folder the file's existence is not
    /// checked.
    private mutating func soundFile(_ node: Node, _ what: String) -> String? {
        guard let name = text(node, what) else { return nil }
        let must = "\(what) must be a sound file in the folder of this file, found \(NodeKind(node))"
        guard !name.contains("://") else {
            report(.badValue, node, "\(must): an address is played by publish, as an event of an audio.sequence")
            return nil
        }
        guard let folder else { return name }
        do throws(SoundError) {
            _ = try SoundFileReader(path: SoundFolder(folder).path(of: name))
            return name
        } catch {
            report(.badValue, node, "\(must): \(error.sentence)")
            return nil
        }
    }

    /// Reads a text with placeholders. `made` are the values that earlier actions of the list set. With
    /// `allowsNumbers` a number is accepted as text.
    mutating func template(
        _ node: Node, _ what: String, _ names: AppFileNames?, _ made: Set<String>, allowsNumbers: Bool = false,
        allowsSecrets: Bool = false
    ) -> Template? {
        if allowsNumbers, case .number(_, let text) = NodeKind(node) { return Template(literal: text) }
        guard let text = text(node, what) else { return nil }
        do throws(TemplateError) {
            let template = try Template(text)
            check(template, node, what, names, made)
            checkSecrets(template.secretNames, node, what, isAllowed: allowsSecrets)
            return template
        } catch {
            report(.template, node, "\(what): \(error)")
            return nil
        }
    }

    private mutating func check(
        _ template: Template, _ node: Node, _ what: String, _ names: AppFileNames?, _ made: Set<String>
    ) {
        guard let names else { return }
        let optional = Set(template.names).subtracting(template.requiredNames).filter {
            names.sometimes[Template.baseName($0)] == nil
        }
        if names.request != nil {
            references.valueUses.append(
                .init(
                    names: template.requiredNames, optional: optional.sorted(), node: node, what: what, known: names,
                    made: made))
        } else {
            for name in template.requiredNames + optional.sorted() { check(name, node, what, names, made) }
        }
    }

    /// Refuses a form that a value never has: only a command's own words tell how they were heard.
    private mutating func checkForm(
        _ form: String, of name: String, _ node: Node, _ what: String, _ names: AppFileNames, _ made: Set<String>
    ) {
        guard form != name else { return }
        let isAnswer = names.answers.contains(name) && [".words", ".confidence"].contains(where: form.hasSuffix)
        guard made.contains(name) || isAnswer else { return }
        let giver = made.contains(name) ? "a result" : "an answer"
        report(.template, node, "\(what): there is no {\(form)}, since \(giver) has no such form; write {\(name)}")
    }

    /// Checks that a value's name is known in its place.
    mutating func check(_ form: String, _ node: Node, _ what: String, _ names: AppFileNames, _ made: Set<String>) {
        let name = Template.baseName(form)
        guard !made.contains(name), !names.always.contains(name) else {
            return checkForm(form, of: name, node, what, names, made)
        }
        if name == ActionPlan.outputName {
            report(.template, node, "\(what): {output} needs an exec before it in the same list")
        } else if let pattern = names.sometimes[name] {
            // The name of a timer is in no pattern.
            let reason =
                pattern.isEmpty
                ? "not everything has a {\(name)}"
                : "{\(name)} must be in every pattern, but \"\(LogLine.clean(pattern, limit: 80))\" lacks @\(name)"
            report(.template, node, "\(what): \(reason); write {\(name)|…} with what stands for it then")
        } else {
            let nearest = NearestName.of(name, among: names.always.union(names.sometimes.keys).union(made).sorted())
            report(
                .template, node,
                "\(what): no pattern has @\(name)"
                    + (nearest.map { "; did you mean {\($0)}?" } ?? "; write {{ for a brace"))
        }
    }
}
