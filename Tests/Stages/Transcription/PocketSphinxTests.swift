import Foundation
import SaybusEspeakNG
import SaybusMessages
import SaybusPhrases
import SaybusPocketSphinx
import SaybusTesting
import Testing

@testable import SaybusTranscription

@Suite("pocketsphinx", .enabled(if: PocketSphinxRecognizer.isAvailable, "needs pocketsphinx-en-us and espeak-ng"))
struct PocketSphinxTests {
    private let kitchen = Vocabulary(catalogs: [.kitchen()])

    @Test(
        "a spoken command is recognized",
        arguments: [
            "turn on the light", "turn off the kitchen light", "set a timer for five minutes", "next song",
            "stop the music", "what is the weather today", "add orange juice to the shopping list",
            "set the oven to two hundred and twenty degrees", "turn the volume down", "what can i say",
        ])
    func command(_ text: String) async throws {
        let recognizer = try await PocketSphinxRecognizer.make(kitchen)
        let result = try await recognizer.recognize(SynthesizedSpeech.samples(text))
        #expect(result.text == text, "\(result)")
        #expect(result.confidence >= SphinxConfidence.threshold && result.confidence <= 1)
        #expect(result.catalogRevision == kitchen.revision)
        #expect(result.empty == nil)
        #expect(result.words.map(\.word).joined(separator: " ") == text)
        #expect(zip(result.words, result.words.dropFirst()).allSatisfy { $0.endMs <= $1.startMs })
        #expect(result.transcript(missingChunks: 2).missingChunks == 2)
    }

    @Test("a word of hesitation within a command is no part of it")
    func hesitation() async throws {
        let recognizer = try await PocketSphinxRecognizer.make(kitchen)
        let sound = try SynthesizedSpeech.samples("set a timer for, um, five minutes", voice: "en-us+f2")
        let result = try await recognizer.recognize(sound)
        #expect(result.text == "set a timer for five minutes", "\(result)")
    }

    @Test("a command that is corrected in the same turn is doubtful, one with words of courtesy behind it is not")
    func correction() async throws {
        let recognizer = try await PocketSphinxRecognizer.make(kitchen)
        let command = "turn off the kitchen light"
        for tail in ["", ", please", ", thank you"] {
            let result = try await recognizer.recognize(SynthesizedSpeech.samples(command + tail))
            #expect(result.text == command && result.confidence > SpokenCorrection.confidence, "\(result)")
        }
        let result = try await recognizer.recognize(SynthesizedSpeech.samples(command + ", no wait, don't"))
        #expect(result.confidence <= SpokenCorrection.confidence, "\(result)")
    }

    @Test(
        "a command before other words is doubtful, such as a condition",
        arguments: ["when it gets dark", "if you are at home"])
    func condition(_ tail: String) async throws {
        let recognizer = try await PocketSphinxRecognizer.make(kitchen)
        let result = try await recognizer.recognize(SynthesizedSpeech.samples("turn off the kitchen light " + tail))
        #expect(result.confidence <= SpokenCorrection.confidence, "\(result)")
    }

    @Test("a command that is prohibited or asked about is doubtful, one with words of courtesy before it is not")
    func objection() async throws {
        let command = "turn off the kitchen light"
        for head in ["", "please ", "could you "] {
            let recognizer = try await PocketSphinxRecognizer.make(kitchen)
            let result = try await recognizer.recognize(SynthesizedSpeech.samples(head + command))
            #expect(result.text == command && result.confidence > SpokenCorrection.confidence, "\(head)\(result)")
        }
        for head in ["don't ", "never ", "please don't ", "did you "] {
            let recognizer = try await PocketSphinxRecognizer.make(kitchen)
            let result = try await recognizer.recognize(SynthesizedSpeech.samples(head + command))
            #expect(result.confidence <= SpokenCorrection.confidence, "\(head)\(result)")
        }
    }

    @Test(
        "speech that is no command gives an empty text",
        arguments: [
            "my grandmother lives near a large forest", "the economy is growing slowly this year",
            "refrigerators never forget their friends", "i do not want to go there",
        ])
    func foreign(_ text: String) async throws {
        let recognizer = try await PocketSphinxRecognizer.make(kitchen)
        let result = try await recognizer.recognize(SynthesizedSpeech.samples(text))
        #expect(result.text.isEmpty && result.empty == .unrecognized, "\(result)")
        #expect(result.confidence == 0)
    }

