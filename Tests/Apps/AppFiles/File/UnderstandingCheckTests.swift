import Foundation
import SaybusPhrases
import SaybusTesting
import Testing

@testable import SaybusAppFiles

@Suite("Warnings about what is said in vain")
struct UnderstandingCheckTests {
    @Test(
        "what can never be understood, takes everything, cannot be stopped or has no value is named with its line",
        arguments: [
            ("commands: {Go: {patterns: [\"@x\"], do: [{log: x}]}}", "k.yaml:2:", "takes whatever is said"),
            (
                "language: de\ncommands: {Go: {patterns: [\"geh @n:Number\"], do: [{log: x}]}}", "k.yaml: ",
                "set SAYBUS_LANGUAGE"
            ),
            ("commands: {Go: {patterns: [go], do: [{after: {time: 1h}}]}}", "k.yaml:2:", "\"cancel: ringing\""),
            (
                "commands: {Go: {patterns: [go], do: [{http: {url: 'http://h', bearer: '${NO_SUCH_SECRET}'}}]}}",
                "k.yaml:2:", "NO_SUCH_SECRET has no value here"
            ),
            (
                "commands: {Go: {patterns: [go], do: [{exec: [no-such-program, x]}]}}", "k.yaml:2:",
                "no program no-such-program here"
            ),
            (
                "commands: {Go: {patterns: [go], do: [{exec: [./tool]}]}}", "k.yaml:2:", "no program ./tool here"
            ),
            ("language: xx\ncommands: {Go: {patterns: [go], do: [{log: x}]}}", "k.yaml: ", "xx is unknown"),
            (
                "language: de\ncommands: {Go: {patterns: [halt], do: [{cancel: {kind: timer}}]}}", "k.yaml: ",
                "the sentences about timers are English"
            ),
            (
                "commands: {Go: {patterns: [\"play @what\"], refuse-below: 0.97, do: [{log: x}]}}", "k.yaml:2:",
                "is never carried out when it is spoken"
            ),
            (
                "commands: {Go: {patterns: [\"play @what\"], confirm-below: 0.97, do: [{log: x}]}}", "k.yaml:2:",
                "is asked about each time"
            ),
            (
                "commands: {Go: {groups: [{patterns: [up], requires: {floor: [first]}}], do: [{log: x}]}}", "k.yaml:2:",
                "it requires the fact floor"
            ),
            (
                "commands: {Go: {patterns: [go], slots: {place: String}, do: [{log: x}]}}", "k.yaml:2:",
                "no pattern has {place}"
            ),
            (
                "commands: {SetSpeechVolume: {standard: true, patterns: [\"sound @volume:Number\"]}}", "k.yaml:2:",
                "must be called speechVolume"
            ),
            (
                "commands: {Go: {patterns: [\"wake at @t:Time\"], do: [{after: {time: \"{t}\"}}]}}", "k.yaml:2:",
                "command Go never works: "
            ),
            (
                "commands: {Go: {patterns: [\"wake in @t:Number hours\"], do: [{at: {time: \"{t} o'clock\"}}]}}",
                "k.yaml:2:", "is no time of day"
            ),
            ("language: de\ncommands: {Help: {standard: true}}", "k.yaml:3:", "its built-in phrases are English"),
            (
                "language: de\ncommands: {Go: {patterns: [los], do: [{ask: {kind: string, prompt: Wohin?}}]}}",
                "k.yaml: ",
                "answers to its questions are English"
            ),
            (
                "types: {T: [b, {value: c, spoken: [b]}]}\ncommands: {Go: {patterns: [\"go @t:T\"], do: [{log: x}]}}",
                "k.yaml:2:", "means \"b\""
            ),
            (
                "types: {T: [b, 'bath[room]']}\ncommands: {Go: {patterns: [\"go @t:T\"], do: [{log: x}]}}",
                "k.yaml:2:", "\"bath[room]\" stands for the words \"bath room\""
            ),
            (
                "commands: {Go: {patterns: [a], do: [{publish: {kind: audio.sequence, body: {trak: a, events: []}}}]}}",
                "k.yaml:2:", "audio.sequence has no field trak; did you mean track?"
            ),
            (
                "commands: {Go: {patterns: [\"go @t\"], do: [{ask: {kind: select, prompt: w?, options: ['{t}', a]}}]}}",
                "k.yaml:", "options: \"{t}\" stands for the words \"t\""
            ),
        ])
    func warned(yaml: String, place: String, reason: String) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("k.yaml", "app: k\n" + yaml + "\n")
        let check = AppCheck(files: [path])
        #expect(!check.hasErrors)
        #expect(
            check.findings.contains {
                $0.description.hasPrefix(folder.path + "/" + place) && $0.message.contains(reason)
            }, "\(check.findings)")
    }

    @Test(
        "a time of day from spoken numbers is no warning, though most numbers are no hour",
        arguments: ["wake me at @h:Number", "wake me at @h:Number @m:Number"])
    func numbersOfTime(pattern: String) throws {
        let folder = try TemporaryFolder()
        let time = pattern.contains("@m") ? "{h}:{m}" : "{h}:00"
        let path = try folder.write(
            "k.yaml",
            """
            app: k
            commands:
              Go: {patterns: ["\(pattern)"], do: [{at: {time: "\(time)"}}]}
              Stop: {patterns: [stop], do: [{cancel: ringing}]}
            """)
        let found = withExtendedLifetime(folder) { AppCheck(files: [path]).findings.map(\.message) }
        #expect(!found.contains { $0.contains("never works") }, "\(found)")
    }

    @Test("the examples have no warnings")
    func examples() throws {
        let folder = PackageFolder.containing().path + "/deploy/examples"
        let check = AppCheck(files: ["kitchen", "pizza", "coffee"].map { "\(folder)/\($0).yaml" })
        #expect(check.findings.filter { $0.code != "shadowed" }.isEmpty, "\(check.findings)")
    }

    @Test("a standard command of an app in another language is no warning with patterns of its own, nor in English")
    func translatedCommands() throws {
        let help = "commands: {Help: {standard: true"
        // The same word in both languages.
        let pause = "language: fr\ncommands: {Pause: {patterns: [pause], do: [{log: x}]}}"
        for rest in ["language: de\n\(help), patterns: [hilfe]}}", "\(help)}}", pause] {
            let folder = try TemporaryFolder()
            let path = try folder.write("k.yaml", "app: k\n\(rest)\n")
            let found = withExtendedLifetime(folder) { AppCheck(files: [path]).findings.map(\.message) }
            #expect(!found.contains { $0.contains("built-in phrases") }, "\(found)")
        }
    }

    @Test("values of an app in another language than the file of SAYBUS_LANGUAGE are named, English ones too")
    func otherFile() throws {
        var german = Language.english
        german.numbers.language = "de"
        func problems(_ language: String) throws -> [String] {
            let yaml = "app: k\nlanguage: \(language)\ncommands: {Go: {patterns: [\"go @n:Number\"], do: [{log: x}]}}\n"
            let folder = try TemporaryFolder()
            let path = try folder.write("k.yaml", yaml)
            return try withExtendedLifetime(folder) {
                try App.read(file: path, isChecked: true).app.languageProblems(in: german)
            }
        }
        for language in ["fr-FR", "en-US"] {
            let found = try problems(language)
            #expect(
                found.count == 1 && found[0].contains("are read in de, the language of SAYBUS_LANGUAGE"), "\(found)")
        }
        #expect(try problems("de-AT") == [])
    }
}
