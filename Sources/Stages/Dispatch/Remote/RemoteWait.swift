import SaybusBus
import SaybusMessages

/// The state of the wait for a remote app's answer. Pure. It decides after each report whether to go on waiting.
struct RemoteWait: Sendable {
    /// An instruction for the runner.
    enum Action: Sendable, Equatable {
        /// Play these events and go on waiting, with a new time limit.
        case wait([AudioEvent], Duration)
        /// Go on waiting with the same time limit.
        case nothing
        /// Stop waiting: the command is done, has failed, or leads to a question.
        case done(RemoteOutcome)
    }

    /// Time within which an app must take a command, which it leaves alone later: the command's deadline.
    static let takeTimeout = Duration.seconds(5)
    /// Time after the deadline within which the word of an app must have come that has taken the command.
    static let deadlineMargin = Duration.milliseconds(500)
    /// Time within which an app that has taken a command must answer, or answer again.
    static let answerTimeout = Duration.seconds(30)
    /// Maximum number of answers to one command.
    static let maximumAnswers = 32

    private let app: String
    /// Number of time limits that have begun after the first.
    private(set) var limits = 0
    private var answers = 0
    /// Whether the app was lost before it took the command.
    private var isLost = false

    init(app: String) { self.app = app }

    /// Applies a report.
    mutating func apply(_ update: RemoteCalls.Update) -> Action {
        switch update {
        case .taken: return answers == 0 && limits == 0 ? wait([]) : .nothing
        case .lost where limits == 0:
            // Nobody is told of a failure while the app may still carry the command out.
            isLost = true
            return .nothing
        case .lost: return fail("the app \(app) cannot answer: it is lost")
        case .gone(let why): return fail("the app \(app) cannot answer: \(why)")
        case .response(let response): return apply(response)
        case .overdue(let then) where then == limits:
            if limits > 0 {
                return fail(
                    "the app \(app) has the command and has been silent for \(Self.answerTimeout.components.seconds) s")
            }
            return isLost
                ? fail("the app \(app) cannot answer: it is lost")
                : fail("the app \(app) has not taken the command within \(Self.takeTimeout.components.seconds) s")
        case .overdue: return .nothing
        }
    }

    private mutating func apply(_ response: Message<CommandResponse>) -> Action {
        answers += 1
        let answer = response.body
        var outcome = RemoteOutcome(feedback: answer.feedback, events: answer.events ?? [])
        if let problem = answer.problem {
            outcome.problem = problem
            return .done(outcome.allEvents.isEmpty ? .failure(problem) : outcome)
        }
        if let question = answer.followUp {
            outcome.question = .init(
                question: question, response: response.header.id, asker: ProgramRun(response.header))
            return .done(outcome)
        }
        if answer.isTerminal { return .done(outcome) }
        guard answers < Self.maximumAnswers else { return fail("the app \(app) answers without end") }
        return wait(outcome.allEvents)
    }

    private mutating func wait(_ events: [AudioEvent]) -> Action {
        limits += 1
        return .wait(events, Self.answerTimeout)
    }

    private func fail(_ problem: String) -> Action { .done(.failure(problem)) }
}
