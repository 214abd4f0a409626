import Foundation
import SaybusMessages
import SaybusPhrases
import SaybusWhisper
import Testing

@testable import SaybusTranscription

@Suite("The prompt of Whisper")
struct WhisperPromptTests {
    @Test("the prompt has words of all commands, and is bounded")
    func prompt() {
        let patterns = (0..<200).map { "command number \($0 + 1000) with word\($0)" } + ["turn the light on"]
        let grammar = GrammarCompiler.compile(
            Vocabulary(catalogs: [Catalog(app: "a", commands: [.init(type: "C", patterns: patterns)])]))
        let prompt = WhisperPrompt.text(for: grammar.automaton)
        #expect(prompt.count <= WhisperPrompt.maximumCharacters && prompt.count > WhisperPrompt.maximumCharacters / 2)
        #expect(prompt.contains("Turn the light on."))
    }

    @Test("the prompt does not fill with times: for them a sentence comes once, as for numbers")
    func promptOfTimes() {
        let patterns = ["wake me [@d:Date] at @t:Time", "set a timer for @l:Duration", "lock the door"]
        let prompt = WhisperPrompt.text(for: automaton(patterns))
        #expect(prompt.contains("Lock the door.") && prompt.components(separatedBy: "timer").count == 2, "\(prompt)")
        #expect(!prompt.contains("fortnight") && !prompt.contains("wednesday"), "\(prompt)")
    }

    @Test("a part and its unit in one word are not in the prompt: whoever says another length would get this one")
    func promptOfParts() {
        var german = Language.english
        german.times.partsOfUnit = ["halbe": 0.5, "viertel": 0.25]
        german.times.units = ["minute": "minute", "woche": "week"]
        let lengths = "(halbeminute|viertelminute|halbewoche|viertelwoche|zehn minuten)"
        let prompt = WhisperPrompt.text(for: automaton(["timer auf \(lengths)", "musik aus"]), in: german)
        #expect(prompt.contains("Musik aus."))
        #expect(!prompt.contains("minute.") && !prompt.contains("woche"), "\(prompt)")
    }

    @Test("no number comes twice in the prompt, unless a pattern has it: whoever says another one would get this one")
    func promptOfNumbers() {
        let patterns = ["heat the room to @n:Number degrees", "dim the lamp to @n:Number percent", "call nine one one"]
        let prompt = WhisperPrompt.text(for: automaton(patterns))
        #expect(prompt.contains("to ten ") && prompt.contains("to seven "), "\(prompt)")
        #expect(prompt.contains("Call nine one one."), "\(prompt)")
    }

    @Test("in the prompt open parameters have examples: with a gap, the model would leave out the words in between")
    func promptOfOpenParameters() {
        let commands = automaton(["add @item to the list", "tell @name that @words", "lock the door"])
        let prompt = WhisperPrompt.text(for: commands)
        #expect(prompt == "Lock the door. Add strawberries to the list. Tell umbrella that grandmother.")
        var filipino = Language.english
        filipino.numbers.language = "fil"
        #expect(WhisperPrompt.text(for: commands, in: filipino) == "Lock the door.", "there are no examples")
        filipino.examples = ["payong"]
        #expect(WhisperPrompt.text(for: commands, in: filipino).contains("Tell payong that payong."))
    }

    @Test("a command that is any words leaves the others in the prompt, and a question for any words empties it")
    func promptBesideAnyWords() {
        let commands = Catalog(
            app: "a", commands: [.init(type: "C", patterns: ["@words", "lock the door", "ask home to lock the door"])],
            slotTypes: [.init(name: "Room", values: [.init(value: "kitchen")])])
        func prompt(_ phrases: [String]) -> String {
            let vocabulary = Vocabulary(catalogs: [commands], phrases: phrases)
            return WhisperPrompt.text(for: vocabulary, GrammarCompiler.compile(vocabulary).automaton)
        }
        #expect(prompt([]) == "Lock the door.")
        #expect(prompt(["remember @what"]).contains("Lock the door."))
        #expect(prompt(["@room:Room"]).contains("Lock the door."), "its type is in a catalog")
        #expect(prompt(["@answer"]).isEmpty)
    }

    @Test("a number is replaced only by one with which a pattern has the sentence")
    func promptOfOtherNumbers() {
        let digits = automaton(["dial (one|two|three)", "press (five|six)"])
        var numbers = PromptNumbers(for: digits, Language.inUse.numbers)
        let sentences = [["dial", "one"], ["press", "six"], ["dial", "two"], ["press", "nine"]]
        let replaced = sentences.map { numbers.replacingNumbers(in: $0) }
        #expect(replaced == [["dial", "three"], ["press", "five"], ["dial", "three"], ["press", "five"]])
    }

    @Test(
        "of a prompt of more tokens than the decoder takes, the last sentences are left out, and not the first",
        .enabled(if: WhisperDouble.isAvailable, "there is no C compiler"))
    func longPrompt() throws {
        let helper = EngineUnderTest.Helper()
        let library = try WhisperDouble.library(in: helper.path, ["ECHOES"])
        let model = try WhisperModel(WhisperModelFile(try WhisperDouble.model(in: helper.path)), library)
        func taken(_ prompt: String) throws -> String {
            var settings = WhisperSettings()
            settings.prompt = prompt
            let control = WhisperControl(deadline: .now + .seconds(20))
            return try model.transcribe([Int16](repeating: 10_000, count: 16_000), settings, control).text
        }
        let more = String(repeating: " Play the music.", count: 18)
        let fitting = "Next song." + String(more.prefix(13 * 16))
        #expect(try taken("Next song." + more) == fitting)
        #expect(try taken("Next song.") == "Next song.")
    }

    private func automaton(_ patterns: [String]) -> WordAutomaton {
        GrammarCompiler.compile(
            Vocabulary(catalogs: [Catalog(app: "a", commands: [.init(type: "C", patterns: patterns)])])
        ).automaton
    }
}
