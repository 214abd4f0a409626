import Foundation
import SaybusInteractionModels
import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases

extension SkillModel {
    /// The plainest words that open the skill, in its language: `open pizza place`.
    public var openingPhrase: String {
        let name = interaction.invocationName ?? app
        // A name may have signs that mean something in a pattern.
        let place = "skillname"
        let pattern = vocabulary.open.first?.replacingOccurrences(of: SkillVocabulary.name, with: place)
        let words = pattern.flatMap { Catalog(app: "", commands: []).example(of: [$0]) } ?? place
        return words.replacingOccurrences(of: place, with: name)
    }
}
