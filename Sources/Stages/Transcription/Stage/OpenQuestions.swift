import SaybusBus
import SaybusMessages
import SaybusPhrases

/// The questions that users are being asked, as phrases that may be said for an answer. Pure; bounded.
struct OpenQuestions: Sendable {
    /// How many questions are kept, the newest; and how many answers of each.
    static let mostQuestions = 64
    static let mostOptions = 1000

    private static let confirmation = [
        "(yes|yeah|yep|sure|okay|of course|right|that's right|correct|fine|go ahead|do it|please do|yes please)",
        "(no|nope|not now|never|wrong|that's wrong|don't|do not|please don't|no thanks|no thank you)",
    ]
    private static let last = "[the] last [one]"
    private static let anything = "@text:\(PhraseTemplate.textType)"

    private struct Entry {
        let request: MessageID
        let question: VoiceRequestStatus.Question
        let asker: StageSighting
    }

    /// In the order of asking.
    private var questions: [Entry] = []

    /// Takes note of what becomes of a question.
    /// - Parameter asker: Who says so, and in which start.
    /// - Returns: Whether other phrases than before may be said.
    mutating func note(_ status: VoiceRequestStatus, by asker: StageSighting) -> Bool {
        let before = phrases
        questions.removeAll { $0.request == status.request }
        switch status.state {
        case .presented, .listening, .invalid:
            questions.append(Entry(request: status.request, question: status.question, asker: asker))
        case .interpreted, .failed, .cancelled, .completed: break
        }
        if questions.count > Self.mostQuestions { questions.removeFirst() }
        return phrases != before
    }

    /// Takes note of a stage: nobody waits any more for the answer to what was asked in another start of it.
    /// - Returns: Whether other phrases than before may be said.
    mutating func note(_ asker: StageSighting) -> Bool {
        let before = phrases
        questions.removeAll { $0.asker.source == asker.source && $0.asker.run != asker.run }
        return phrases != before
    }

    /// Takes note of a question, or of who asks; leaves other messages alone.
    /// - Returns: Whether other phrases than before may be said.
    mutating func note(_ message: RawMessage, from bus: Bus) -> Bool {
        switch message.header.kind {
        case VoiceRequestStatus.kind:
            guard let status = bus.read(message, as: VoiceRequestStatus.self) else { return false }
            return note(status.body, by: StageSighting(status.header.source, run: status.header.run))
        case StageStatus.kind where !questions.isEmpty:
            return bus.read(message, as: StageStatus.self).flatMap(StageSighting.init).map { note($0) } ?? false
        default: return false
        }
    }

    /// What may be said for an answer, as templates.
    var phrases: [String] {
        var seen: Set<String> = []
        return questions.flatMap { Self.phrases(for: $0.question) }.filter { seen.insert($0).inserted }
    }

    /// A place among so many options. Where all numbers may be said, "medium" is heard as "eighty".
    private static func place(among count: Int) -> String {
        let words = Language.inUse.numbers.cardinals(upTo: count) + Language.inUse.numbers.ordinals(upTo: count)
        let number = words.isEmpty ? "@number:\(PhraseTemplate.numberType)" : "(\(words.joined(separator: "|")))"
        return "[the|number|the number|option|item] \(number) [one]"
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
                place(among: question.options?.count ?? 0), last,
            ]
        default:
            let patterns = Array((question.patterns ?? []).prefix(mostOptions))
            // Only the answers of a pattern must look like it.
            return question.kind == "pattern" && !patterns.isEmpty ? patterns : patterns + [anything]
        }
    }
}
