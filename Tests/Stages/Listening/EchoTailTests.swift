import Foundation
import SaybusEspeakNG
import Testing

@testable import SaybusListening

@Suite("The reverberation of the assistant's words")
struct EchoTailTests {
    /// Returns what is heard of a sound in a hall with a reverberation time in seconds: each sample is followed by
    /// noise that falls by 60 dB in this time.
    private func reverberation(of sound: [Int16], seconds: Double) -> [Int16] {
        // Four feedback delays of lengths without a common divisor (Schroeder, 1962).
        var delays = [1_687, 1_601, 2_053, 2_251].map { [Double](repeating: 0, count: $0) }
        let gains = delays.map { pow(10, -3 * Double($0.count) / 16_000 / seconds) }
        return (sound + [Int16](repeating: 0, count: Int(seconds * 16_000))).enumerated().map { place, sample in
            var sum = 0.0
            for index in delays.indices {
                let spot = place % delays[index].count
                sum += delays[index][spot]
                delays[index][spot] = Double(sample) / 4 + gains[index] * delays[index][spot]
            }
            return Int16(max(-32_768, min(32_767, Double(sample) + sum)))
        }
    }

    /// Returns the samples after the end of the question at which a turn begins; nil when none does.
    private func turn(
        after question: [Int16], then rest: [Int16], buffered: Int, judges: Bool = true
    ) -> Int? {
        var (tail, detector, endpointer) = (EchoTail(), EnergyDetector(), Endpointer())
        func blocks(_ samples: [Int16]) -> [[Int16]] {
            stride(from: 0, to: samples.count - 319, by: 320).map { Array(samples[$0..<$0 + 320]) }
        }
        let heard = Array(question.dropLast(buffered)), late = Array(question.suffix(buffered))
        for block in blocks(SynthesizedSpeech.silence(1)) {
            _ = endpointer.consume(block, isSpeech: detector.isSpeech(block))
        }
        for block in blocks(heard) {
            tail.hear(block)
            endpointer.skip(block.count)
        }
        let start = endpointer.position
        for block in blocks(late + rest) {
            let origin = judges ? tail.judge(block) : .room
            if origin == .words {
                endpointer.skip(block.count)
                continue
            }
            let isSpeech = detector.isSpeech(block) && origin == .room
            for case .start(let position, _) in endpointer.consume(block, isSpeech: isSpeech) {
                return position - start
            }
        }
        return nil
    }

    @Test(
        "a question's end opens no turn in a loud room, with a second of reverberation and 100 ms in the buffers",
        .enabled(if: SynthesizedSpeech.isAvailable, "needs espeak-ng"), arguments: [0.3, 0.6, 1.0])
    func loudRoom(seconds: Double) throws {
        var opened = 0
        for text in ["Which room do you mean?", "How many minutes?", "Kitchen, or bedroom?", "Shall I call Anna now?"] {
            let speech = Array(try SynthesizedSpeech.samples(text).dropLast(6_400))
            let sound = reverberation(of: speech, seconds: seconds) + SynthesizedSpeech.silence(1)
            let (question, rest) = (Array(sound.prefix(speech.count)), Array(sound.dropFirst(speech.count)))
            #expect(turn(after: question, then: rest, buffered: 1_600) == nil, "\(text) \(seconds)")
            if turn(after: question, then: rest, buffered: 1_600, judges: false) != nil { opened += 1 }
        }
        // Without the judgement, questions open turns where the room sounds on.
        #expect(opened > 0 || seconds < 0.6)
    }

    @Test(
        "an answer that follows at once, softer than the question, opens a turn without the question's words",
        .enabled(if: SynthesizedSpeech.isAvailable, "needs espeak-ng"), arguments: [0.0, 0.2, 0.5])
    func answer(pause: Double) throws {
        let speech = Array(try SynthesizedSpeech.samples("Which room do you mean?").dropLast(6_400))
        let sound = reverberation(of: speech, seconds: 0.6)
        let answer = try SynthesizedSpeech.samples("the kitchen please", voice: "en-us+f3").dropFirst(4_800).map {
            $0 / 3
        }
        var rest = Array(sound.dropFirst(speech.count)) + SynthesizedSpeech.silence(2)
        let start = Int(pause * 16_000)
        for (place, sample) in answer.enumerated() { rest[start + place] = rest[start + place] &+ sample }
        let position = try #require(turn(after: Array(sound.prefix(speech.count)), then: rest, buffered: 1_600))
        // The words in the buffers are dropped; the turn holds the answer from 0.3 s after its beginning at the latest.
        #expect(position >= 1_600 && position <= 1_600 + start + 4_800, "\(position)")
    }

    @Test("a room in which nobody spoke is judged as it is, also after a long time")
    func silent() {
        var tail = EchoTail()
        let block = [Int16](repeating: 3, count: 320)
        #expect(tail.judge(block) == .room)
        tail.hear([Int16](repeating: 8_000, count: 320))
        #expect(tail.judge(block) == .words)
        for _ in 0..<200 { _ = tail.judge(block) }
        #expect(tail.judge(block) == .room)
        #expect(tail.judge([Int16](repeating: 16_000, count: 320)) == .room)
    }

    @Test("the time of a turn counts: the first sound after it is not the assistant's")
    func afterTurn() {
        var tail = EchoTail()
        tail.hear([Int16](repeating: 8_000, count: 320))
        let softer = [Int16](repeating: 4_000, count: 320)
        for _ in 0..<100 { tail.pass(softer) }
        #expect(tail.judge(softer) == .room)
    }
}
