import SaybusSupport

extension Catalog {
    /// The FNV-1a 64 hash of the content as 16 hexadecimal digits. The hashed encoding is unambiguous:
    /// different contents are never encoded as the same bytes.
    var contentHash: String {
        var hash = ContentHash()
        hash.mix(language)
        hash.mix(commands) { hash, command in
            hash.mix(command.type)
            hash.mix(command.patterns) { $0.mix($1) }
            hash.mix(command.summary)
            hash.mix(command.slots) { hash, slot in
                hash.mix(slot.name)
                hash.mix(slot.type)
            }
            hash.mix(command.groups) { $0.mix($1) }
            if command.confirmBelow != nil || command.refuseBelow != nil {
                hash.mix(command.confirmBelow)
                hash.mix(command.refuseBelow)
            }
            // Mixed only where it is, so that the revisions of other catalogs stay as they were.
            if let phrases = command.phrases { hash.mix(phrases) { $0.mix($1) } }
        }
        hash.mix(slotTypes) { $0.mix($1) }
        hash.mix(rules)
        hash.mix(skipWords) { $0.mix($1) }
        let text = String(hash.value, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }
}

/// An FNV-1a hash of texts and lists. Every list is preceded by its length, and an absent value differs from
/// an empty one.
private struct ContentHash {
    private var bytes = FNV1a()

    var value: UInt64 { bytes.value }

    mutating func mix(_ text: String?) {
        guard let text else { return mix("none") }
        bytes.mix(text.utf8)
        // This byte occurs in no UTF-8 text: it separates "ab","c" from "a","bc".
        bytes.mix(0xFF)
    }

    mutating func mix(_ number: (some LosslessStringConvertible)?) { mix(number.map { "\($0)" }) }

    mutating func mix<Item>(_ list: [Item]?, _ body: (inout ContentHash, Item) -> Void) {
        mix(list?.count)
        for item in list ?? [] { body(&self, item) }
    }

    mutating func mix(_ texts: [String: String]?) {
        mix(texts?.sorted { $0.key < $1.key }) { hash, entry in
            hash.mix(entry.key)
            hash.mix(entry.value)
        }
    }

    mutating func mix(_ conditions: [String: Catalog.Condition]?) {
        mix(conditions?.sorted { $0.key < $1.key }) { hash, entry in
            hash.mix(entry.key)
            hash.mix(entry.value.values) { $0.mix($1) }
            hash.mix(entry.value.slot)
        }
    }

    mutating func mix(_ group: Catalog.PatternGroup) {
        mix(group.patterns) { $0.mix($1) }
        mix(group.fixed?.sorted { $0.key < $1.key }) { hash, entry in
            hash.mix(entry.key)
            hash.mix(entry.value.description)
        }
        mix(group.requires)
        mix(group.excludes)
        mix(group.keywords) { $0.mix($1) }
        mix(group.rules)
    }

    mutating func mix(_ type: Catalog.SlotType) {
        mix(type.name)
        mix(type.values) { hash, value in
            hash.mix(value.value)
            hash.mix(value.synonyms) { $0.mix($1) }
            hash.mix(value.id)
            hash.mix(value.spoken) { $0.mix($1) }
            hash.mix(value.context)
            hash.mix(value.number)
        }
        mix(type.base)
        mix(type.range?.from)
        mix(type.range?.to)
        mix(type.range?.step)
        mix(type.range?.fractions?.rawValue)
        mix(type.range?.multiplier)
        mix(type.count)
        mix(type.isOpen.map { $0 ? 1 : 0 })
        mix(type.isPreferred.map { $0 ? 1 : 0 })
    }
}
