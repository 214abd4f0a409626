/// The suggestions of an app's own matchers for an utterance, as far as they have answered.
@ConversationActor
final class MatcherAnswers {
    private var answers: [ObjectIdentifier: [(matcher: Int, suggestion: CommandSuggestion)]] = [:]

    /// The suggestions so far, by recognizer, in the order of its matchers.
    var suggestions: [ObjectIdentifier: [CommandSuggestion]] {
        answers.mapValues { found in found.sorted { $0.matcher < $1.matcher }.map { $0.suggestion } }
    }

    /// Asks the matchers of recognizers that only the app itself can ask, side by side.
    func ask(_ recognizers: [VerbalCommandRecognizer], about text: String) async {
        await withDiscardingTaskGroup { group in
            for recognizer in recognizers {
                for index in recognizer.appOnlyMatchers.indices {
                    group.addTask { await self.ask(recognizer, index, about: text) }
                }
            }
        }
    }

    /// Asks a matcher of a recognizer. One that has been removed meanwhile is not asked.
    private func ask(_ recognizer: VerbalCommandRecognizer, _ index: Int, about text: String) async {
        let matchers = recognizer.appOnlyMatchers
        guard matchers.indices.contains(index), let suggestion = await matchers[index].attemptMatch(text) else {
            return
        }
        answers[ObjectIdentifier(recognizer), default: []].append((index, suggestion))
    }
}
