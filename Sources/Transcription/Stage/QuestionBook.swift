import Bus
import Messages
import Phrases

/// The questions that users are being asked, as phrases that may be said for an answer. Pure; bounded.
struct QuestionBook: Sendable {
    /// How many questions are kept, the newest; and how many answers of each.
    static let mostQuestions = 64
    static let mostOptions = 1000

    private static let confirmation = [
        "(yes|yeah|yep|sure|okay|of course|right|that's right|correct|fine|go ahead|do it|please do|yes please)",
        "(no|nope|not now|never|wrong|that's wrong|don't|do not|please don't|no thanks|no thank you)",
    ]
    private static let place = "[the|number|the number|option|item] @number:\(PhraseTemplate.numberType) [one]"
    private static let last = "[the] last [one]"
    private static let anything = "@text:\(PhraseTemplate.textType)"

    /// In the order of asking.
    private var questions: [(request: MessageID, question: VoiceRequestStatus.Question)] = []

    /// Takes note of what becomes of a question.
    /// - Returns: Whether other phrases than before may be said.
    mutating func note(_ status: VoiceRequestStatus) -> Bool {
        let before = phrases
        questions.removeAll { $0.request == status.request }
        switch status.state {
        case .presented, .listening, .invalid: questions.append((status.request, status.question))
        case .interpreted, .failed, .cancelled, .completed: break
        }
        if questions.count > Self.mostQuestions { questions.removeFirst() }
        return phrases != before
    }

    /// Takes note of a question; leaves other messages alone.
    /// - Returns: Whether other phrases than before may be said.
    mutating func note(_ message: RawMessage, from bus: Bus) -> Bool {
        guard message.header.kind == VoiceRequestStatus.kind else { return false }
        return bus.read(message, as: VoiceRequestStatus.self).map { note($0.body) } ?? false
    }

    /// What may be said for an answer, as templates.
    var phrases: [String] {
        var seen: Set<String> = []
        return questions.flatMap { Self.phrases(for: $0.question) }.filter { seen.insert($0).inserted }
    }

    private static func phrases(for question: VoiceRequestStatus.Question) -> [String] {
        switch question.kind {
        case "confirmation": return confirmation
        case "number": return ["@number:\(PhraseTemplate.numberType)"]
        case "select":
            let answers = (question.options ?? []).prefix(mostOptions).flatMap { [$0] + (question.aliases?[$0] ?? []) }
            // Labels are no templates: their signs mean nothing.
            let texts = answers.prefix(mostOptions).map { Words.normalize($0).joined(separator: " ") }.filter {
                !$0.isEmpty
            }
            guard !texts.isEmpty else { return [anything] }
            return [
                "[the|a|i want|i choose|i'll take|i'd like|take|select|choose] (\(texts.joined(separator: "|")))",
                place, last,
            ]
        case "pattern" where question.patterns?.isEmpty == false:
            return Array((question.patterns ?? []).prefix(mostOptions))
        default: return [anything]
        }
    }
}