    @Test("a short command is recognized in every voice, and other short speech is rejected")
    func shortCommands() async throws {
        let recognizer = try await PocketSphinxRecognizer.make(
            Vocabulary(phrases: ["good night", "lights off", "help", "stop", "next song", "volume up"]))
        let spoken = [
            ("en-us", "good night"), ("en-us+f3", "lights off"), ("en-gb", "stop"), ("en-us+m5", "next song"),
            ("en-gb-scotland", "help"), ("en-us+f1", "volume up"), ("en-us+f4", "good night"), ("en-us+m2", "stop"),
            ("en-029", "stop"), ("en-gb-x-rp", "help"),
        ]
        for (voice, text) in spoken {
            let result = try await recognizer.recognize(SynthesizedSpeech.samples(text, voice: voice, speed: 150))
            #expect(result.text == text, "\(voice): \(result)")
        }
        for text in ["umbrella", "the dog is hungry"] {
            let result = try await recognizer.recognize(SynthesizedSpeech.samples(text, speed: 150))
            #expect(result.text.isEmpty, "\(text): \(result)")
        }
    }

    @Test(
        "a word that common words fit better than a short command is at most asked about",
        arguments: ["have", "hope", "stock", "shop"])
    func similar(_ text: String) async throws {
        let recognizer = try await PocketSphinxRecognizer.make(kitchen)
        let result = try await recognizer.recognize(SynthesizedSpeech.samples(text))
        #expect(result.confidence < 0.5, "\(result)")
        let help = try await recognizer.recognize(SynthesizedSpeech.samples("help"))
        #expect(help.text == "help", "\(help)")
    }

    @Test("partial results grow towards the command, and the complete command is marked complete")
    func partials() async throws {
        let recognizer = try await PocketSphinxRecognizer.make(kitchen)
        let partials = try await recognizer.turn(SynthesizedSpeech.samples("add orange juice to the shopping list"))
            .partials
        #expect(partials.count >= 2)
        #expect(partials.first?.isComplete == false)
        let last = try #require(partials.last)
        #expect(last.text == "add orange juice to the shopping list" && last.isComplete == true)
        let (end, heard) = (try #require(last.wordsEndMs), try #require(last.heardMs))
        #expect(end < heard, "what follows on the last word is silence")
    }

    @Test("an early search is discarded when the turn continues after a pause, or something loud follows")
    func pause() async throws {
        let recognizer = try await PocketSphinxRecognizer.make(
            Vocabulary(phrases: ["turn off the lights", "turn off the lights in the kitchen", "help", "what can i say"])
        )
        let silence = SynthesizedSpeech.silence(0.5)
        let command = try SynthesizedSpeech.samples("turn off the lights") + silence
        let alone = try await recognizer.recognize(command + silence)
        #expect(alone.text == "turn off the lights", "\(alone)")
        let whole = try command + SynthesizedSpeech.samples("in the kitchen")
        let both = try await recognizer.recognize(whole + silence)
        #expect(both.text == "turn off the lights in the kitchen", "\(both)")
        let other = try command + SynthesizedSpeech.samples("my grandmother lives near a large forest")
        #expect(try await recognizer.recognize(other + silence).text.isEmpty)
    }

    @Test("an open parameter takes any words, and commands without one are still recognized")
    func anyWords() async throws {
        let open = Vocabulary(catalogs: [.kitchen(["i choose you @name", "remind me to @task"])])
        let recognizer = try await PocketSphinxRecognizer.make(open)
        for text in ["i choose you pikachu", "remind me to buy flowers"] {
            let result = try await recognizer.recognize(SynthesizedSpeech.samples(text))
            let words = result.text.split(separator: " ").map(String.init)
            #expect(GrammarCompiler.compile(open).automaton.accepts(words), "\(result)")
            #expect(words.starts(with: text.split(separator: " ").prefix(3).map(String.init)))
            #expect(result.words.map(\.word) == words)
        }
        for text in ["turn off the kitchen light", "what is the weather today", "stop the music"] {
            #expect(try await recognizer.recognize(SynthesizedSpeech.samples(text)).text == text)
        }
    }

    @Test("a pattern that is only an open parameter accepts any speech, beside commands")
    func anyAnswer() async throws {
        let recognizer = try await PocketSphinxRecognizer.make(Vocabulary(phrases: ["@answer", "cancel the question"]))
        let answer = try await recognizer.recognize(
            SynthesizedSpeech.samples("this is a completely different sentence"))
        #expect(answer.words.count >= 2 && answer.text.contains("different"), "\(answer)")
        #expect(answer.confidence > 0 && answer.confidence <= 1 && answer.empty == nil)
        #expect(
            try await recognizer.recognize(SynthesizedSpeech.samples("cancel the question")).text
                == "cancel the question")
    }

