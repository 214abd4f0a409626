import SaybusMessages
import SaybusSkillHosting
import SaybusSkills
import SaybusTerminal

/// `saybus skill simulate`: a dialog with a skill in the terminal, or the dialogs of a script.
public struct SkillDialog: Sendable {
    private let model: SkillModel
    private let skill: any Skill
    private let showsEnvelopes: Bool

    /// Creates a dialog with a skill.
    /// - Parameters:
    ///   - file: An interaction model, or a skill's description or folder.
    ///   - endpoint: The skill's URL; nil for the skill that the description names. An interaction model without an
    ///     endpoint is simulated with its dialogs alone.
    ///   - showsEnvelopes: Whether requests and responses are printed.
    /// - Throws: `StageFailure` with code `no-input` or `configuration`.
    public init(_ file: String, endpoint: String? = nil, showsEnvelopes: Bool = false) throws {
        model = try SkillModel(ofSkill: file)
        skill = try Self.skill(of: file, endpoint: endpoint)
        self.showsEnvelopes = showsEnvelopes
    }

    /// Returns the skill at an address, or that of a description; without both, one that only delegates.
    static func skill(of file: String, endpoint: String?) throws -> any Skill {
        if let endpoint { return HTTPSkill(url: endpoint) }
        return file.hasSuffix(".json") ? DelegatingSkill() : try SkillDescription(contentsOf: file).skill
    }

    /// Answers each line of standard input until it ends.
    /// - Returns: False when the skill failed to answer a request.
    public func run(_ output: TextOutput = .standardOutput) async -> Bool { await run(InputLines(), output) }

    /// Answers each line; an empty line stands for silence.
    /// - Returns: False when the skill failed to answer a request.
    @discardableResult
    public func run(_ lines: some AsyncSequence<String, Never>, _ output: TextOutput) async -> Bool {
        output.line(LineSplitter.printable("say \"\(model.openingPhrase)\"; an empty line is silence"))
        let device = await SimulatedDevice(of: model)
        var simulation = SkillSimulation(model: model, skill: skill, identity: device.identity)
        var hasFailed = false
        for await line in lines {
            let turn = await simulation.say(line)
            show(turn, output)
            hasFailed = hasFailed || turn.output?.failure != nil
        }
        await simulation.close()
        await device.close()
        return !hasFailed
    }

    /// Runs the dialogs of a script, and prints the differences.
    /// - Returns: False when a dialog differs.
    public func run(script file: String, _ output: TextOutput = .standardOutput) async throws -> Bool {
        let script = try DialogScript(contentsOf: file)
        var failures: Set<String> = []
        var coverage = SkillCoverage(model)
        let device = await SimulatedDevice(of: model)
        let differences = await script.differences(model: model, skill: skill, identity: device.identity) {
            turn, result in
            coverage.record(result)
            // Each kind of failure is printed once: a skill that is not running fails in every turn.
            if let failure = result.output?.failure, failures.insert(result.speech).inserted {
                output.line(LineSplitter.printable("(\(failure))"))
            }
            guard showsEnvelopes else { return }
            output.line(LineSplitter.printable("> \(turn.user)"))
            show(result, output)
        }
        await device.close()
        for difference in differences { output.line(LineSplitter.printable(difference.description)) }
        let turns = script.dialogs.reduce(0) { $0 + $1.turns.count }
        output.line("\(script.dialogs.count) dialogs, \(turns) turns, \(differences.count) differences")
        output.line(LineSplitter.printable(coverage.description))
        return differences.isEmpty
    }

    private func show(_ turn: SkillSimulation.Turn, _ output: TextOutput) {
        if showsEnvelopes {
            for exchange in turn.exchanges { output.line(LineSplitter.printable(Self.text(of: exchange))) }
        }
        guard let result = turn.output else {
            return output.line("(this is for nobody: the skill is not open)")
        }
        for problem in result.problems + [result.failure].compactMap(\.self) {
            output.line(LineSplitter.printable("(\(problem))"))
        }
        for card in result.cards {
            let parts = [card.title, card.text, card.largeImage ?? card.image].compactMap(\.self)
            output.line(LineSplitter.printable("(shown: \(([card.type] + parts).joined(separator: " · ")))"))
        }
        if !turn.speech.isEmpty {
            output.line(LineSplitter.printable(turn.speech))
        } else if turn.reason == nil {
            // The model alone, without a skill, has no answer: the recognized request is shown instead.
            let asked = [turn.request, turn.slots].filter { !$0.isEmpty }.joined(separator: " ")
            output.line(LineSplitter.printable("(\(asked): nothing is said to that)"))
        }
        if result.sessionState == .ends {
            output.line("(the session is over\(turn.reason.map { ": \($0.rawValue)" } ?? ""))")
        }
    }

    private static func text(of exchange: SkillSimulation.Exchange) -> String {
        do {
            switch exchange {
            case .request(let envelope): return try text(of: envelope, after: "→")
            case .response(let envelope): return try text(of: envelope, after: "←")
            }
        } catch {
            return "\(error)"
        }
    }

    private static func text(of envelope: some SkillEnvelope, after arrow: String) throws -> String {
        let json = String(decoding: try envelope.json(), as: UTF8.self)
        return "\(arrow) \(json)"
    }
}
