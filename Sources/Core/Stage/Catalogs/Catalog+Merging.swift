import SaybusMessages

extension [Catalog.Command] {
    /// Adds a command. One of a type that is there already adds the patterns, phrases, slots and groups that are not.
    package mutating func merge(_ command: Catalog.Command) {
        guard let index = firstIndex(where: { $0.type == command.type }) else { return append(command) }
        guard self[index] != command else { return }
        var known = Set(self[index].patterns)
        self[index].patterns += command.patterns.filter { known.insert($0).inserted }
        if let others = command.phrases {
            let phrases = self[index].phrases ?? []
            self[index].phrases = phrases + others.filter { !phrases.contains($0) }
        }
        let names = Set((self[index].slots ?? []).map(\.name))
        let slots = (self[index].slots ?? []) + (command.slots ?? []).filter { !names.contains($0.name) }
        self[index].slots = slots.isEmpty ? nil : slots
        let groups = self[index].groups ?? []
        let more = (command.groups ?? []).filter { !groups.contains($0) }
        if !more.isEmpty { self[index].groups = groups + more }
    }
}

extension [Catalog.SlotType] {
    /// Adds a type. One of a name that is there already adds the values that are not.
    /// - Parameters:
    ///   - type: The type.
    ///   - maximumValues: The most values of a type to which others are added.
    package mutating func merge(_ type: Catalog.SlotType, maximumValues: Int = 10_000) {
        guard let index = firstIndex(where: { $0.name == type.name }) else { return append(type) }
        // Most conversations share the values of the app's own file.
        guard self[index].values != type.values else { return }
        var known = Dictionary(grouping: self[index].values, by: \.value)
        for value in type.values where self[index].values.count < maximumValues {
            if known[value.value, default: []].contains(value) { continue }
            known[value.value, default: []].append(value)
            self[index].values.append(value)
        }
    }
}
