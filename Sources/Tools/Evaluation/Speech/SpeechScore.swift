import SaybusConversation
import SaybusPhrases
import SaybusSupport

/// The counts of one condition.
struct SpeechScore {
    private(set) var accepted = 0
    private(set) var total = 0
    private(set) var foreign = 0
    private(set) var falseAccepts = 0
    private(set) var wordErrors = WordErrors()
    private(set) var finals: [Int64] = []
    private(set) var soundSeconds = 0.0
    private(set) var workSeconds = 0.0
    private(set) var reliability = Reliability()
    private(set) var outcomes = SpeechOutcomes()
    private(set) var failed = 0
    /// The reason of the first failure.
    private(set) var failure: String?

    /// Adds a recording.
    /// - Parameter thresholds: Those of each command, by its type.
    mutating func add(_ result: SpeechTrial, _ thresholds: [String: ConfidenceThresholds]) {
        if let reason = result.failure {
            failed += 1
            failure = failure ?? reason
        } else {
            // A failure takes no time that says anything about the engine's speed.
            soundSeconds += result.soundSeconds
            workSeconds += result.workSeconds
            finals.append(result.finalUs)
        }
        if result.label.isCommand {
            total += 1
            if result.isAccepted { accepted += 1 }
        } else {
            foreign += 1
            if result.understood != nil { falseAccepts += 1 }
        }
        if result.understood != nil { reliability.add(result.certainty, isRight: result.isAccepted) }
        if let assurance = result.assurance(thresholds) { outcomes.add(assurance, isRight: result.isAccepted) }
        if let text = result.label.text {
            wordErrors.add(said: Words.normalize(text), heard: Words.normalize(result.heard))
        }
    }

    /// Returns the figures.
    /// - Parameters:
    ///   - noise: The name of the noise; nil without noise, and over all.
    ///   - snr: The condition; nil without noise.
    func report(noise: String? = nil, snr: Double?) -> SpeechReport.Condition {
        let latency = LatencySummary(finals)
        return SpeechReport.Condition(
            noise: noise, snr: snr, accepted: accepted, total: total,
            acceptance: total > 0 ? Double(accepted) / Double(total) : nil, wordErrorRate: wordErrors.rate,
            falseAccepts: falseAccepts, foreign: foreign, failed: failed,
            realTimeFactor: soundSeconds > 0 ? workSeconds / soundSeconds : nil,
            timeToFinalMs: .init(p50: Double(latency?.p50Us ?? 0) / 1000, p99: Double(latency?.p99Us ?? 0) / 1000))
    }
}
