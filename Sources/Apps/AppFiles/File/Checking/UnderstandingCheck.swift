import Foundation
import SaybusConversation
import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import SaybusSupport

/// A check for what is said in vain: phrases that cannot be understood, or that take all words, and what cannot be
/// stopped.
struct UnderstandingCheck {
    let file: String
    let app: App
    let map: AppFileMap

    /// The findings, in no order.
    var findings: [AppFinding] {
        [unusable, silent, greedy, misnamed, unmet, unknown, foreign, untranslated, unstoppable, unset].flatMap(\.self)
    }

    private func place(_ command: String, _ pattern: String) -> AppFileMap.Place? {
        map.patterns[command]?[pattern] ?? map.commands[command]
    }

    private func quoted(_ text: String) -> String { "\"\(LogLine.clean(text, limit: 80))\"" }

    /// The patterns that the matcher leaves out.
    private var unusable: [AppFinding] {
        PatternMatcher([app.catalog.unscoped]).problems.map { problem in
            AppFinding(
                .unreachable, file, place(problem.command, problem.pattern),
                "command \(problem.command): \(quoted(problem.pattern)) is not used: \(problem.sentence)")
        }
    }

    /// The patterns whose own plainest sentence means nothing.
    private var silent: [AppFinding] {
        let catalog = app.catalog.unscoped
        let matcher = PatternMatcher([catalog])
        let broken = Set(matcher.problems.map(\.pattern))
        return app.commands.flatMap { command in
            command.unconditionalPatterns.compactMap { pattern -> AppFinding? in
                guard !broken.contains(pattern.text),
                    let sentence = catalog.example(of: [pattern.text], slots: command.slots),
                    matcher.match(sentence).isEmpty
                else { return nil }
                return AppFinding(
                    .unreachable, file, place(command.type, pattern.text),
                    "command \(command.type): \(quoted(pattern.text)) is never understood: not even "
                        + "\(quoted(sentence)) is; look at its types")
            }
        }
    }

    /// The patterns without a word of their own, which take everything that is said.
    private var greedy: [AppFinding] {
        app.commands.flatMap { command in
            command.unconditionalPatterns.compactMap { pattern -> AppFinding? in
                let types = PhraseTemplate.parameterTypes([pattern], declared: command.slots)
                guard pattern.words.isEmpty, !types.isEmpty,
                    types.values.allSatisfy({ $0 == PhraseTemplate.textType })
                else { return nil }
                return AppFinding(
                    .greedy, file, place(command.type, pattern.text),
                    "command \(command.type): \(quoted(pattern.text)) takes whatever is said and means nothing else; "
                        + "give it a word of its own")
            }
        }
    }

    /// The patterns of the commands about the voice whose parameters have other names than these commands read.
    private var misnamed: [AppFinding] {
        app.commands.flatMap { command -> [AppFinding] in
            guard let name = AppConversation.parameters[command.type],
                command.actions.contains(.adjustSpeech(command.type))
            else { return [] }
            return command.allPatterns.compactMap { pattern -> AppFinding? in
                let names = pattern.parameters.map(\.name)
                guard !names.isEmpty, !names.contains(name) else { return nil }
                return AppFinding(
                    .unused, file, place(command.type, pattern.text),
                    "command \(command.type): \(quoted(pattern.text)) gives it no value: its parameter must be called "
                        + name)
            }
        }
    }

    /// The groups whose conditions nothing can meet.
    private var unmet: [AppFinding] {
        let contexts = app.slotTypes.flatMap(\.values).compactMap(\.context)
        let facts = AppFileReader.facts.union(contexts.flatMap(\.keys))
        return app.commands.flatMap { command in
            command.groups.flatMap { group in
                group.requires.compactMap { fact, condition -> AppFinding? in
                    let isPossible =
                        AppFileReader.facts.contains(fact) || condition.values == nil && facts.contains(fact)
                        || contexts.contains { context in
                            context[fact].map { condition.values?.contains($0) == true } ?? false
                        }
                    guard !isPossible, let pattern = group.patterns.first else { return nil }
                    return AppFinding(
                        .unreachable, file, place(command.type, pattern.text),
                        "command \(command.type): \(quoted(pattern.text)) is never understood: it requires the fact "
                            + "\(fact), and no value's context has it so; known are \(facts.sorted().joined(separator: ", "))"
                    )
                }
            }
        }
    }

    /// The language that is none.
    private var unknown: [AppFinding] {
        let code = String(app.language.prefix { $0 != "-" })
        guard !Locale.LanguageCode(code).isISOLanguage else { return [] }
        return [
            AppFinding(
                .language, file, nil,
                "the language \(app.language) is unknown: write a code of ISO 639, such as en-US, de or fr-CA")
        ]
    }

    /// Numbers, times and sentences of another language than the one in use.
    private var foreign: [AppFinding] {
        app.languageProblems().map { AppFinding(.language, file, nil, $0) }
    }

    /// Standard commands of an app in another language that can be given in English only.
    private var untranslated: [AppFinding] {
        guard Language.code(of: app.language) != "en" else { return [] }
        return app.commands.compactMap { command in
            guard let builtIn = StandardCommand.recognizers[command.type]?.patterns, !command.patterns.isEmpty,
                command.groups.isEmpty, Set(command.patterns.map(\.text)) == Set(builtIn)
            else { return nil }
            return AppFinding(
                .language, file, map.commands[command.type],
                "command \(command.type): its built-in phrases are English, and the language is \(app.language): "
                    + "write \"patterns\", too")
        }
    }

    /// Timers and alarms that ring and cannot be stopped.
    private var unstoppable: [AppFinding] {
        guard !app.actions.contains(.stopRinging),
            let command = app.commands.first(where: { command in
                command.actions.flatMap(\.schedules).contains { !$0.ring.isEmpty }
            })?.type
        else { return [] }
        return [
            AppFinding(
                .unstoppable, file, map.commands[command],
                "command \(command) sets something that rings, and no command stops it: add one with \"cancel: ringing\""
            )
        ]
    }

    /// The secrets that have no value here.
    private var unset: [AppFinding] {
        map.lackingSecrets.map { name, place in
            AppFinding(
                .unset, file, place,
                "the secret \(name) has no value here; where the app runs, it must be in the environment or in the file "
                    + "that \"secrets\" names")
        }
    }
}
