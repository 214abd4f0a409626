import SaybusMessages

/// Agreement, confidence and latency of active instances and shadows for one kind.
public struct ShadowSummary: Sendable, Equatable, Encodable {
    /// `speech.transcript` or `speech.intent`.
    public let kind: Kind
    /// Pairs of an active and a shadow result.
    private(set) var pairs = 0
    /// Pairs that agree.
    private(set) var agreements = 0
    /// Utterances with a result of the active instance only, so far.
    var onlyActive = 0
    /// Utterances with a result of a shadow only, so far.
    var onlyShadow = 0
    /// Results of shadows that cannot be read.
    private(set) var unreadable = 0
    /// The reason why the first of the unreadable results cannot be read; nil without one.
    public private(set) var problem: String?
    /// The active side's figures over all pairs.
    private(set) var active = Side()
    /// The shadow side's figures over all pairs.
    private(set) var shadow = Side()

    /// Mean figures of one side.
    public struct Side: Sendable, Equatable, Encodable {
        private var confidences = 0
        private var confidenceSum = 0.0
        private var latencies = 0
        private var latencySum = 0.0

        /// Mean confidence, 0…1; nil without a value.
        var confidence: Double? { confidences == 0 ? nil : confidenceSum / Double(confidences) }
        /// Mean latency in microseconds; nil without a value.
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

        /// Encodes the means.
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

    mutating func addUnreadable(_ error: MessageError) {
        unreadable += 1
        problem = problem ?? error.source.map { "\($0): \(error.reason)" } ?? error.reason
    }

    mutating func add(_ pair: ShadowPair) {
        pairs += 1
        if pair.agrees { agreements += 1 }
        active.add(pair.active)
        shadow.add(pair.shadow)
    }

    /// The summary as one line for people.
    var line: String {
        let percent = pairs == 0 ? "" : " (\(Int((Double(agreements) / Double(pairs) * 100).rounded())) %)"
        var parts = ["\(kind): \(agreements) of \(pairs) agree\(percent)"]
        if pairs > 0 { parts += ["active: \(active.words)", "shadow: \(shadow.words)"] }
        if onlyActive > 0 { parts.append("\(onlyActive) from the active instance only") }
        if onlyShadow > 0 { parts.append("\(onlyShadow) from the shadow only") }
        if unreadable > 0 { parts.append("\(unreadable) of the shadow cannot be read: \(problem ?? "")") }
        return parts.joined(separator: "; ").safeForTerminal
    }
}
