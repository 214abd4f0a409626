import SaybusMessages

/// What to do about a remote app that has a command in hand, as its news come. Pure.
struct RemoteWait: Sendable {
    /// What the runner must do.
    enum Action: Sendable, Equatable {
        /// Go on waiting, after these have begun to play; a new time limit begins.
        case wait([AudioEvent], Duration)
        /// Go on waiting as before.
        case nothing
        /// The command is done, has failed, or has led to a question.
        case done(RemoteOutcome)
    }

    /// How long an app may take to say anything at all.
    static let toTake = Duration.seconds(5)
    /// How long an app that has the command may be silent.
    static let toAnswer = Duration.seconds(30)
    /// The most answers to one command.
    static let mostAnswers = 32

    private let app: String
    /// How many time limits have begun after the first.
    private(set) var limits = 0
    private var answers = 0

    init(app: String) { self.app = app }

    mutating func take(_ news: RemoteCalls.News) -> Action {
        switch news {
        case .taken: return answers == 0 && limits == 0 ? wait([]) : .nothing
        case .gone(let why): return fail("the app \(app) cannot answer: \(why)")
        case .response(let response): return take(response)
        case .overdue(let then) where then == limits:
            return limits == 0
                ? fail("the app \(app) has not taken the command within \(Self.toTake.components.seconds) s")
                : fail("the app \(app) has the command and has been silent for \(Self.toAnswer.components.seconds) s")
        case .overdue: return .nothing
        }
    }

    private mutating func take(_ response: Message<CommandResponse>) -> Action {
        answers += 1
        let answer = response.body
        var outcome = RemoteOutcome(feedback: answer.feedback, events: answer.events ?? [])
        if let problem = answer.problem {
            outcome.problem = problem
            return .done(outcome.allEvents.isEmpty ? .failure(problem) : outcome)
        }
        if let question = answer.followUp {
            outcome.question = .init(question: question, response: response.header.id, run: response.header.run)
            return .done(outcome)
        }
        if answer.isTerminal { return .done(outcome) }
        guard answers < Self.mostAnswers else { return fail("the app \(app) answers without end") }
        return wait(outcome.allEvents)
    }

    private mutating func wait(_ events: [AudioEvent]) -> Action {
        limits += 1
        return .wait(events, Self.toAnswer)
    }

    private func fail(_ problem: String) -> Action { .done(.failure(problem)) }
}
