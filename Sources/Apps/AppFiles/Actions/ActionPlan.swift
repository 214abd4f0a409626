import SaybusExternalEngines
import SaybusMessages
import SaybusPhrases
import SaybusSupport

/// A pure state machine that executes actions step by step. It returns the next step; ``ActionRunner`` performs
/// it.
struct ActionPlan: Sendable {
    /// The name of the value with the first line of the last program's output or the last server's answer.
    static let outputName = "output"
    /// The name of the value with the number of entries that an action on the memory has found.
    static let countName = "count"
    /// The names of the values that every command has.
    static let contextNames: Set = ["session", "turn", "room"]
    /// Maximum characters of a value.
    static let maximumValueLength = 4096

    /// The next step of a plan.
    enum Step: Sendable, Equatable {
        /// Play these events now, since the next step may take time.
        case play([AudioEvent])
        /// Run this program, then call ``ActionPlan/programEnded(_:)``.
        case run(ProgramCall)
        /// Send this request, then call ``ActionPlan/answered(_:)``.
        case fetch(HTTPExchange)
        /// Publish this message, then call ``ActionPlan/published(problem:)``.
        case publish(OutgoingMessage)
        /// Apply this act to the conversation, then call ``ActionPlan/performed(_:)``.
        case perform(ConversationAct)
        /// Carry out this request to the memory, then call ``ActionPlan/remembered(_:)``.
        case remember(MemoryRequest)
        /// The plan is complete. The outcome contains the events that have not been played yet.
        case done(ActionOutcome)

        /// Whether the step does more than to play what was said before.
        var acts: Bool {
            switch self {
            case .play, .done: false
            case .run, .fetch, .publish, .perform, .remember: true
            }
        }
    }

    private let actions: [Action]
    private let failed: [Action]
    private let folder: String?
    private var values: ActionValues
    private var index = 0
    private var pending: [AudioEvent] = []
    private var logs: [String] = []
    private var problem: String?
    private var question: ActionOutcome.Question?
    private var secrets = AppSecrets()
    private var environment: [String: String] = [:]

    /// Creates a plan for actions.
    /// - Parameters:
    ///   - actions: The actions.
    ///   - failed: The actions to play when one of the actions fails.
    ///   - values: The values that the actions' texts may use.
    ///   - folder: The app's folder.
    init(_ actions: [Action], failed: [Action], values: ActionValues, folder: String? = nil) {
        (self.actions, self.failed, self.values, self.folder) = (actions, failed, values, folder)
        checkValues()
    }

    /// Returns the values of a command: of its parameters, and the further ones of a context, such as the room.
    static func values(
        of command: App.Command, _ invoked: CommandInvoked, context: [String: String]
    ) -> ActionValues {
        let types = command.parameterTypes
        var values = ActionValues(invoked.parameters, types: types, language: command.language)
        for (name, type) in types where command.spelledTypes.contains(type) {
            values.spell(name, invoked.parameters[name])
        }
        let own = Set(types.keys).union(command.groups.flatMap(\.ownParameters))
        for (name, value) in context where !own.contains(name) { values[name] = .text(value) }
        // The plan itself sets these values; parameters from the bus must not preset them.
        values[outputName] = nil
        for case .http(let call) in command.actions {
            for name in call.outputs.keys where !own.contains(name) { values[name] = nil }
        }
        return values
    }

    /// Creates a plan for a command of an app.
    /// - Parameters:
    ///   - command: The command.
    ///   - invoked: The invocation with its parameters.
    ///   - folder: The app's folder.
    ///   - context: Further values, such as the room; parameters of the command take precedence.
    init(
        _ command: App.Command, _ invoked: CommandInvoked, folder: String? = nil, context: [String: String] = [:]
    ) {
        self.init(
            command.actions, failed: command.failed, values: Self.values(of: command, invoked, context: context),
            folder: folder)
    }

    /// Whether an action is a program.
    var runsPrograms: Bool { actions.contains { if case .exec = $0 { true } else { false } } }

    /// Sets the secrets, and the variables of programs.
    mutating func use(_ secrets: AppSecrets, environment: [String: String]) {
        (self.secrets, self.environment) = (secrets, environment)
        values.secrets = secrets
    }

    /// Returns the next step.
    mutating func next() -> Step {
        while problem == nil, question == nil, index < actions.count {
            do throws(TemplateError) {
                if let step = try step(actions[index]) { return step }
            } catch {
                fail(error.reason)
            }
            index += 1
        }
        return .done(ActionOutcome(events: pending, problem: problem, logs: logs, question: question))
    }

