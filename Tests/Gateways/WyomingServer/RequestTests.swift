import SaybusExternalEngines
import SaybusMessages
import Testing

@testable import SaybusWyomingServer

@Suite("Requests of peers")
struct RequestTests {
    @Test("words are told once two results agree on them, and the final text completes them")
    func growingText() {
        var text = GrowingText()
        #expect(text.update("turn") == nil)
        #expect(text.update("turn on") == "turn")
        #expect(text.update("turn on the") == " on")
        #expect(text.update("turn on a light") == nil)
        #expect(text.update("turn on a lamp") == " a")
        #expect(text.finish("turn on a lamp now") == " lamp now")
        var wrong = GrowingText()
        _ = wrong.update("turn of")
        #expect(wrong.update("turn of") == "turn of")
        // Words that were sent cannot be taken back: the transcript itself is right.
        #expect(wrong.finish("turn on") == nil)
    }

    @Test("a text in pieces is spoken sentence by sentence, and numbers and long texts do not break it")
    func sentences() {
        var text = SentenceStream()
        #expect(text.append("It is 3.5 degr") == [])
        #expect(text.append("ees. Take a co") == ["It is 3.5 degrees."])
        #expect(text.append("at! ") == ["Take a coat!"])
        #expect(text.append("...") == [])
        #expect(text.finish() == nil)
        // The limit is one of bytes.
        #expect(text.append(String(repeating: "é", count: 20_000)).map(\.utf8.count) == [16_000, 16_000])
        #expect(text.finish()?.utf8.count == 8_000)
    }

    @Test("sentences are the same whatever the pieces of a text are")
    func pieces() {
        let whole =
            "It is 3.5 degrees... in Dr.Who's box! 好。Yes?\n" + String(repeating: "- ", count: 9_000) + "Bye. Now"
        func sentences(_ size: Int) -> [String] {
            var (text, rest, found) = (SentenceStream(), Substring(whole), [String]())
            while !rest.isEmpty {
                found += text.append(String(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
            return found + [text.finish() ?? ""]
        }
        let expected = sentences(whole.count)
        #expect(expected.count == 6 && expected[0] == "It is 3.5 degrees..." && expected[5] == "Now", "\(expected)")
        for size in [1, 2, 3, 100] { #expect(sentences(size) == expected) }
    }

    @Test("a flood of small or empty pieces costs no more than the characters that come", .timeLimit(.minutes(1)))
    func flood() {
        var text = SentenceStream()
        #expect(text.append(String(repeating: "- ", count: 1_990)) == [])
        // Looking through the rest for each of them would take hours.
        for _ in 0..<100_000 { _ = text.append("") }
        #expect(text.append(String(repeating: "- ", count: 50_000)) == [])
        #expect(text.append("Done. ").last?.hasSuffix("Done.") == true)
    }

    @Test("the stages of a pipeline are read, and wrong ones refused")
    func plans() throws {
        let event = WyomingEvent(
            type: "run-pipeline",
            data: [
                "start_stage": "wake", "end_stage": "tts", "restart_on_end": true, "wake_word_names": ["hey_computer"],
            ])
        let plan = try PipelineRequest(event)
        #expect(plan.start == .wake && plan.end == .tts && plan.restarts && plan.wakeWords == ["hey_computer"])
        for (start, end) in [("tts", "asr"), ("sleep", "asr"), ("asr", "")] {
            #expect(throws: RequestFailure.self) {
                try PipelineRequest(
                    WyomingEvent(
                        type: "run-pipeline", data: ["start_stage": .string(start), "end_stage": .string(end)]))
            }
        }
    }

    @Test("sound of other rates, widths and channels becomes 16 kHz mono; what is no sound is refused")
    func sound() throws {
        func format(_ rate: Int64, _ width: Int64, _ channels: Int64) -> WyomingEvent {
            WyomingEvent(
                type: "audio-start",
                data: ["rate": .integer(rate), "width": .integer(width), "channels": .integer(channels)])
        }
        let plain = try IncomingSound(WyomingEvent(type: "audio-start"))
        #expect(plain.samples([1, 0, 2, 0, 9]) == [1, 2])
        // The last byte began a sample, which goes on in the next chunk.
        #expect(plain.samples([0, 3]) == [9] && plain.samples([0]) == [3])
        // Two channels of 32 bits; of 8 bits.
        let wide = try IncomingSound(format(16_000, 4, 2))
        #expect(wide.samples([0, 0, 100, 0, 0, 0, 44, 1]) == [200])
        #expect(try IncomingSound(format(16_000, 1, 1)).samples([128, 255, 0]) == [0, 32_512, -32_768])
        let fast = try IncomingSound(format(48_000, 2, 1))
        let count = fast.samples([UInt8](repeating: 0, count: 96_000)).count + fast.finish().count
        #expect(count == 16_000)
        for bad in [format(0, 2, 1), format(16_000, 9, 1), format(16_000, 2, 0), format(1 << 40, 2, 1)] {
            #expect(throws: RequestFailure.self) { try IncomingSound(bad) }
        }
    }

    @Test("a request's satellite, device or conversation is its session, with the characters that a session may have")
    func sessions() throws {
        let own = try #require(Session(rawValue: "own"))
        let context: JSONValue = ["conversation_id": "01ABC", "satellite_id": "assist_satellite.kitchen"]
        #expect(PeerConversation.session(context, own: own).rawValue == "assist_satellite.kitchen")
        #expect(PeerConversation.session(["conversation_id": "a b/ü"], own: own).rawValue == "a-b--")
        #expect(PeerConversation.session(["conversation_id": 7], own: own) == own)
        #expect(PeerConversation.session(nil, own: own) == own)
    }

    @Test("an answer is told as handled or not, and a meaning with its values")
    func answers() {
        #expect(WyomingEvent.answer(TurnEnded(outcome: .handled, spoken: "Done."), context: nil).type == "handled")
        let failed = WyomingEvent.answer(TurnEnded(outcome: .failed, reason: "no lamp"), context: ["a": 1])
        #expect(failed.type == "not-handled" && failed.text("text") == "no lamp" && failed.data["context"] == ["a": 1])
        let hypothesis = SpeechIntent.Hypothesis(
            app: "kitchen", type: "SetTimer", confidence: 1,
            parameters: ["minutes": Parameter(value: .number(10), words: "ten", type: "Number")])
        let intent = WyomingEvent.meaning([hypothesis], context: nil)
        #expect(intent.text("name") == "SetTimer")
        #expect(intent.data["entities"] == [["name": "minutes", "value": 10]])
        #expect(WyomingEvent.meaning([], context: nil).type == "not-recognized")
    }

    @Test("wake words are named as other servers name them")
    func wakeWords() {
        var services = WyomingServices(language: "en") { _ in throw RequestFailure("test", "none") }
        services.wakePhrases = ["hey computer", "Hey, Jarvis"]
        #expect(services.phrases(named: []).count == 2)
        #expect(services.phrases(named: ["hey_jarvis_v0.1"]) == ["Hey, Jarvis"])
        #expect(services.phrases(named: ["alexa"]) == [])
    }
}
