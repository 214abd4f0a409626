import SaybusSupport
import SaybusTesting
import Testing

@testable import SaybusListening

@Suite("Endpointing")
struct EndpointerTests {
    /// A receiver that puts turns together from the actions.
    struct Receiver {
        var turns: [(start: Int, samples: [Int16], reason: Endpointer.EndReason)] = []
        var open: (start: Int, samples: [Int16])?
        var complaints: [String] = []

        mutating func take(_ actions: [Endpointer.Action]) {
            for action in actions {
                switch action {
                case .start(let position, let samples):
                    if open != nil { complaints.append("a turn starts inside another one") }
                    open = (position, samples)
                case .append(let samples):
                    if open == nil { complaints.append("samples outside a turn") }
                    open?.samples += samples
                case .end(let reason, let position):
                    guard let turn = open else {
                        complaints.append("an end without a start")
                        continue
                    }
                    if turn.start + turn.samples.count != position {
                        complaints.append("a turn ends where it does not")
                    }
                    turns.append((turn.start, turn.samples, reason))
                    open = nil
                }
            }
        }
    }

    /// Returns samples whose values encode their positions, all about equally loud.
    static func sound(_ range: Range<Int>) -> [Int16] {
        // Copied and not computed: the property tests take millions of samples.
        range.upperBound <= counting.count ? Array(counting[range]) : range.map(sample)
    }

    private static func sample(at position: Int) -> Int16 { Int16(20_000 + position % 10_007) }

    private static let counting = (0..<1_000_000).map(sample)

    /// Runs frames of 20 ms; `true` stands for speech.
    static func run(_ decisions: [Bool], _ configuration: EndpointerConfiguration = .init()) -> Receiver {
        var endpointer = Endpointer(configuration)
        var receiver = Receiver()
        for (index, isSpeech) in decisions.enumerated() {
            receiver.take(endpointer.consume(sound(index * 320..<(index + 1) * 320), isSpeech: isSpeech))
        }
        receiver.take(endpointer.close(.endOfInput))
        return receiver
    }

    static func frames(_ parts: (Bool, Int)...) -> [Bool] {
        parts.flatMap { isSpeech, milliseconds in [Bool](repeating: isSpeech, count: milliseconds / 20) }
    }

    @Test(
        "who speaks through the signal to speak is heard from before its end, and who waits for its end from there",
        arguments: [(pause: 0, start: 800), (pause: 80, start: 880), (pause: 200, start: 1_300)])
    func throughTheSignal(pause: Int, start: Int) throws {
        var endpointer = Endpointer()
        var receiver = Receiver()
        var position = 0
        func next(_ milliseconds: Int) -> [Int16] {
            defer { position += milliseconds * 16 }
            return Self.sound(position..<position + milliseconds * 16)
        }
        receiver.take(endpointer.consume(next(1_000), isSpeech: false))
        for _ in 0..<15 { endpointer.hold(next(20)) }
        if pause > 0 { receiver.take(endpointer.consume(next(pause), isSpeech: false)) }
        receiver.take(endpointer.consume(next(800), isSpeech: true))
        receiver.take(endpointer.consume(next(2_000), isSpeech: false))
        #expect(receiver.complaints.isEmpty)
        let turn = try #require(receiver.turns.first)
        #expect(receiver.turns.count == 1 && turn.start == 16 * start)
        #expect(turn.samples == Self.sound(turn.start..<turn.start + turn.samples.count))
    }

    @Test("speech gives one turn, from the pre-roll to the fall delay")
    func oneTurn() throws {
        let receiver = Self.run(Self.frames((false, 1_000), (true, 800), (false, 400), (true, 200), (false, 2_000)))
        #expect(receiver.complaints.isEmpty)
        let turn = try #require(receiver.turns.first)
        #expect(receiver.turns.count == 1)
        #expect(turn.start == 16 * (1_000 - 500))
        #expect(turn.samples == Self.sound(16 * 500..<16 * (2_400 + 800)))
        #expect(turn.reason == .silence)
    }

