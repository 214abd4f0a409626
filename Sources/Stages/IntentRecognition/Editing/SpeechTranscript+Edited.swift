import SaybusExternalEngines
import SaybusMessages

extension SpeechTranscript {
    /// Whether the words were typed.
    var isTyped: Bool { engine == "text" }

    /// Returns the transcript after the editors, one after the other, and the problem of the first one that failed.
    /// Typed words, and a transcript without words, stay as they are.
    func edited(by editors: [any TranscriptEditor]) async -> (transcript: SpeechTranscript, problem: String?) {
        guard !editors.isEmpty, !isTyped, !text.isEmpty else { return (self, nil) }
        var edited = self
        var problem: String?
        for editor in editors {
            do throws(EngineFailure) {
                var next = edited
                next.text = try await editor.edit(next.text)
                if var alternatives = next.alternatives {
                    for index in alternatives.indices {
                        alternatives[index].text = try await editor.edit(alternatives[index].text)
                    }
                    next.alternatives = alternatives
                }
                // The times of the words are those of the words that were heard.
                if next.text != edited.text { next.words = nil }
                edited = next
            } catch {
                problem = problem ?? "a transcript is not edited: \(error.reason)"
            }
        }
        return (edited, problem)
    }
}
