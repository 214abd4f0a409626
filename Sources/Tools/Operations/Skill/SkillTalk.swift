import Foundation
import Logging
import SaybusBus
import SaybusConversation
import SaybusMessages
import SaybusSkillHosting
import SaybusSkills
import SaybusStage
import SaybusSupport
import SaybusTerminal

/// `saybus skill talk`: a conversation with a skill in a terminal, by keys or microphone, through a pipeline of its
/// own; beside it what the skill is asked and answers.
public struct SkillTalk: Sendable {
    /// The settings of a conversation.
    public struct Options: Sendable {
        /// The skill's URL; nil for the skill that the description names.
        public var endpoint: String?
        /// The microphone, with an empty name for the default one; nil for keys only.
        public var microphone: String?
        /// The destination of sound; nil is the loudspeaker if there is one.
        public var sink: String?
        /// The options that choose the synthesizer and the voice.
        public var synthesizer: [String] = []
        /// Whether whole envelopes are shown instead of a line for each.
        public var showsJSON = false

        /// Creates the default settings.
        public init() {}
    }

    /// Time that the pipeline's programs have to start.
    private static let startTime = Duration.seconds(30)
    private static let indent = "        "

    private let file: String
    private let stage: SkillStage
    private let options: Options
    private let output: TextOutput
    private let finder: ProgramFinder

    /// Creates a conversation with a skill.
    /// - Parameters:
    ///   - file: An interaction model, or a skill's description or folder.
    ///   - options: The settings.
    ///   - output: The destination of the conversation.
    ///   - finder: The search for the pipeline's programs.
    /// - Throws: `StageFailure` with code `no-input` or `configuration`.
    public init(
        _ file: String, options: Options = Options(), output: TextOutput = .standardOutput,
        finder: ProgramFinder = ProgramFinder()
    ) throws {
        (self.file, self.options, self.output, self.finder) = (file, options, output, finder)
        let skill = ObservedSkill(
            skill: try SkillDialog.skill(of: file, endpoint: options.endpoint),
            onRequest: { [options, output] in Self.show($0, EnvelopeSummary.line($0), options.showsJSON, output) },
            onAnswer: { [options, output] in
                switch $0 {
                case .success(let answer):
                    Self.show(answer, EnvelopeSummary.line(answer), options.showsJSON, output)
                case .failure(let error): output.line(LineSplitter.printable("\(Self.indent)← no answer: \(error)"))
                }
            })
        stage = SkillStage(model: try SkillModel(ofSkill: file), skill: skill)
    }

    private static func show(_ envelope: some SkillEnvelope, _ line: String, _ isJSON: Bool, _ output: TextOutput) {
        var line = line
        if isJSON {
            let json = (try? envelope.json()).map { String(decoding: $0, as: UTF8.self) } ?? "?"
            line = "\(line.prefix(2))\(json)"
        }
        output.line(output.style.paint(LineSplitter.printable(indent + line), .dim))
    }

    /// Talks until the input ends, then ends the pipeline.
    /// - Parameters:
    ///   - log: Gets the lines of the pipeline's programs.
    ///   - nextLine: Returns the next line of the user; nil at the end.
    /// - Throws: `StageFailure` when the pipeline cannot start.
    public func run(
        log: TextOutput = .standardError, nextLine: @escaping @Sendable () async -> String?
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "saybus-talk-\(getpid())").path
        try PrivateDirectory.create(folder)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let address = try BusAddress("ipc://\(folder)/bus")
        let runner = PipelineRunner(try programs(address), launcher: finder.executable, output: log)
        let (stops, stop) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await runner.run(stops: stops)
                return false
            }
            group.addTask {
                // Whatever happens, the programs end.
                defer { stop.finish() }
                defer { stop.yield() }
                try await talk(address, nextLine)
                return true
            }
            for try await hasTalked in group where !hasTalked { break }
            group.cancelAll()
        }
    }

    private func programs(_ address: BusAddress) throws -> [ChildProgram] {
        var plan = PipelinePlan(bus: address.url, logLevel: "error")
        plan.without = [.dispatch]
        // The audio stage plays the sound files of the skill's folder.
        if file.hasSuffix(".json") { plan.withoutApp = true } else { plan.skills = [file] }
        (plan.sink, plan.synthesizer) = (options.sink, options.synthesizer)
        if let microphone = options.microphone {
            plan.input = .microphone(microphone.isEmpty ? nil : microphone)
            plan.listening = ["--push-to-talk"]
        }
        // Without a loudspeaker the sound goes nowhere: the conversation can be read.
        if options.sink == nil, options.microphone == nil { plan.sink = "null" }
        return try plan.programs(finder, hasLoudspeaker: { true }).programs
    }

    private func talk(_ address: BusAddress, _ nextLine: @escaping @Sendable () async -> String?) async throws {
        let silent = Logger(label: "skill", factory: { _ in SwiftLogNoOpLogHandler() })
        guard let source = Source(role: .dispatch, instance: "skill-talk") else { return }
        let bus = try Bus(at: address, as: source, tracking: ConversationManager.tracking, logger: silent)
        try await withClosing(bus) {
            let statuses = bus.subscribe(StageStatus.self)
            try await bus.ready(within: Self.startTime)
            let hosting = Task { try await stage.run(on: bus, logger: silent) }
            guard await statuses.firstElement(within: Self.startTime, where: { _ in isReady(bus) }) != nil else {
                throw StageFailure(.unavailable, "the pipeline was not ready within \(Self.startTime.inWords)")
            }
            output.line(LineSplitter.printable("Say \"\(stage.model.openingPhrase)\"."))
            try await Talk(at: address, wait: Self.startTime).run(output: output, nextLine: nextLine)
            hosting.cancel()
            _ = await hosting.result
        }
    }

    /// Returns whether all stages of the conversation are ready, and the recognizer of intents knows the skill.
    private func isReady(_ bus: Bus) -> Bool {
        let roles: [Role] = [.audio] + (options.microphone == nil ? [] : [.listen, .transcribe])
        let stages = bus.presence.members.values.map(\.status).filter { $0.state == .ready }
        // It knows the skill when it has its catalog.
        let knows = stages.contains {
            $0.role == .intent && $0.catalogRevision?.contains("\(stage.model.app)@") == true
        }
        return knows && roles.allSatisfy { role in stages.contains { $0.role == role } }
    }
}
