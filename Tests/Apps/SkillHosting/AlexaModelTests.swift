import Foundation
import SaybusInteractionModels
import SaybusMessages
import SaybusPhrases
import SaybusSkillHosting
import SaybusSkills
import SaybusSupport
import SaybusTesting
import Testing

@Suite("Published interaction models")
struct AlexaModelTests {
    private static let folder = root.deletingLastPathComponent().appending(path: "shared/data/alexa")

    @Test(
        "sentences made of an intent's samples invoke that intent",
        .enabled(if: FileManager.default.fileExists(atPath: folder.path), "../shared/data/alexa is there"),
        arguments: ["adventure-game", "fact-in-skill-purchases", "howto", "salesforce"])
    func reached(name: String) throws {
        let model = try SkillModel(contentsOf: Self.folder.appending(path: "\(name).json").path)
        var random: any RandomNumberGenerator = SplitMix(seed: 1)
        var sentences = 0
        for intent in model.interaction.intents {
            for pattern in intent.patterns {
                let sampler = PhraseSampler { slot, _ in Self.value(of: slot.name, intent, model) }
                for _ in 0..<3 {
                    let expression = try PhraseTemplate(pattern).expression
                    let sampled = sampler.sample(expression, using: &random)
                    let made = try #require(sampled, "\(name): \(pattern)")
                    let sentence = made.split(separator: " ").joined(separator: " ")
                    sentences += 1
                    guard case .intent(let found) = model.reading(of: sentence, expecting: .intents) else {
                        Issue.record("\(name): \"\(sentence)\" reaches nothing")
                        continue
                    }
                    // Some models have the same sample in two intents, or values that are another intent's
                    // sample.
                    let isTheirs = model.interaction.intents.contains {
                        $0.name == found.name && $0.patterns.contains { Self.says(sentence, $0) }
                    }
                    #expect(
                        found.name == intent.name || isTheirs,
                        "\(name): \"\(sentence)\" reaches \(found.name) instead of \(intent.name)")
                }
                // The sentence also works together with the invocation name.
                let invocation = try #require(model.interaction.invocationName)
                let expression = try PhraseTemplate(pattern).expression
                if let made = sampler.sample(expression, using: &random) {
                    let reading = model.reading(of: "ask \(invocation) to \(made)", expecting: .call)
                    #expect(reading != nil, "\(name): ask \(invocation) to \(made)")
                }
            }
        }
        #expect(sentences > 0)
        #expect(SkillCheck(model).used.first?.count == model.interaction.intents.count)
    }

    /// Returns whether a sentence is one of the texts of a pattern; true when the pattern's texts cannot be
    /// listed.
    private static func says(_ sentence: String, _ pattern: String) -> Bool {
        guard let texts = (try? PhraseTemplate(pattern))?.expression.texts(limit: 200) else { return true }
        let words = Words.normalize(sentence)
        return texts.contains { Words.normalize($0.text) == words }
    }

    private static func value(of slot: String, _ intent: InteractionModel.Intent, _ model: SkillModel) -> String? {
        let type = intent.slots.first { $0.name == slot }?.type ?? ""
        if let value = model.interaction.types.first(where: { $0.name == type })?.values.first { return value.value }
        return switch type {
        case "AMAZON.NUMBER": "twelve"
        case "AMAZON.FOUR_DIGIT_NUMBER": "six oh four five"
        case "AMAZON.DATE": "tomorrow"
        case "AMAZON.TIME": "half past seven"
        case "AMAZON.DURATION": "ten minutes"
        default: "something"
        }
    }
}
