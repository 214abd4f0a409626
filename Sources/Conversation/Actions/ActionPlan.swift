import Messages

/// Carries a command out step by step. A pure value: it says what to do next, ``ActionRunner`` does it.
public struct ActionPlan: Sendable {
    /// The name under which templates find the first line that the last program wrote.
    public static let outputName = "output"
    /// The most characters that a value may have.
    public static let maximumValueLength = 4096

    /// What to do next.
    public enum Step: Sendable, Equatable {
        /// Let these be heard now: a program runs next, and may take its time.
        case play([AudioEvent])
        /// Run this, then tell ``ActionPlan/programEnded(_:)``.
        case run(ProgramCall)
        /// Nothing more; the outcome holds what has not been played yet.
        case done(ActionOutcome)
    }

    private let command: App.Command
    private let folder: String?
    private var values: [String: String]
    private var index = 0
    private var pending: [AudioEvent] = []
    private var logs: [String] = []
    private var problem: String?

    /// A plan for a command of an app; `folder` is the app's.
    public init(_ command: App.Command, _ invoked: CommandInvoked, folder: String? = nil) {
        self.command = command
        self.folder = folder
        values = invoked.parameters.mapValues(Self.text)
        // The name is the plan's own: nobody on the bus fills it in.
        values[Self.outputName] = nil
        checkValues()
    }

    /// A value as it is spoken, logged and passed on.
    public static func text(of parameter: Parameter) -> String {
        switch parameter.value {
        case .text(let text): text
        case .number(let number): SpokenNumber.text(number)
        }
    }

    /// What to do next.
    public mutating func next() -> Step {
        while problem == nil, index < command.actions.count {
            let action = command.actions[index]
            do throws(TemplateError) {
                switch action {
                case .speak, .tone, .silence:
                    if let event = try action.audioEvent(values: values) { pending.append(event) }
                case .log(let text):
                    logs.append(LogLine.clean(try text.render(values)))
                case .exec(let exec):
                    if !pending.isEmpty {
                        defer { pending = [] }
                        return .play(pending)
                    }
                    switch try call(exec) {
                    case .success(let call): return .run(call)
                    case .failure(let failure): fail(failure.reason)
                    }
                }
            } catch {
                fail(error.reason)
            }
            index += 1
        }
        return .done(ActionOutcome(events: pending, problem: problem, logs: logs))
    }

    /// Takes what came of the program that ``next()`` asked to run.
    public mutating func programEnded(_ result: Result<ProgramOutput, ProgramFailure>) {
        guard problem == nil, index < command.actions.count, case .exec(let exec) = command.actions[index] else {
            return
        }
        index += 1
        switch result {
        case .success(let output):
            values[Self.outputName] = output.firstLine
            if output.dropped > 0 {
                logs.append("\(exec.program) wrote too much: \(output.dropped) bytes were dropped")
            }
        case .failure(let failure):
            fail(failure.reason)
        }
    }

    /// A value that lacks is found before anything is done, not half-way.
    private mutating func checkValues() {
        let names = command.actions.flatMap(\.templates).flatMap(\.names).filter { $0 != Self.outputName }
        for name in names {
            guard let value = values[name] else {
                return fail("there is no value for {\(name)}: it was not said")
            }
            guard value.unicodeScalars.count <= Self.maximumValueLength else {
                return fail("the value of {\(name)} has more than \(Self.maximumValueLength) characters")
            }
        }
    }

    private mutating func fail(_ reason: String) {
        problem = reason
        // An apology that lacks a value itself is left out; the problem is told all the same.
        pending += command.failed.compactMap { try? $0.audioEvent(values: values) }
    }

    private func call(_ exec: Exec) throws(TemplateError) -> Result<ProgramCall, ProgramFailure> {
        var arguments: [String] = []
        var optionsMayCome = true
        for template in exec.arguments {
            let argument = try template.render(values)
            if argument.utf8.contains(0) {
                return .failure(ProgramFailure(.badArgument, "an argument of \(exec.program) holds a NUL character"))
            }
            if optionsMayCome, argument.hasPrefix("-"), case .value = template.pieces.first {
                return .failure(
                    ProgramFailure(
                        .badArgument,
                        "\"\(LogLine.clean(argument, limit: 80))\" would be an option of \(exec.program): put \"--\" "
                            + "before {\(template.names.first ?? "")} if the program knows it"))
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
