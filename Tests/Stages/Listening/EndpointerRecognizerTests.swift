import SaybusSupport
import Testing

@testable import SaybusListening

/// The part of a recognizer in endpointing.
extension EndpointerTests {
    /// Runs frames of 20 ms; after each, the recognizer may give a result for the turn.
    static func run(
        _ decisions: [Bool], _ configuration: EndpointerConfiguration = .init(),
        recognizing: (_ frame: Int, _ turn: Int) -> RecognizedSoFar?
    ) -> Receiver {
        var endpointer = Endpointer(configuration)
        var receiver = Receiver()
        for (index, isSpeech) in decisions.enumerated() {
            receiver.take(endpointer.consume(sound(index * 320..<(index + 1) * 320), isSpeech: isSpeech))
            if let open = receiver.open, let recognized = recognizing(index, open.samples.count) {
                endpointer.update(recognized)
            }
        }
        receiver.take(endpointer.close(.endOfInput))
        return receiver
    }

    @Test(
        "the pause is short after a whole command, longer after one that may go on, longest within a command",
        arguments: [(true, false, 400), (true, true, 800), (true, nil, 800), (false, true, 1_500), (nil, nil, 800)]
            as [(Bool?, Bool?, Int)])
    func recognizerTakesPart(isComplete: Bool?, mayGoOn: Bool?, pause: Int) throws {
        let receiver = Self.run(Self.frames((false, 500), (true, 1_000), (false, 4_000))) { _, turn in
            // The recognizer has all audio, and the last word ends with the speech, 1500 ms after the turn's start.
            RecognizedSoFar(isComplete: isComplete, mayGoOn: mayGoOn, heard: turn, wordsEnd: min(turn, 1_500 * 16))
        }
        let turn = try #require(receiver.turns.first)
        #expect(turn.reason == .silence && turn.start == 0)
        #expect(abs(turn.samples.count / 16 - 1_500 - pause) <= 20)
        #expect(receiver.turns.count == 1 && receiver.complaints.isEmpty)
    }

    @Test("a slow speaker is cut off only where the command is complete")
    func slowSpeaker() {
        let slow = Self.frames((false, 500), (true, 800), (false, 1_300), (true, 600), (false, 3_000))
        let inMiddle = Self.run(slow) { frame, turn in
            // The command is complete only with the words after the pause, which the recognizer has 200 ms later.
            RecognizedSoFar(
                isComplete: frame >= 140, heard: turn, wordsEnd: min(turn, frame >= 140 ? 3_200 * 16 : 1_300 * 16))
        }
        #expect(inMiddle.turns.count == 1)
        #expect(Self.run(slow).turns.count == 2)
    }

    @Test(
        "in a quiet room a turn goes on while somebody speaks as loudly as before, whatever the recognizer has heard",
        arguments: [(4, 6_000, true, 4_500 + 800), (4, 600, true, 1_500 + 900), (2_000, 6_000, true, 1_500 + 900)])
    func speaksOn(room: Int16, rest: Int16, isComplete: Bool, end: Int) throws {
        var endpointer = Endpointer()
        var ends: [Int] = []
        // Half a second of the room, four seconds of speech, and the room again; the words end after one of them.
        for time in stride(from: 0, to: 8_000, by: 20) {
            let isSpeech = 500..<4_500 ~= time
            let amplitude = !isSpeech ? room : time < 1_500 ? 6_000 : rest
            let frame = (0..<320).map { $0.isMultiple(of: 2) ? amplitude : -amplitude }
            for case .end(_, let position) in endpointer.consume(frame, isSpeech: isSpeech) {
                ends.append(position / 16)
            }
            if endpointer.isOpen {
                let heard = time * 16
                endpointer.update(
                    RecognizedSoFar(isComplete: isComplete, heard: heard, wordsEnd: min(heard, 1_500 * 16)))
            }
        }
        let first = try #require(ends.first)
        #expect(abs(first - end) <= 40, "\(ends)")
    }

    @Test("a whole command ends when no more words follow, even if everything sounds like speech")
    func loudRoom() throws {
        let receiver = Self.run(Self.frames((true, 6_000))) { _, turn in
            RecognizedSoFar(isComplete: true, heard: turn, wordsEnd: min(turn, 2_000 * 16))
        }
        let turn = try #require(receiver.turns.first)
        #expect(turn.reason == .silence && abs(turn.samples.count / 16 - 2_900) <= 20)
    }

    @Test("a result that lacks the latest speech shortens no pause, and a missing result is not waited for")
    func outdated() {
        let receiver = Self.run(Self.frames((false, 500), (true, 1_000), (false, 4_000))) { frame, turn in
            frame == 40 ? RecognizedSoFar(isComplete: false, heard: turn, wordsEnd: turn) : nil
        }
        #expect(receiver.turns.map { $0.samples.count / 16 } == [1_500 + 800])
    }

    @Test("whatever a recognizer reports, turns are complete and bounded, and silence ends them in time")
    func recognizerProperties() {
        for seed in 0..<60 {
            var generator = SplitMix(seed: UInt64(seed))
            let extremes = [Int.min, -1, 0, 1, 16_000, 10_000_000, .max]
            var endpointer = Endpointer()
            var receiver = Receiver()
            var (position, silence, isSpeech, isLate) = (0, 0, false, false)
            for _ in 0..<2_000 {
                if Int.random(in: 0..<40, using: &generator) == 0 { isSpeech.toggle() }
                receiver.take(endpointer.consume(Self.sound(position..<position + 320), isSpeech: isSpeech))
                position += 320
                silence = isSpeech ? 0 : silence + 320
                if Int.random(in: 0..<10, using: &generator) == 0 {
                    endpointer.update(
                        RecognizedSoFar(
                            isComplete: [true, false, nil].randomElement(using: &generator) ?? nil,
                            mayGoOn: [true, false, nil].randomElement(using: &generator) ?? nil,
                            heard: extremes.randomElement(using: &generator) ?? 0,
                            wordsEnd: extremes.randomElement(using: &generator) ?? 0))
                }
                // The longest pause that any result allows.
                if endpointer.isOpen, silence >= 1_500 * 16 + 320 { isLate = true }
            }
            #expect(!isLate)
            receiver.take(endpointer.close(.endOfInput))
            #expect(receiver.complaints.isEmpty)
            var end = 0
            for turn in receiver.turns {
                #expect(turn.start >= end && turn.samples.count <= 160_000)
                end = turn.start + turn.samples.count
                #expect(turn.samples == Self.sound(turn.start..<end))
            }
        }
    }
}