    @Test("two utterances give two turns; a click and a cough give none")
    func several() {
        let receiver = Self.run(
            Self.frames(
                (false, 500), (true, 40), (false, 100), (true, 100), (false, 900), (true, 500), (false, 900),
                (true, 20),
                (false, 900), (true, 500), (false, 900)))
        #expect(receiver.complaints.isEmpty)
        #expect(receiver.turns.map(\.start) == [16 * (1_640 - 500), 16 * (3_960 - 500)])
    }

    @Test("endless speech is cut at the maximum length, and the next turn continues there")
    func longest() {
        let receiver = Self.run(Self.frames((true, 25_000)))
        #expect(receiver.complaints.isEmpty)
        #expect(receiver.turns.map(\.reason) == [.maximumLength, .maximumLength, .endOfInput])
        #expect(receiver.turns.map(\.start) == [0, 160_000, 320_000])
        #expect(receiver.turns.map(\.samples.count) == [160_000, 160_000, 80_000])
    }

    @Test("the end of the input closes an open turn, and nothing else")
    func endOfInput() {
        #expect(Self.run(Self.frames((false, 500), (true, 500))).turns.map(\.reason) == [.endOfInput])
        #expect(Self.run(Self.frames((false, 500))).turns.isEmpty)
        #expect(Self.run([]).turns.isEmpty)
    }

    @Test("a turn opened by a button waits for speech up to its limit, and then ends like others")
    func byHand() {
        var endpointer = Endpointer()
        var receiver = Receiver()
        receiver.take(endpointer.consume(Self.sound(0..<4_000), isSpeech: true))
        receiver.take(endpointer.close(.stopped))
        receiver.take(endpointer.open())
        let again = endpointer.open()
        #expect(again.isEmpty)
        receiver.take(endpointer.consume(Self.sound(4_000..<84_000), isSpeech: false))
        #expect(endpointer.isOpen)
        receiver.take(endpointer.consume(Self.sound(84_000..<90_000), isSpeech: true))
        receiver.take(endpointer.consume(Self.sound(90_000..<102_800), isSpeech: false))
        #expect(!endpointer.isOpen)
        #expect(receiver.turns.map(\.reason) == [.stopped, .silence])
        #expect(receiver.turns.last?.samples == Self.sound(4_000..<102_800))
        receiver.take(endpointer.restart())
        #expect(endpointer.position == 0)
        #expect(receiver.complaints.isEmpty)
    }

    @Test("lost samples move the position; speech before and after a gap does not add up to a beginning")
    func holes() {
        var endpointer = Endpointer()
        let none = endpointer.consume(Self.sound(0..<1_600), isSpeech: true)
        #expect(none.isEmpty)
        endpointer.skip(1_000)
        endpointer.skip(-5)
        #expect(endpointer.position == 2_600)
        let actions = endpointer.consume(Self.sound(0..<3_200), isSpeech: true)
        #expect(actions.first == .start(position: 2_600, samples: Self.sound(0..<2_240)))
        endpointer.skip(.max)
    }

    @Test("whatever the detector decides, no sample is lost or repeated, turns do not overlap, and none is too long")
    func properties() {
        for seed in 0..<60 {
            var generator = SplitMix(seed: UInt64(seed))
            func milliseconds(_ range: ClosedRange<Int>) -> Duration {
                .milliseconds(Int.random(in: range, using: &generator))
            }
            let configuration = EndpointerConfiguration(
                riseDelay: milliseconds(0...200), fallDelay: milliseconds(0...900), preRoll: milliseconds(0...1_500),
                minimumSpeech: milliseconds(0...400), maximumLength: milliseconds(0...3_000))
            let longest = max(1_600, Int(configuration.maximumLength / .milliseconds(1)) * 16)
            var endpointer = Endpointer(configuration)
            var receiver = Receiver()
            var position = 0
            var isSpeech = false
            for _ in 0..<400 {
                if Int.random(in: 0..<8, using: &generator) == 0 { isSpeech.toggle() }
                let length = Int.random(in: 0...700, using: &generator)
                receiver.take(endpointer.consume(Self.sound(position..<position + length), isSpeech: isSpeech))
                position += length
                switch Int.random(in: 0..<200, using: &generator) {
                case 0: receiver.take(endpointer.open())
                case 1: receiver.take(endpointer.close(.stopped))
                default: break
                }
                #expect(endpointer.position == position && endpointer.isOpen == (receiver.open != nil))
            }
            receiver.take(endpointer.close(.endOfInput))
            #expect(receiver.complaints.isEmpty && receiver.open == nil)
            var end = 0
            for turn in receiver.turns {
                #expect(turn.start >= end && turn.samples.count <= longest)
                end = turn.start + turn.samples.count
                #expect(turn.samples == Self.sound(turn.start..<end))
            }
            #expect(end <= position)
        }
    }

