import Foundation
import SaybusInteractionModels
import SaybusPatternMatching
import SaybusStage
import SaybusSupport
import SaybusTerminal

/// `saybus evaluate intent --home-assistant` and `--alexa`: evaluates the matching of the templates in a checkout of
/// Home Assistant's intents or in an Alexa interaction model.
public struct TemplateEvaluation: Sendable {
    /// The templates and their tests.
    public enum Material: Sendable {
        /// A checkout of Home Assistant's intents, with the tests that it holds.
        case homeAssistant(folder: String, language: String)
        /// All languages of a checkout of Home Assistant's intents, or of the package `home-assistant-intents`.
        case homeAssistantLanguages(folder: String)
        /// An Alexa interaction model, with a file of labelled utterances.
        case alexa(model: String, utterances: String)
    }

    /// The maximum number of failures and of problems that are listed.
    static let maximumListed = 50

    private let material: Material
    private let peers: [IntentPeer]
    private let isJSON: Bool

    /// Creates an evaluation.
    ///
    /// - Parameters:
    ///   - material: The templates and their tests.
    ///   - peers: Other matchers that run the same tests: only `hassil`, and only for Home Assistant.
    ///   - isJSON: Whether the figures are printed as JSON.
    public init(_ material: Material, peers: [IntentPeer] = [], isJSON: Bool) {
        (self.material, self.peers, self.isJSON) = (material, peers, isJSON)
    }

    /// Runs the tests and prints the figures.
    /// - Throws: `StageFailure` when a file cannot be read, or a peer cannot be run.
    public func run(output: TextOutput = .standardOutput) async throws {
        if case .homeAssistantLanguages(let folder) = material {
            guard peers.isEmpty else { throw StageFailure(.usage, "--peers takes one --language") }
            return try LanguageEvaluation(folder: folder, isJSON: isJSON).run(output: output)
        }
        var all = [try figures()]
        for peer in peers {
            guard case .homeAssistant(let folder, let language) = material, peer == .hassil else {
                throw StageFailure(.usage, "--peers takes hassil with --home-assistant, and nothing with --alexa")
            }
            all.append(try await HassilPeer.judge(folder: folder, language: language))
        }
        if isJSON {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            output.line(String(decoding: try encoder.encode(FiguresWithPeers(all: all)), as: UTF8.self))
        } else {
            for line in all.flatMap(\.lines) { output.line(line) }
        }
    }

    private func figures() throws -> TemplateFigures {
        ProcessMemory.resetPeak()
        do {
            switch material {
            case .homeAssistant(let folder, let language): return try homeAssistant(folder, language)
            case .homeAssistantLanguages: return TemplateFigures(engine: "pattern", utterances: 0, frameAccuracy: 0)
            case .alexa(let model, let utterances): return try alexa(model, utterances)
            }
        } catch let error as InteractionModelError {
            throw StageFailure(error.code == .unreadable ? .noInput : .badData, "\(error)")
        }
    }

    private func homeAssistant(_ folder: String, _ language: String) throws -> TemplateFigures {
        let began = ContinuousClock.now
        let model = try HomeAssistantModel(contentsOf: folder, language: language)
        let homes = try HomeAssistantTests.all(in: folder, language: language)
        // The speed is that of one matcher with all names, the accuracy that of each home.
        let matcher = PatternMatcher([model.catalog(entities: HomeAssistantTests.entities(of: homes))])
        let time = ContinuousClock.now - began
        let evaluation = HomeAssistantEvaluation(homes) { entities in
            homes.count == 1 ? matcher : PatternMatcher([model.catalog(entities: entities)])
        }
        let right = Double(evaluation.sentences - evaluation.failures.count)
        var figures = TemplateFigures(
            engine: "pattern", templates: model.sentenceCount, utterances: evaluation.sentences,
            frameAccuracy: right / Double(max(1, evaluation.sentences)))
        figures.intentAccuracy =
            Double(evaluation.sentences - evaluation.wrongIntents) / Double(max(1, evaluation.sentences))
        figures.inScopeAccuracy = figures.intentAccuracy
        figures.macroF1 = evaluation.macroF1
        figures.slotF1 = evaluation.slotF1
        figures.failures = evaluation.failures.map {
            "\($0.place) \"\($0.text)\": \($0.expected), found \($0.found.isEmpty ? "nothing" : $0.found)"
        }
        let texts = homes.flatMap(\.cases).map { (text: $0.text, context: $0.context) }
        complete(&figures, matcher, texts, time, model.problems)
        return figures
    }

    private func alexa(_ file: String, _ utterances: String) throws -> TemplateFigures {
        let began = ContinuousClock.now
        let model = try InteractionModel(contentsOf: file)
        let matcher = PatternMatcher([model.catalog()])
        let time = ContinuousClock.now - began
        let labelled = try LabelledUtterances(contentsOf: utterances)
        let evaluation = UtteranceEvaluation(labelled, matcher)
        var figures = TemplateFigures(
            engine: "pattern", templates: matcher.patternCount, utterances: evaluation.utterances,
            frameAccuracy: evaluation.frameAccuracy)
        figures.intentAccuracy = evaluation.intentAccuracy
        figures.inScopeAccuracy = evaluation.inScopeAccuracy
        figures.outOfScopeRecall = evaluation.outOfScopeRecall
        figures.macroF1 = evaluation.macroF1
        figures.slotF1 = evaluation.slotF1
        figures.failures = evaluation.failures.map {
            "line \($0.line) \"\($0.text)\": \($0.expected ?? "nothing"), found \($0.found ?? "nothing")"
        }
        complete(&figures, matcher, labelled.items.map { ($0.text, [:]) }, time, model.problems)
        return figures
    }

    /// Adds the figures that are measured in the same way for all templates.
    private func complete(
        _ figures: inout TemplateFigures, _ matcher: PatternMatcher,
        _ texts: [(text: String, context: [String: String])], _ time: Duration, _ problems: [InteractionModelError]
    ) {
        figures.trainSeconds = time / .seconds(1)
        let speed = MatchingSpeed(texts, matcher)
        figures.utterancesPerSecond = speed?.utterancesPerSecond
        figures.medianMicroseconds = speed?.medianMicroseconds
        figures.p99Microseconds = speed?.p99Microseconds
        figures.peakMemoryBytes = ProcessMemory.peak()
        figures.failures = figures.failures.map { Array($0.prefix(Self.maximumListed)) }
        let told = problems.map(\.description) + matcher.problems.map(\.description)
        figures.problems = Array(told.prefix(Self.maximumListed))
    }
}
