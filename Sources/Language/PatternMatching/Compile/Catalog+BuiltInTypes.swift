import SaybusMessages

extension Catalog {
    /// The names that begin with `AMAZON.`, as those of all built-in lists do, in slots, patterns and rules. A pattern
    /// may have such words without a slot.
    var builtInTypes: Set<String> {
        var names: Set<String> = []
        for command in commands {
            for slot in command.slots ?? [] { names.insert(slot.type) }
            for pattern in command.patterns { Self.insertNames(in: pattern, into: &names) }
            for group in command.groups ?? [] {
                for pattern in group.patterns { Self.insertNames(in: pattern, into: &names) }
                for rule in (group.rules ?? [:]).values { Self.insertNames(in: rule, into: &names) }
            }
        }
        for rule in (rules ?? [:]).values { Self.insertNames(in: rule, into: &names) }
        return names
    }

    private static let builtInPrefix = Array("AMAZON.".utf8)

    private static func insertNames(in text: String, into names: inout Set<String>) {
        var rest = text.utf8[...]
        while let start = rest.firstIndex(of: builtInPrefix[0]) {
            rest = rest[start...]
            guard rest.starts(with: builtInPrefix) else {
                rest = rest.dropFirst()
                continue
            }
            rest = rest.dropFirst(builtInPrefix.count)
            let name = rest.prefix { byte in
                let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                return isLetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
            }
            names.insert("AMAZON." + String(decoding: name, as: UTF8.self))
        }
    }
}
