import SaybusMicroWakeWord
import SaybusStage

extension WakeEngine {
    /// Checks that each model of the settings is that of a wake word. A word that is written in another way than in its
    /// model would be searched for without the model.
    /// - Throws: `StageFailure` with code `usage` for the model of another word, `unavailable` for a missing file,
    ///   `configuration` for a damaged one.
    public func checkModels(_ settings: Settings, for phrases: [String]) throws(StageFailure) {
        switch self {
        case .auto, .both, .micro, .trained: break
        case .keywords, .wyoming: return
        }
        for path in settings.manifests {
            let own = try Self.phrase(ofModel: path)
            guard !phrases.contains(where: { own.isHeard($0) }) else { continue }
            let given = phrases.map { "\"\($0)\"" }.joined(separator: ", ")
            throw StageFailure(
                .usage, "\(path) is the model of \"\(own.phrase)\", and not of \(given): name the wake word as it does")
        }
    }

    /// Returns the wake word of a model, and whether a phrase is that word.
    private static func phrase(
        ofModel path: String
    ) throws(StageFailure) -> (phrase: String, isHeard: (String) -> Bool) {
        if TrainedWakeWord.isTrained(path) {
            let word = try TrainedWakeWord(path: path)
            return (word.phrase, word.hears)
        }
        do throws(MicroWakeWordError) {
            let model = try MicroWakeWordModel(path)
            return (model.phrase, model.hears)
        } catch {
            throw StageFailure(error)
        }
    }
}
