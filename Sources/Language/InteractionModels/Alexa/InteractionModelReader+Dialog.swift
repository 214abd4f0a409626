extension InteractionModelReader {
    mutating func dialog(_ node: JSONNode) -> InteractionModel.Dialog {
        InteractionModel.Dialog(
            delegationStrategy: node["delegationStrategy"]?.string,
            intents: (node["intents"]?.array ?? []).compactMap { intent in
                guard let name = intent["name"]?.string else {
                    report(.shape, intent, "an intent of the dialog has no name: it is left out")
                    return nil
                }
                return InteractionModel.DialogIntent(
                    name: name, delegationStrategy: intent["delegationStrategy"]?.string,
                    confirmationRequired: flag("confirmationRequired", in: intent, "\(name)'s dialog"),
                    prompts: Self.texts(intent["prompts"]),
                    slots: (intent["slots"]?.array ?? []).compactMap { slot($0, of: name) })
            })
    }

    private mutating func slot(_ node: JSONNode, of intent: String) -> InteractionModel.DialogSlot? {
        guard let name = node["name"]?.string else {
            report(.shape, node, "a slot of \(intent)'s dialog has no name: it is left out")
            return nil
        }
        return InteractionModel.DialogSlot(
            name: name, type: node["type"]?.string ?? "",
            elicitationRequired: flag("elicitationRequired", in: node, "\(intent)'s slot \(name)"),
            confirmationRequired: flag("confirmationRequired", in: node, "\(intent)'s slot \(name)"),
            prompts: Self.texts(node["prompts"]),
            validations: (node["validations"]?.array ?? []).compactMap { validation in
                guard let type = validation["type"]?.string else {
                    report(.shape, validation, "a validation of \(intent)'s slot \(name) has no type: it is left out")
                    return nil
                }
                var operands: [String: [String]] = [:]
                for key in ["values", "value", "start", "end"] {
                    guard let operand = validation[key] else { continue }
                    // Amazon's console writes "" for an open end of a span.
                    let texts = (operand.array ?? [operand]).compactMap(\.text).filter { !$0.isEmpty }
                    if !texts.isEmpty { operands[key] = texts }
                }
                return InteractionModel.Validation(
                    type: type, prompt: validation["prompt"]?.string, operands: operands)
            })
    }

    mutating func prompts(_ node: JSONNode?) -> [String: [InteractionModel.Prompt]] {
        var prompts: [String: [InteractionModel.Prompt]] = [:]
        for prompt in node?.array ?? [] {
            guard let id = prompt["id"]?.string else {
                report(.shape, prompt, "a prompt has no id: it is left out")
                continue
            }
            prompts[id, default: []] += (prompt["variations"]?.array ?? []).compactMap { variation in
                variation["value"]?.text.map {
                    InteractionModel.Prompt(type: variation["type"]?.string ?? "PlainText", value: $0)
                }
            }
        }
        return prompts
    }

    private static func texts(_ node: JSONNode?) -> [String: String] {
        (node?.object ?? [:]).compactMapValues(\.string)
    }
}