    @Test("a number alone is recognized in every voice beside the phrases that may surround it, and so are they")
    func numberAlone() async throws {
        let spoken = [
            ("en-us", "forty"), ("en-us", "sixteen"), ("en-gb", "fifty"), ("en-us+m3", "sixty"),
            ("en-gb", "one hour"),
        ]
        for (voice, text) in spoken {
            // A new one each time, since it adapts to the voice.
            let recognizer = try await PocketSphinxRecognizer.make(Vocabulary(phrases: AnswerPhrases.number()))
            let result = try await recognizer.recognize(SynthesizedSpeech.samples(text, voice: voice, speed: 150))
            #expect(result.text == text, "\(voice): \(result)")
        }
    }

    @Test("silence, hum and very short sound are reported as silence")
    func silence() async throws {
        let recognizer = try await PocketSphinxRecognizer.make(kitchen)
        let hum = (0..<32_000).map { Int16(900 * sin(Double($0) * 0.02)) }
        for samples in [SynthesizedSpeech.silence(2), [], [7], Array(repeating: 20_000, count: 16_000), hum] {
            let result = try await recognizer.recognize(samples)
            #expect(result.text.isEmpty && result.empty == .silence, "\(result)")
        }
    }

    @Test("noise is not recognized as a command, and the next command is recognized")
    func garbage() async throws {
        let recognizer = try await PocketSphinxRecognizer.make(kitchen)
        var state: UInt64 = 42
        let noise = (0..<48_000).map { index in
            state = state &* 6_364_136_223_846_793_005 &+ 1
            return index / 8_000 % 2 == 0 ? Int16(truncatingIfNeeded: state >> 48) : 0
        }
        let square = (0..<32_000).map { $0 / 50 % 2 == 0 ? Int16.min : Int16.max }
        for samples in [noise, square] {
            let result = try await recognizer.recognize(samples)
            #expect(result.text.isEmpty && result.empty != nil, "\(result)")
        }
        let again = try await recognizer.recognize(SynthesizedSpeech.samples("next song"))
        #expect(again.text == "next song", "\(again)")
    }

    @Test("bursts of noise, such as a cough, are not recognized even as a word that is mostly hiss", arguments: 1...6)
    func bursts(seed: UInt64) async throws {
        let ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
        let recognizer = try await PocketSphinxRecognizer.make(Vocabulary(phrases: ordinals))
        var state = seed
        let burst = (0..<4_000).map { index in
            state = state &* 6_364_136_223_846_793_005 &+ 1
            let fade = min(1, Double(index) / 160, Double(4_000 - index) / 2_400)
            return Int16(0.7 * fade * Double(Int16(truncatingIfNeeded: state >> 48)))
        }
        for count in 1...3 {
            let samples =
                SynthesizedSpeech.silence(0.3) + (0..<count).flatMap { _ in SynthesizedSpeech.silence(0.2) + burst }
            let result = try await recognizer.recognize(samples + SynthesizedSpeech.silence(0.8))
            #expect(result.text.isEmpty && result.empty == .silence, "\(result)")
            #expect(result.alternatives.isEmpty)
        }
        let spoken = try await recognizer.recognize(SynthesizedSpeech.samples("fifth"))
        #expect(spoken.text == "fifth", "\(spoken)")
    }

    @Test("a new vocabulary is used from the next turn on; an open turn keeps the old one")
    func change() async throws {
        let recognizer = try await PocketSphinxRecognizer.make(kitchen)
        let garden = Vocabulary(phrases: ["water the roses", "mow the lawn"])
        try await recognizer.begin()
        try await recognizer.configure(garden)
        _ = try await recognizer.accept(SynthesizedSpeech.samples("stop the music"))
        let old = try await recognizer.finish()
        #expect(old.text == "stop the music" && old.catalogRevision == kitchen.revision)
        let new = try await recognizer.recognize(SynthesizedSpeech.samples("water the roses"))
        #expect(new.text == "water the roses" && new.catalogRevision == nil)
        #expect(try await recognizer.recognize(SynthesizedSpeech.samples("stop the music")).text.isEmpty)
    }

