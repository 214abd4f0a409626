import SaybusExternalEngines
import SaybusMessages
import SaybusSupport

/// Carries actions out step by step. A pure value: it says what to do next, ``ActionRunner`` does it.
public struct ActionPlan: Sendable {
    /// The name under which templates find the first line that the last program wrote, or the last server answered.
    public static let outputName = "output"
    /// The most characters that a value may have.
    public static let maximumValueLength = 4096

    /// What to do next.
    public enum Step: Sendable, Equatable {
        /// Let these be heard now: something follows that may take its time.
        case play([AudioEvent])
        /// Run this, then tell ``ActionPlan/programEnded(_:)``.
        case run(ProgramCall)
        /// Ask this, then tell ``ActionPlan/answered(_:)``.
        case fetch(HTTPExchange)
        /// Publish this, then tell ``ActionPlan/published(problem:)``.
        case publish(OutgoingMessage)
        /// Do this to the conversation, then tell ``ActionPlan/performed(_:)``.
        case perform(ConversationAct)
        /// Nothing more; the outcome holds what has not been played yet.
        case done(ActionOutcome)
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

    /// A plan for actions.
    /// - Parameters:
    ///   - failed: What is heard when one of them fails.
    ///   - values: What their texts may name.
    ///   - folder: The app's folder.
    public init(_ actions: [Action], failed: [Action], values: ActionValues, folder: String? = nil) {
        (self.actions, self.failed, self.values, self.folder) = (actions, failed, values, folder)
        checkValues()
    }

    /// A plan for a command of an app; `folder` is the app's.
    public init(_ command: App.Command, _ invoked: CommandInvoked, folder: String? = nil) {
        var values = ActionValues(invoked.parameters)
        // These names are the plan's own: nobody on the bus fills them in.
        values[Self.outputName] = nil
        for case .http(let call) in command.actions { for name in call.outputs.keys { values[name] = nil } }
        self.init(command.actions, failed: command.failed, values: values, folder: folder)
    }

    /// What to do next.
    public mutating func next() -> Step {
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

    /// What one action needs from outside; nil when it is done.
    private mutating func step(_ action: Action) throws(TemplateError) -> Step? {
        switch action {
        case .speak, .tone, .file, .silence:
            if let event = try action.audioEvent(values: values.texts) { pending.append(event) }
        case .log(let text): logs.append(LogLine.clean(try text.render(values.texts)))
        case .exec(let exec):
            // A call that cannot be made is known before anything is heard of it.
            switch try call(exec) {
            case .success(let call): return heard() ?? .run(call)
            case .failure(let failure): fail(failure.reason)
            }
        case .http(let call):
            let exchange = try call.render(values)
            return heard() ?? .fetch(exchange)
        case .publish(let publication): return .publish(try publication.render(values))
        case .enter(let topic): return .perform(.enter(topic))
        case .leave(let topic): return .perform(.leave(topic))
        case .tell(let guidance): return .perform(.tell(guidance))
        case .adjustSpeech(let type): return .perform(.adjustSpeech(type, values))
        case .ask(let request): question = ActionOutcome.Question(request: request, values: values)
        }
        return nil
    }

    /// What waits to be heard, before something that may take its time.
    private mutating func heard() -> Step? {
        guard !pending.isEmpty else { return nil }
        defer { pending = [] }
        return .play(pending)
    }

    /// Takes what came of the program that ``next()`` asked to run.
    public mutating func programEnded(_ result: Result<ProgramOutput, ProgramFailure>) {
        guard case .exec(let exec)? = current else { return }
        index += 1
        switch result {
        case .success(let output):
            values[Self.outputName] = .text(output.firstLine)
            if output.dropped > 0 {
                logs.append("\(exec.program) wrote too much: \(output.dropped) bytes were dropped")
            }
        case .failure(let failure): fail(failure.reason)
        }
    }

    /// Takes what a web server answered.
    public mutating func answered(_ result: Result<[UInt8], HTTPFailure>) {
        guard case .http(let call)? = current else { return }
        index += 1
        do throws(HTTPFailure) {
            for (name, value) in try call.values(in: try result.get()) { values[name] = value }
        } catch {
            fail(error.reason)
        }
    }

    /// Takes whether the message was published; the problem when it was not.
    public mutating func published(problem: String?) {
        guard case .publish? = current else { return }
        index += 1
        if let problem { fail(problem) }
    }

    /// Takes what the conversation has to say to what was done to it.
    public mutating func performed(_ events: [AudioEvent]) {
        guard current != nil else { return }
        index += 1
        pending += events
    }

    private var current: Action? { problem == nil && index < actions.count ? actions[index] : nil }

    /// A value that lacks is found before anything is done, not half-way.
    private mutating func checkValues() {
        var made: Set = [Self.outputName]
        for case .http(let call) in actions { made.formUnion(call.outputs.keys) }
        for name in actions.flatMap(\.templates).flatMap(\.allNames) where !made.contains(name) {
            if let value = values.texts[name], value.unicodeScalars.count > Self.maximumValueLength {
                return fail("the value of {\(name)} has more than \(Self.maximumValueLength) characters")
            }
        }
        for name in actions.flatMap(\.templates).flatMap(\.names)
        where !made.contains(name) && values.texts[name] == nil {
            return fail("there is no value for {\(name)}: it was not said")
        }
    }

    private mutating func fail(_ reason: String) {
        problem = reason
        // An apology that lacks a value itself is left out; the problem is told all the same.
        pending += failed.compactMap { try? $0.audioEvent(values: values.texts) }
    }

    private func call(_ exec: Exec) throws(TemplateError) -> Result<ProgramCall, ProgramFailure> {
        var arguments: [String] = []
        var optionsMayCome = true
        for template in exec.arguments {
            let argument = try template.render(values.texts)
            if argument.utf8.contains(0) {
                return .failure(ProgramFailure(.badArgument, "an argument of \(exec.program) holds a NUL character"))
            }
            if optionsMayCome, argument.hasPrefix("-"), case .value(let name, _)? = template.pieces.first {
                return .failure(
                    ProgramFailure(
                        .badArgument,
                        "\"\(LogLine.clean(argument, limit: 80))\" would be an option of \(exec.program): put \"--\" "
                            + "before {\(name)} if the program knows it"))
            }
            if template.pieces == [.literal("--")] { optionsMayCome = false }
            arguments.append(argument)
        }
        return .success(
            ProgramCall(
                inFolder(exec.program), arguments, timeout: exec.timeout, directory: exec.directory ?? folder,
                environment: exec.environment))
    }

    /// A relative path starts at the app's folder; a name is looked for in `PATH`.
    private func inFolder(_ program: String) -> String {
        guard let folder, program.contains("/"), !program.hasPrefix("/") else { return program }
        return folder + "/" + program
    }
}
