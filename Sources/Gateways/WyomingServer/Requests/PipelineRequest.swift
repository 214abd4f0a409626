import SaybusExternalEngines
import SaybusMessages

/// The stages that a `run-pipeline` asks for. Pure.
struct PipelineRequest: Sendable, Equatable {
    /// The stages of the protocol, in order.
    enum Stage: String, Sendable, CaseIterable, Comparable {
        /// Waits for a wake word.
        case wake
        /// Recognizes speech.
        case asr
        /// Recognizes the intent of a text.
        case intent
        /// Carries out a text.
        case handle
        /// Speaks the answer.
        case tts

        static func < (one: Stage, other: Stage) -> Bool {
            allCases.firstIndex(of: one) ?? 0 < allCases.firstIndex(of: other) ?? 0
        }
    }

    /// The first stage.
    let start: Stage
    /// The last stage.
    let end: Stage
    /// Whether the pipeline starts again at its end.
    let restarts: Bool
    /// The wake words to wait for; empty for any.
    let wakeWords: [String]
    /// The text that a pipeline with the first stage `tts` speaks.
    let announcement: String?

    /// Reads a `run-pipeline`.
    /// - Throws: ``RequestFailure`` for stages that are unknown or in the wrong order.
    init(_ event: WyomingEvent) throws {
        guard let start = event.text("start_stage").flatMap(Stage.init),
            let end = event.text("end_stage").flatMap(Stage.init), start <= end
        else {
            throw RequestFailure(
                "pipeline", "run-pipeline needs a start_stage and an end_stage of wake, asr, intent, handle, tts")
        }
        (self.start, self.end) = (start, end)
        if case .boolean(true) = event.data["restart_on_end"] { restarts = true } else { restarts = false }
        wakeWords = event.texts("wake_word_names")
        announcement = event.text("announce_text")
    }
}

extension WyomingEvent {
    /// Returns a field that is a list of texts; empty when it is missing or of another type.
    func texts(_ field: String) -> [String] {
        guard case .array(let items) = data[field] else { return [] }
        return items.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
}
