import SaybusInteractionModels
import SaybusMessages
import SaybusPatternMatching
import SaybusSkillHosting
import SaybusSkills
import SaybusStage
import SaybusTerminal

/// `saybus skill script`: a script of dialogs, made from a model, with what the skill says to them today.
///
/// The script has a dialog for each intent: the skill is opened, and one of the intent's sentences is said. It is a
/// beginning for regression tests: dialogs are added and corrected by hand.
public struct SkillScriptWriter: Sendable {
    private let model: SkillModel
    private let skill: any Skill

    /// Creates a writer for a model, or for a skill's description or folder, whose skill must run.
    /// - Throws: `StageFailure` when the file is no model.
    public init(_ file: String) throws {
        model = try SkillModel(ofSkill: file)
        skill = file.hasSuffix(".json") ? DelegatingSkill() : try SkillDescription(contentsOf: file).skill
    }

    /// Writes the script in YAML.
    /// - Throws: `StageFailure` with code `unavailable` when the skill does not answer.
    public func run(_ output: TextOutput = .standardOutput) async throws {
        let device = await SimulatedDevice(of: model)
        do { try await write(output, device.identity) } catch {
            await device.close()
            throw error
        }
        await device.close()
    }

    private func write(_ output: TextOutput, _ identity: SkillIdentity) async throws {
        output.line("# Run it: saybus skill simulate MODEL --script THIS-FILE")
        output.line("dialogs:")
        for (intent, sentence) in sentences {
            var simulation = SkillSimulation(model: model, skill: skill, identity: identity)
            output.line("  - name: \(Self.quoted(intent))")
            output.line("    turns:")
            for text in [model.openingPhrase, sentence] {
                let turn = await simulation.say(text)
                if let failure = turn.output?.failure { throw StageFailure(.unavailable, failure) }
                var line = "user: \(Self.quoted(text)), request: \(Self.quoted(turn.request))"
                if !turn.speech.isEmpty { line += ", speech: \(Self.quoted(turn.speech))" }
                output.line("      - {\(line)}")
                if !simulation.isOpen { break }
            }
            await simulation.close()
        }
    }

    /// The plainest sentence of each intent that can be said.
    private var sentences: [(intent: String, sentence: String)] {
        let catalog = model.catalog(for: .intents)
        var sampler = SentenceSampler(catalog, seed: 1)
        return model.interaction.intents.compactMap { intent in
            let own = catalog.commandPatterns.filter { $0.command.type == intent.name }
            // The sample with most slots covers most.
            let best = own.max { $0.parameters.count < $1.parameters.count }
            return best.flatMap { sampler.sentence(of: $0) }.map { (intent.name, $0.lowercased()) }
        }
    }

    /// Returns a text in double quotes, for YAML.
    private static func quoted(_ text: String) -> String { JSONValue.string(text).text() }
}