    @Test("a held turn ends at the release of the button or at its maximum length, and not at a pause")
    func held() {
        var endpointer = Endpointer()
        var receiver = Receiver()
        receiver.take(endpointer.open(isHeld: true))
        receiver.take(endpointer.consume(Self.sound(0..<16_000), isSpeech: true))
        receiver.take(endpointer.consume(Self.sound(16_000..<80_000), isSpeech: false))
        #expect(endpointer.isOpen)
        receiver.take(endpointer.close(.stopped))
        #expect(receiver.turns.map(\.reason) == [.stopped])
        endpointer.limit(.seconds(2))
        receiver.take(endpointer.open(isHeld: true))
        receiver.take(endpointer.consume(Self.sound(80_000..<160_000), isSpeech: false))
        #expect(receiver.turns.map(\.reason) == [.stopped, .maximumLength])
        #expect(receiver.turns.last?.samples.count == 32_000)
        // The limit was for one turn only.
        receiver.take(endpointer.open(isHeld: true))
        receiver.take(endpointer.consume(Self.sound(160_000..<240_000), isSpeech: false))
        #expect(endpointer.isOpen && receiver.complaints.isEmpty)
    }

    @Test("a limit that is set in an open turn is that of the next turn alone")
    func nextLimit() {
        var endpointer = Endpointer()
        var receiver = Receiver()
        receiver.take(endpointer.open(isHeld: true))
        endpointer.limit(.seconds(2))
        receiver.take(endpointer.consume(Self.sound(0..<48_000), isSpeech: false))
        #expect(endpointer.isOpen)
        receiver.take(endpointer.close(.stopped))
        receiver.take(endpointer.consume(Self.sound(48_000..<112_000), isSpeech: true))
        #expect(receiver.turns.map(\.reason) == [.stopped, .maximumLength])
        #expect(receiver.turns.last?.samples.count == 32_000)
        receiver.take(endpointer.close(.stopped))
        receiver.take(endpointer.open(isHeld: true))
        receiver.take(endpointer.consume(Self.sound(112_000..<176_000), isSpeech: false))
        #expect(endpointer.isOpen && receiver.complaints.isEmpty)
    }

    @Test("a minimum length keeps a turn open through a pause")
    func shortest() {
        let configuration = EndpointerConfiguration(minimumLength: .milliseconds(3_000))
        let receiver = Self.run(Self.frames((false, 500), (true, 400), (false, 4_000)), configuration)
        #expect(receiver.turns.map { $0.samples.count / 16 } == [3_000])
    }

    @Test("settings out of range do no harm")
    func extremes() {
        for duration in [Duration.zero, .seconds(-5), .seconds(Int64.max / 2), .nanoseconds(1)] {
            let configuration = EndpointerConfiguration(
                riseDelay: duration, fallDelay: duration, preRoll: duration, minimumSpeech: duration,
                maximumLength: duration)
            #expect(Self.run(Self.frames((false, 200), (true, 900), (false, 400)), configuration).complaints.isEmpty)
            for rate in [Int.min, 0, 1, 50, Int.max] {
                var endpointer = Endpointer(configuration, rate: rate)
                _ = endpointer.consume(Self.sound(0..<1_000), isSpeech: true)
            }
        }
    }

    @Test("sound in pieces of any length is cut into whole frames in its order, and the rest waits")
    func wholeFrames() {
        var cutter = FrameCutter()
        let sound = (0..<1_000).map { Int16($0) }
        var frames: [[Int16]] = []
        for piece in [0..<100, 100..<100, 100..<970, 970..<1_000] { frames += cutter.frames(with: Array(sound[piece])) }
        #expect(frames.map(\.count) == [320, 320, 320])
        let whole = frames.flatMap(\.self) + cutter.rest
        #expect(whole == sound)
    }
}
