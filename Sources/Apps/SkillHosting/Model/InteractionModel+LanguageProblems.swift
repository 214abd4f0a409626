import SaybusInteractionModels
import SaybusPhrases

extension InteractionModel {
    /// Returns the problems of a skill whose language is not the one in use: values are read, and it is opened, in
    /// another one.
    func languageProblems(in language: Language = .inUse) -> [String] {
        let used = language.numbers.language
        guard !used.isEmpty else { return [] }
        let name = Language.code(of: used) == "en" ? "English" : "\(used), the language of SAYBUS_LANGUAGE"
        let remedy = "write a file with saybus language, and set SAYBUS_LANGUAGE to it"
        var problems: [String] = []
        let types = Set(intents.flatMap { $0.slots.map(\.type) }).filter { SkillModel.normalizesValues($0) }
        if !types.isEmpty, !language.isFor(self.language) {
            problems.append(
                "the language is \(self.language), and values of \(types.sorted().joined(separator: ", ")) are read in "
                    + "\(name): \(remedy)")
        }
        let words = SkillVocabulary.words(for: self.language, in: language)
        if Language.code(of: self.language) != "en", Set(words.open) == Set(SkillVocabulary.english.open) {
            problems.append(
                "the language is \(self.language), and the phrases that open the skill, and the built-in intents, are "
                    + "English: \(remedy); its \"skills\", \"replies\" and \"questions\" have them")
        }
        return problems
    }
}
