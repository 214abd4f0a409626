import SaybusMessages
import SaybusStatisticalMatching

/// A conversion of samples to patterns. Each slot value becomes a parameter whose type lists all values of the slot.
struct SampleCatalog {
    /// The name of the app that has all commands in the catalog.
    static let app = "samples"

    /// Returns a catalog of the samples. Samples in which a slot occurs twice are left out, since a pattern can hold a
    /// parameter only once.
    static func catalog(_ samples: [Sample]) -> Catalog {
        var patterns: [String: [String]] = [:]
        var seen: Set<String> = []
        var values: [String: Set<String>] = [:]
        for sample in samples {
            guard let intent = sample.intent, Set(sample.slots.map(\.name)).count == sample.slots.count,
                sample.slots.allSatisfy({ isName($0.name) })
            else { continue }
            let scalars = Array(sample.text.unicodeScalars)
            var pattern = ""
            var end = 0
            for slot in sample.slots {
                pattern += words(scalars[end..<slot.range.lowerBound]) + " @\(slot.name):\(slot.name) "
                values[slot.name, default: []].insert(words(scalars[slot.range]))
                end = slot.range.upperBound
            }
            pattern += words(scalars[end...])
            if seen.insert("\(intent)\n\(pattern)").inserted { patterns[intent, default: []].append(pattern) }
        }
        return Catalog(
            app: app,
            commands: patterns.sorted { $0.key < $1.key }.map { Catalog.Command(type: $0.key, patterns: $0.value) },
            slotTypes: values.sorted { $0.key < $1.key }.map { name, values in
                Catalog.SlotType(name: name, values: values.sorted().map { Catalog.SlotType.Value(value: $0) })
            })
    }

    /// Returns the words alone, without characters that have a meaning in patterns.
    private static func words(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        for scalar in scalars {
            text.append(scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "'" ? scalar : " ")
        }
        return String(text)
    }

    private static func isName(_ name: String) -> Bool {
        name.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x5F }
            && name.utf8.first.map { !(0x30...0x39).contains($0) } == true
    }
}
