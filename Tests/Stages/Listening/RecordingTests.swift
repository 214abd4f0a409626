import SaybusSupport
import SaybusTesting
import Testing

@testable import SaybusListening

@Suite("Endpointing of recordings", .enabled(if: Recording.areThere, "needs the recorded orders"))
struct RecordingTests {
    static let step = 8

    @Test(
        "each recorded order gives one turn that holds all its speech",
        arguments: [(nil, 92), (18.0, 88), (12.0, 86), (6.0, 50)] as [(Double?, Int)])
    func oneTurn(decibels: Double?, wanted: Int) throws {
        let recordings = try Recording.all(every: Self.step)
        let kitchen = try Recording.kitchen()
        var generator = SplitMix(seed: 11)
        var (one, whole) = (0, 0)
        for recording in recordings {
            let place = Int.random(in: 0..<kitchen.count - recording.count, using: &generator)
            let heard = decibels.map { Recording.mix(recording, kitchen, at: place, decibels: $0) } ?? recording
            let turns = Recording.turns(heard)
            let speech = SpeechExtent.find(in: recording)
            if turns.count == 1 { one += 1 }
            if turns.count == 1, turns[0].lowerBound <= speech.lowerBound, turns[0].upperBound >= speech.upperBound {
                whole += 1
            }
        }
        print("\(decibels.map { "\($0) dB" } ?? "clean"): of \(recordings.count), one turn \(one), whole \(whole)")
        #expect(whole * 100 >= recordings.count * wanted)
    }

    @Test("consecutive orders give as many turns, with pauses of silence or of noise", arguments: [0.0, 3, 60])
    func joined(noise: Double) throws {
        let recordings = try Recording.all(every: Self.step)
        var generator = SplitMix(seed: 5)
        var all: [Int16] = []
        var centres: [Int] = []
        func pause() {
            for _ in 0..<16_000 { all.append(Int16(Double.random(in: -1...1, using: &generator) * noise)) }
        }
        for recording in recordings {
            pause()
            let speech = SpeechExtent.find(in: recording)
            centres.append(all.count + speech.count / 2)
            all += recording[speech]
        }
        pause()
        let turns = Recording.turns(all)
        let alone = centres.filter { centre in
            guard let turn = turns.first(where: { $0.contains(centre) }) else { return false }
            return centres.filter { turn.contains($0) }.count == 1
        }
        print("noise \(noise): \(recordings.count) orders, \(turns.count) turns, \(alone.count) orders alone in a turn")
        #expect(abs(turns.count - recordings.count) * 100 <= recordings.count * 15)
    }
}
