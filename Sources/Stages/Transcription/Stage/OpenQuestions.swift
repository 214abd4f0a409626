import SaybusBus
import SaybusMessages
import SaybusPhrases

/// The open questions of all conversations, as phrases that may answer them. Pure; bounded.
struct OpenQuestions: Sendable {
    /// The maximum number of questions; the newest are kept.
    static let maximumQuestions = 64
    /// The maximum number of answers to a question.
    static let maximumOptions = 1000

    private static let last = "[the] last [one]"
    private static let anything = "@text:\(PhraseTemplate.textType)"

    private struct Entry {
        let request: MessageID
        let question: VoiceRequestStatus.Question
        let asker: StageRun
    }

    /// The ways to say yes and no.
    private let replies: ReplyVocabulary
    /// The open questions, in the order of asking.
    private var questions: [Entry] = []

    /// Creates a collection without questions.
    /// - Parameter replies: The ways to say yes and no; default: those of the process's language.
    init(replies: ReplyVocabulary = Language.inUse.replies) { self.replies = replies }

    /// Applies a status of a question.
    /// - Parameter asker: The stage that published the status, and its run.
    /// - Returns: Whether the phrases have changed.
    mutating func apply(_ status: VoiceRequestStatus, by asker: StageRun) -> Bool {
        let before = phrases
        questions.removeAll { $0.request == status.request }
        switch status.state {
        case .presented, .listening, .invalid:
            questions.append(Entry(request: status.request, question: status.question, asker: asker))
        case .interpreted, .failed, .cancelled, .completed: break
        }
        if questions.count > Self.maximumQuestions { questions.removeFirst() }
        return phrases != before
    }

    /// Removes the questions that the stage asked in another run, which no longer waits for their answers.
    /// - Returns: Whether the phrases have changed.
    mutating func removeQuestions(ofOtherRunsThan asker: StageRun) -> Bool {
        let before = phrases
        questions.removeAll { $0.asker.source == asker.source && $0.asker.run != asker.run }
        return phrases != before
    }

    /// Applies a question's status or a stage's status; ignores other messages.
    /// - Returns: Whether the phrases have changed.
    mutating func apply(_ message: RawMessage, from bus: Bus) -> Bool {
        switch message.header.kind {
        case VoiceRequestStatus.kind:
            guard let status = bus.read(message, as: VoiceRequestStatus.self) else { return false }
            return apply(status.body, by: StageRun(status.header.source, run: status.header.run))
        case StageStatus.kind where !questions.isEmpty:
            return bus.read(message, as: StageStatus.self).flatMap(StageRun.init).map {
                removeQuestions(ofOtherRunsThan: $0)
            } ?? false
        default: return false
        }
    }

    /// The phrases that may answer an open question, as templates.
    var phrases: [String] {
        var seen: Set<String> = []
        return questions.flatMap { answers(to: $0.question) }.filter { seen.insert($0).inserted }
    }

    /// Returns a phrase for choosing an option by its number. It lists only the numbers that are possible,
    /// since with all numbers "medium" is recognized as "eighty".
    private static func phrase(choosingAmong count: Int) -> String {
        let words = Language.inUse.numbers.cardinals(upTo: count) + Language.inUse.numbers.ordinals(upTo: count)
        let number = words.isEmpty ? "@number:\(PhraseTemplate.numberType)" : "(\(words.joined(separator: "|")))"
        return "[the|number|the number|option|item] \(number) [one]"
    }

    private func answers(to question: VoiceRequestStatus.Question) -> [String] {
        switch question.kind {
        case "confirmation": return replies.yes + replies.no
        case "number": return ["@number:\(PhraseTemplate.numberType)"]
        case "select":
            let answers = (question.options ?? []).prefix(Self.maximumOptions).flatMap {
                [$0] + (question.aliases?[$0] ?? [])
            }
            // Labels are plain text, not templates, so template syntax in them is removed.
            let texts = answers.prefix(Self.maximumOptions).map { Words.normalize($0).joined(separator: " ") }.filter {
                !$0.isEmpty
            }
            guard !texts.isEmpty else { return [Self.anything] }
            return [
                "[the|a|i want|i choose|i'll take|i'd like|take|select|choose] (\(texts.joined(separator: "|")))",
                Self.phrase(choosingAmong: question.options?.count ?? 0), Self.last,
            ]
        default:
            let patterns = Array((question.patterns ?? []).prefix(Self.maximumOptions))
            // A question of the kind "pattern" accepts only its patterns; other questions also take free text.
            return question.kind == "pattern" && !patterns.isEmpty ? patterns : patterns + [Self.anything]
        }
    }
}
