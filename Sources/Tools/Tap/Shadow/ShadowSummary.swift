import SaybusMessages

/// How often the active instances and the shadows of one kind understood the same, how sure they were and how long they took.
public struct ShadowSummary: Sendable, Equatable, Encodable {
    /// `speech.transcript` or `speech.intent`.
    public let kind: Kind
    /// Utterances that both answered.
    public private(set) var pairs = 0
    /// Those of which both understood the same.
    public private(set) var agreements = 0
    /// Utterances that only the active instance answered, so far.
    public var onlyActive = 0
    /// Utterances that only a shadow answered, so far.
    public var onlyShadow = 0
    /// Of the pairs.
    public private(set) var active = Side()
    /// Of the pairs.
    public private(set) var shadow = Side()

    /// One side's figures.
    public struct Side: Sendable, Equatable, Encodable {
        private var confidences = 0
        private var confidenceSum = 0.0
        private var latencies = 0
        private var latencySum = 0.0

        /// Mean confidence, 0…1; nil when none was given.
        public var confidence: Double? { confidences == 0 ? nil : confidenceSum / Double(confidences) }
        /// Mean latency in microseconds; nil when none was seen.
        public var latency: Double? { latencies == 0 ? nil : latencySum / Double(latencies) }

        mutating func add(_ result: ShadowResult) {
            if let confidence = result.confidence {
                confidences += 1
                confidenceSum += confidence
            }
            if let latency = result.latency {
                latencies += 1
                latencySum += Double(latency)
            }
        }

        private enum Keys: String, CodingKey { case confidence, latencyUs }

        /// Writes the means.
        public func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: Keys.self)
            try fields.encodeIfPresent(confidence, forKey: .confidence)
            try fields.encodeIfPresent(latency, forKey: .latencyUs)
        }

        fileprivate var words: String {
            let parts = [
                confidence.map { "confidence \(Quantity.confidence($0))" },
                latency.map { Quantity.duration(microseconds: $0) },
            ]
            return parts.compactMap { $0 }.joined(separator: ", ")
        }
    }

    init(_ kind: Kind) { self.kind = kind }

    mutating func add(_ pair: ShadowPair) {
        pairs += 1
        if pair.agrees { agreements += 1 }
        active.add(pair.active)
        shadow.add(pair.shadow)
    }

    /// One line for people.
    public var line: String {
        let percent = pairs == 0 ? "" : " (\(Int((Double(agreements) / Double(pairs) * 100).rounded())) %)"
        var parts = ["\(kind): \(agreements) of \(pairs) agree\(percent)"]
        if pairs > 0 { parts += ["active: \(active.words)", "shadow: \(shadow.words)"] }
        if onlyActive > 0 { parts.append("\(onlyActive) from the active instance only") }
        if onlyShadow > 0 { parts.append("\(onlyShadow) from the shadow only") }
        return parts.joined(separator: "; ")
    }
}
