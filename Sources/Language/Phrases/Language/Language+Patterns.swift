extension Language {
    /// Returns what is wrong with the first pattern that cannot be used; nil when all can.
    ///
    /// Such a pattern would be left out in silence: nobody could say the word that it should match.
    var patternProblem: String? {
        var lists = [("replies.yes", replies.yes), ("replies.no", replies.no)]
        if let questions {
            lists += [
                ("questions.cancel", questions.cancel), ("questions.stop", questions.stop ?? []),
                ("questions.help", questions.help), ("questions.again", questions.again),
                ("questions.pardon", questions.pardon ?? []),
                ("questions.options", questions.options), ("questions.more", questions.more),
                ("questions.last", questions.last ?? []), ("questions.dismissing", questions.dismissing ?? []),
            ]
        }
        if let skills {
            lists += [("skills.open", skills.open), ("skills.before", skills.before), ("skills.after", skills.after)]
            lists.append(("skills.close", skills.close ?? []))
            lists += skills.intents.sorted { $0.key < $1.key }.map { ("skills.intents.\($0.key)", $0.value) }
        }
        for (name, patterns) in lists {
            for pattern in patterns {
                // The place of a skill's name stands for words.
                let words = pattern.split(separator: SkillVocabulary.name, omittingEmptySubsequences: false)
                do throws(PhraseError) { _ = try PhraseTemplate(words.joined(separator: "x")) } catch {
                    return "\(name): \"\(pattern)\" is no pattern: \(error.reason)"
                }
            }
        }
        return nil
    }
}