    @Test("a vocabulary of two thousand words is compiled and recognized")
    func large() async throws {
        let words = try String(contentsOfFile: SphinxModel().dictionary, encoding: .utf8).split(separator: "\n")
            .map { $0.split(separator: " ")[0] }.filter { $0.count > 6 && $0.allSatisfy(\.isLetter) }
        let some = stride(from: 0, to: words.count, by: words.count / 2000).map { String(words[$0]) }
        let catalog = Catalog(
            app: "big", commands: [.init(type: "C", patterns: ["please show me @w:W now", "next song"])],
            slotTypes: [.init(name: "W", values: (some + ["refrigerator"]).map { .init(value: $0) })])
        let recognizer = try await PocketSphinxRecognizer.make(Vocabulary(catalogs: [catalog]))
        let again = try await recognizer.recognize(SynthesizedSpeech.samples("next song"))
        #expect(again.text == "next song", "\(again)")
        let result = try await recognizer.recognize(SynthesizedSpeech.samples("please show me refrigerator now"))
        #expect(result.text == "please show me refrigerator now", "\(result)")
    }

    @Test("a word that is in no dictionary is recognized by its spelling")
    func unknownWord() async throws {
        let recognizer = try PocketSphinxRecognizer(model: SphinxModel())
        let vocabulary = Vocabulary(phrases: ["play the zorblax", "call grunkle stan", "find 東京", "stop"])
        let problems = try await recognizer.configure(vocabulary)
        #expect(problems.map(\.code) == [.pronunciation], "\(problems)")
        for text in ["play the zorblax", "call grunkle stan"] {
            let result = try await recognizer.recognize(SynthesizedSpeech.samples(text))
            #expect(result.text == text, "\(result)")
        }
    }

    @Test("calls without a turn are errors, and a cancelled turn does not affect the next one")
    func turns() async throws {
        let recognizer = try await PocketSphinxRecognizer.make(kitchen)
        await #expect(throws: TranscriptionError.self) { try await recognizer.finish() }
        await #expect(throws: TranscriptionError.self) { try await recognizer.accept([1, 2, 3]) }
        await recognizer.cancel()
        try await recognizer.begin()
        _ = try await recognizer.accept(SynthesizedSpeech.samples("stop the music"))
        await recognizer.cancel()
        await #expect(throws: TranscriptionError.self) { try await recognizer.finish() }
        try await recognizer.begin()
        _ = try await recognizer.accept(SynthesizedSpeech.samples("stop the music"))
        let result = try await recognizer.recognize(SynthesizedSpeech.samples("next song"))
        #expect(result.text == "next song")
    }

    @Test("a vocabulary without a usable sentence recognizes nothing")
    func nothing() async throws {
        let recognizer = try PocketSphinxRecognizer(model: SphinxModel())
        let problems = try await recognizer.configure(Vocabulary(phrases: ["@"]))
        #expect(problems.map(\.code) == [.pattern])
        let result = try await recognizer.recognize(SynthesizedSpeech.samples("next song"))
        #expect(result.text.isEmpty && result.empty == .unrecognized)
    }

    @Test("without a vocabulary anything is recognized")
    func dictation() async throws {
        let recognizer = try PocketSphinxRecognizer(model: SphinxModel())
        let result = try await recognizer.recognize(SynthesizedSpeech.samples("stop the music"))
        #expect(result.text.contains("music"), "\(result)")
        #expect(result.confidence > 0 && result.confidence <= 1)
    }

    @Test("a missing model is an error that names the package")
    func missingModel() {
        #expect {
            _ = try SphinxModel(directory: "/nonexistent")
        } throws: { error in
            "\(error)".contains("pocketsphinx-en-us") && "\(error)".contains("/nonexistent")
        }
    }

    @Test("sound beyond a minute is dropped, and the result reports it")
    func tooLong() async throws {
        var buffer = TurnBuffer()
        #expect(buffer.append(Array(repeating: 0, count: 59 * 16_000)).count == 59 * 16_000)
        #expect(buffer.problem == nil)
        #expect(buffer.append(Array(repeating: 0, count: 3 * 16_000)).count == 16_000)
        #expect(buffer.append([1]).isEmpty)
        #expect(buffer.samples.count == 60 * 16_000 && buffer.dropped == 2 * 16_000 + 1)
        #expect(buffer.problem?.contains("60 s") == true)
    }
}
