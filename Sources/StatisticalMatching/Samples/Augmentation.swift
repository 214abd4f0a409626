/// Makes more samples of intents that have few: the values of the slots are swapped for other known values.
struct Augmentation {
    /// How many samples an intent shall have.
    let target: Int

    /// What has been made of the samples.
    func additions(to samples: [Sample], seed: UInt64) -> [Sample] {
        var generator = SplitMix(seed: seed)
        var values: [String: [String]] = [:]
        var byIntent: [(intent: String, samples: [Int])] = []
        var places: [String: Int] = [:]
        for (index, sample) in samples.enumerated() {
            guard let intent = sample.intent else { continue }
            if places[intent] == nil {
                places[intent] = byIntent.count
                byIntent.append((intent, []))
            }
            byIntent[places[intent] ?? 0].samples.append(index)
            let scalars = Array(sample.text.unicodeScalars)
            for slot in sample.slots { values[slot.name, default: []].append(Self.text(scalars[slot.range])) }
        }
        var additions: [Sample] = []
        for (_, own) in byIntent {
            let filled = own.filter { !samples[$0].slots.isEmpty }
            guard !filled.isEmpty, own.count < target else { continue }
            for number in 0..<(target - own.count) * filled.count / own.count {
                additions.append(swapped(samples[filled[number % filled.count]], values, &generator))
            }
        }
        return additions
    }

    private func swapped(_ sample: Sample, _ values: [String: [String]], _ generator: inout SplitMix) -> Sample {
        let scalars = Array(sample.text.unicodeScalars)
        var text: [Unicode.Scalar] = []
        var slots: [Sample.Slot] = []
        var end = 0
        for slot in sample.slots {
            text += scalars[end..<slot.range.lowerBound]
            let start = text.count
            if Bool.random(using: &generator), let value = values[slot.name]?.randomElement(using: &generator) {
                text += value.unicodeScalars
            } else {
                text += scalars[slot.range]
            }
            slots.append(Sample.Slot(name: slot.name, range: start..<text.count))
            end = slot.range.upperBound
        }
        text += scalars[end...]
        return Sample(text: Self.text(text[...]), intent: sample.intent, slots: slots)
    }

    private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }
}
