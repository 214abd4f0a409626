import SaybusMessages
import SaybusPhrases

/// The meaning of the slots of one app.
///
/// This is the only place that decides the type of `{name}`: the type that the command declares for the name, else the
/// list or type with that name, else the built-in type with that name.
struct SlotDeclarations {
    /// A type that the app defines.
    struct Definition {
        var kind: SlotKind
        var isOpen = false
        var isPreferred = false
        var isEmpty = false
        var maximumWords: Int?
    }

    /// The app's types by name.
    var definitions: [String: Definition] = [:]

    /// Returns the possible contents of a slot, in the order in which they are tried.
    /// - Parameter declared: The types of the command's slots, by name.
    func labels(of slot: PhraseSlot, declared: [String: String]) throws(SlotProblem) -> [SlotLabel] {
        var label = SlotLabel(kind: .open, name: slot.name, type: slot.typeName, isHidden: slot.isHidden)
        if let range = slot.range {
            (label.kind, label.type) = (.number(range), PhraseTemplate.numberType)
            return [label]
        }
        if slot.type == nil, let type = declared[slot.name] { label.type = type }
        if let kind = SlotKind(builtIn: label.type),
            definitions[label.type] == nil || label.type.first?.isUppercase == true
        {
            label.kind = kind
            return [label]
        }
        if let definition = definitions[label.type] {
            (label.kind, label.isPreferred) = (definition.kind, definition.isPreferred)
            if definition.kind == .open { label.maximumWords = definition.maximumWords }
            guard definition.isOpen else {
                guard !definition.isEmpty else { throw SlotProblem(.emptyType, slot: slot.name, type: label.type) }
                return [label]
            }
            var open = label
            (open.kind, open.isPreferred, open.isOpenList) = (.open, false, true)
            if case .list(let list) = definition.kind { open.list = list }
            return definition.isEmpty ? [open] : [label, open]
        }
        guard SlotKind.isAlexaList(label.type) else {
            throw SlotProblem(.unknownType, slot: slot.name, type: label.type)
        }
        label.isOpenList = true
        return [label]
    }
}

/// A slot that cannot be used.
struct SlotProblem: Error {
    let code: PatternProblem.Code
    let slot: String
    let type: String

    init(_ code: PatternProblem.Code, slot: String, type: String) {
        (self.code, self.slot, self.type) = (code, slot, type)
    }

    var sentence: String {
        code == .emptyType
            ? "the type \(type) of @\(slot) has no values: list at least one in the catalog"
            : "the type \(type) of @\(slot) is unknown: use String or Number, or list its values in the catalog"
    }
}
