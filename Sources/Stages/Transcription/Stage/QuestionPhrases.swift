import SaybusBus
import SaybusMessages
import SaybusPhrases

/// The open questions of all conversations, as phrases that may answer them. Pure; bounded.
struct QuestionPhrases: Sendable {
    /// The maximum number of questions; the newest are kept.
    static let maximumQuestions = 64
    /// The maximum number of answers to a question.
    static let maximumOptions = 1000
    /// The maximum number of other words for an answer.
    static let maximumAliases = 20

    private static let anything = "@text:\(PhraseTemplate.textType)"

    private struct Entry {
        let request: MessageID
        let question: VoiceRequestStatus.Question
        let asker: ProgramRun
    }

    /// The language of the answers.
    private let language: Language
    /// The open questions, in the order of asking.
    private var questions: [Entry] = []

    /// Creates a collection without questions.
    /// - Parameter language: The language of the answers; default: that of the process.
    init(language: Language = .inUse) { self.language = language }

    /// Applies a status of a question.
    /// - Parameter asker: The run of the program that published the status.
    /// - Returns: Whether the phrases have changed.
    mutating func apply(_ status: VoiceRequestStatus, by asker: ProgramRun) -> Bool {
        let before = phrases
        switch status.state {
        case .presented, .listening, .invalid:
            let entry = Entry(request: status.request, question: status.question, asker: asker)
            // A question keeps its place: phrases in another order would be another vocabulary, which takes time.
            if let known = questions.firstIndex(where: { $0.request == status.request }) {
                questions[known] = entry
            } else {
                questions.append(entry)
            }
        case .interpreted, .failed, .cancelled, .completed:
            questions.removeAll { $0.request == status.request }
        }
        if questions.count > Self.maximumQuestions { questions.removeFirst() }
        return phrases != before
    }

    /// Applies the status of a stage: removes the questions of a run that is over, and so waits for no answers.
    /// - Returns: Whether the phrases have changed.
    mutating func apply(_ status: Message<StageStatus>) -> Bool {
        let before = phrases
        questions.removeAll { $0.asker.isOver(by: status) }
        return phrases != before
    }

    /// Applies a question's status or a stage's status; ignores other messages.
    /// - Returns: Whether the phrases have changed.
    mutating func apply(_ message: RawMessage, from bus: Bus) -> Bool {
        switch message.header.kind {
        case VoiceRequestStatus.kind:
            guard let status = bus.read(message, as: VoiceRequestStatus.self) else { return false }
            return apply(status.body, by: ProgramRun(status.header))
        case StageStatus.kind where !questions.isEmpty:
            return bus.read(message, as: StageStatus.self).map { apply($0) } ?? false
        default: return false
        }
    }

    /// The phrases that may answer an open question, as templates.
    var phrases: [String] {
        var seen: Set<String> = []
        return questions.flatMap { answers(to: $0.question) }.filter { seen.insert($0).inserted }
    }

    private func answers(to question: VoiceRequestStatus.Question) -> [String] {
        switch question.answerKind {
        case .confirmation: return AnswerPhrases.confirmation(in: language)
        case .number: return AnswerPhrases.number(in: language)
        case .select:
            let names = (question.options ?? []).prefix(Self.maximumOptions).map {
                [$0] + (question.aliases?[$0] ?? []).prefix(Self.maximumAliases)
            }
            let answers = AnswerPhrases.choice(of: names, in: language)
            return answers.isEmpty ? [Self.anything] : answers
        case .pattern, .string, .custom, nil:
            let patterns = Array((question.patterns ?? []).prefix(Self.maximumOptions))
            // A question for a pattern accepts only its patterns; other questions also take free text.
            return question.answerKind == .pattern && !patterns.isEmpty ? patterns : patterns + [Self.anything]
        }
    }
}
