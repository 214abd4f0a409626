extension StatisticalModel {
    /// The trained parameters in binary form.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.write(UInt32(intents.count))
        for intent in intents { writer.write(intent) }
        writer.write(classifier.vocabulary.table.hashes)
        writer.write(classifier.vocabulary.rarity)
        writer.write(classifier.weights.values)
        writer.write(classifier.weights.scales)
        writer.write(classifier.confidence.threshold)
        writer.write(classifier.confidence.slope)
        writer.write(UInt32(labels.slots.count))
        for slot in labels.slots { writer.write(slot) }
        gazetteer.write(to: &writer)
        let rows = tagger.rows
        for labels in rows.labels { writer.write(labels.map(Int32.init)) }
        writer.write(rows.features.hashes)
        writer.write(rows.owners)
        writer.write(rows.additions.hashes)
        writer.write(rows.additionOwners)
        writer.write(tagger.weights.values)
        writer.write(tagger.weights.scales)
        for transitions in tagger.transitions { writer.write(transitions) }
        return writer.bytes
    }

    /// Reads the binary form that ``bytes`` has.
    init(_ bytes: ArraySlice<UInt8>) throws(ModelFileError) {
        var reader = ByteReader(bytes)
        let intents = try Self.names(&reader)
        let classifier = try Self.classifier(&reader, classes: intents.count)
        let labels = SlotLabels(slots: try Self.names(&reader))
        let gazetteer = try Gazetteer(&reader, slots: labels.slots.count)
        let tagger = try Self.tagger(&reader, intents: intents.count, labelCount: labels.count)
        guard reader.isAtEnd, !intents.isEmpty else { throw .damaged }
        self.init(intents: intents, classifier: classifier, labels: labels, gazetteer: gazetteer, tagger: tagger)
    }

    /// Reads names, which must be sorted and distinct.
    private static func names(_ reader: inout ByteReader) throws(ModelFileError) -> [String] {
        var names: [String] = []
        for _ in 0..<(try reader.number()) {
            let name = try reader.text()
            guard names.last.map({ $0 < name }) ?? true else { throw .damaged }
            names.append(name)
        }
        return names
    }

    private static func classifier(_ reader: inout ByteReader, classes: Int) throws(ModelFileError) -> IntentClassifier
    {
        let table = FeatureTable(try reader.hashes())
        let rarity = try reader.fractions()
        let weights = QuantizedRows(values: try reader.smallNumbers(), scales: try reader.fractions())
        let confidence = ConfidenceCalibration(threshold: try reader.fraction(), slope: try reader.fraction())
        let rows = table.count + 1
        guard rarity.count == table.count, weights.scales.count == rows, weights.values.count == rows * classes else {
            throw .damaged
        }
        return IntentClassifier(
            classes: classes, vocabulary: IntentVocabulary(table: table, rarity: rarity), weights: weights,
            confidence: confidence)
    }

    private static func tagger(
        _ reader: inout ByteReader, intents: Int, labelCount: Int
    ) throws(ModelFileError) -> SlotTagger {
        var labels: [[Int]] = []
        for _ in 0..<intents {
            let own = try reader.numbers().map(Int.init)
            guard own.first == SlotLabels.outside, Set(own).count == own.count,
                own.allSatisfy({ (0..<labelCount).contains($0) })
            else { throw .damaged }
            labels.append(own)
        }
        let features = FeatureTable(try reader.hashes())
        let owners = try reader.numbers()
        let additions = FeatureTable(try reader.hashes())
        let additionOwners = try reader.numbers()
        guard features.count == owners.count, additions.count == additionOwners.count,
            owners.allSatisfy({ $0 == SlotRows.allIntents || labels.indices.contains(Int($0)) }),
            additionOwners.allSatisfy({ labels.indices.contains(Int($0)) })
        else { throw .damaged }
        let rows = SlotRows(
            labelCount: labelCount, labels: labels, features: features, owners: owners, additions: additions,
            additionOwners: additionOwners)
        let weights = QuantizedRows(values: try reader.smallNumbers(), scales: try reader.fractions())
        guard weights.values.count == Int(rows.offsets.last ?? 0), weights.scales.count == rows.offsets.count - 1 else {
            throw .damaged
        }
        var transitions: [[Float]] = []
        for own in labels {
            let steps = try reader.fractions()
            guard steps.count == own.count * own.count + own.count else { throw .damaged }
            transitions.append(steps)
        }
        return SlotTagger(rows: rows, weights: weights, transitions: transitions)
    }
}

extension Gazetteer {
    func write(to writer: inout ByteWriter) {
        writer.write(values.hashes)
        Self.write(valueCounts, to: &writer)
        writer.write(words.hashes)
        Self.write(wordCounts, to: &writer)
        writer.write(wordTotals)
    }

    init(_ reader: inout ByteReader, slots: Int) throws(ModelFileError) {
        let values = FeatureTable(try reader.hashes())
        let valueCounts = try Self.counts(&reader, slots: slots)
        let words = FeatureTable(try reader.hashes())
        let wordCounts = try Self.counts(&reader, slots: slots)
        let totals = try reader.numbers()
        guard valueCounts.count == values.count, wordCounts.count == words.count, totals.count == words.count else {
            throw .damaged
        }
        self.init(
            values: values, valueCounts: valueCounts, words: words, wordCounts: wordCounts, wordTotals: totals)
    }

    private static func write(_ counts: [[Count]], to writer: inout ByteWriter) {
        writer.write(counts.map { Int32($0.count) })
        writer.write(counts.flatMap { $0.flatMap { [$0.slot, $0.count] } })
    }

    private static func counts(_ reader: inout ByteReader, slots: Int) throws(ModelFileError) -> [[Count]] {
        let sizes = try reader.numbers()
        let flat = try reader.numbers()
        var counts: [[Count]] = []
        counts.reserveCapacity(sizes.count)
        var place = 0
        for size in sizes {
            guard size >= 0, place + 2 * Int(size) <= flat.count else { throw .damaged }
            var own: [Count] = []
            for index in stride(from: place, to: place + 2 * Int(size), by: 2) {
                guard (0..<slots).contains(Int(flat[index])), flat[index + 1] >= 0 else { throw .damaged }
                own.append(Count(slot: flat[index], count: flat[index + 1]))
            }
            counts.append(own)
            place += 2 * Int(size)
        }
        guard place == flat.count else { throw .damaged }
        return counts
    }
}