    /// Returns the external step that an action needs; nil when the action is done.
    private mutating func step(_ action: Action) throws(TemplateError) -> Step? {
        switch action {
        case .speak, .tone, .file, .silence:
            if let event = try action.audioEvent(values: values.spoken()) { pending.append(event) }
        case .log(let text): logs.append(LogLine.clean(try text.render(values.texts)))
        case .exec(let exec):
            // An invalid call must fail before any earlier event is played.
            switch try exec.call(values, in: folder, variables: environment, secrets) {
            case .success(let call): return flushPending() ?? .run(call)
            case .failure(let failure): fail(failure.reason)
            }
        case .http(let call):
            let exchange = try call.render(values)
            return flushPending() ?? .fetch(exchange)
        case .publish(let publication): return .publish(try publication.render(values))
        case .enter(let topic): return .perform(.enter(topic))
        case .leave(let topic): return .perform(.leave(topic))
        case .tell(let guidance): return .perform(.tell(guidance))
        case .adjustSpeech(let type): return .perform(.adjustSpeech(type, values))
        case .ask(let request): question = ActionOutcome.Question(request: request, values: values)
        case .schedule, .cancel, .stopRinging, .remaining, .list: return .remember(try action.memoryRequest(values))
        }
        return nil
    }

    /// Returns the pending events to play before a step that may take time.
    private mutating func flushPending() -> Step? {
        guard !pending.isEmpty else { return nil }
        defer { pending = [] }
        return .play(pending)
    }

    /// Handles the result of the program that ``next()`` requested.
    mutating func programEnded(_ result: Result<ProgramOutput, ProgramFailure>) {
        guard case .exec(let exec)? = current else { return }
        index += 1
        switch result {
        case .success(let output):
            values[Self.outputName] = .text(secrets.hidden(in: output.firstLine(exec.maximumLength)))
            if output.dropped > 0 {
                logs.append("\(exec.program) wrote too much: \(output.dropped) bytes were dropped")
            }
        case .failure(let failure): fail(failure.reason)
        }
    }

    /// Handles the web server's answer.
    mutating func answered(_ result: Result<[UInt8], HTTPFailure>) {
        guard case .http(let call)? = current else { return }
        index += 1
        do throws(HTTPFailure) {
            for (name, value) in try call.values(in: try result.get()) {
                // A secret may come back as a number.
                let text = ActionValues.text(of: value)
                let hidden = secrets.hidden(in: text)
                values[name] = hidden == text ? value : .text(hidden)
            }
        } catch {
            fail(error.reason)
        }
    }

    /// Handles the result of publishing; `problem` is nil on success.
    mutating func published(problem: String?) {
        guard case .publish? = current else { return }
        index += 1
        if let problem { fail(problem) }
    }

    /// Handles the memory's answer to the request that ``next()`` returned.
    mutating func remembered(_ result: Result<[String: Parameter.Value], StoreError>) {
        guard current != nil else { return }
        index += 1
        switch result {
        // A value comes before its forms, which it would remove.
        case .success(let made): for (name, value) in made.sorted(by: { $0.key < $1.key }) { values[name] = value }
        case .failure(let error): fail(error.reason, spoken: error.spoken)
        }
    }

    /// Handles the audio events that an act on the conversation has returned.
    mutating func performed(_ events: [AudioEvent]) {
        guard current != nil else { return }
        index += 1
        pending += events
    }

    /// Ends the plan before the step that ``next()`` returned.
    mutating func interrupt(_ interruption: ActionInterruption) {
        problem = interruption.reason
        pending = interruption.isTold ? [] : [.speech(.init(BuiltInSentence.interrupted.text()))]
    }

    private var current: Action? { problem == nil && index < actions.count ? actions[index] : nil }

    /// Checks for missing and oversized values before any action runs.
    private mutating func checkValues() {
        let produced = Set(actions.flatMap(\.madeNames)).union([Self.outputName])
        for name in actions.flatMap(\.templates).flatMap(\.names) where !produced.contains(name) {
            if let value = values.texts[name], value.unicodeScalars.count > Self.maximumValueLength {
                return fail("the value of {\(name)} has more than \(Self.maximumValueLength) characters")
            }
        }
        for name in actions.flatMap(\.templates).flatMap(\.requiredNames)
        where !produced.contains(name) && values.texts[name] == nil {
            return fail(Template.absence(of: name, in: values.texts))
        }
    }

    /// Ends the plan.
    /// - Parameter spoken: The sentence with the reason, for apps without an apology of their own.
    private mutating func fail(_ reason: String, spoken: BuiltInSentence? = nil) {
        problem = secrets.hidden(in: reason)
        if let spoken, failed == App.defaultFailed { return pending.append(.speech(.init(spoken.text()))) }
        pending += failed.audioEvents(values: values.spoken())
    }
}
