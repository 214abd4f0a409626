import Foundation
import SaybusListening

/// A recording mixed with the echo of the assistant's speech: five seconds of echo alone, then both.
struct EchoScene {
    /// Number of samples in which only the assistant speaks.
    static let lead = 80_000
    /// Number of those samples that are judged: the last two seconds, after the canceller has adapted to the room.
    static let judged = 32_000

    /// The signal of the microphone.
    let microphone: [Int16]
    /// The signal after echo cancellation.
    let cancelled: [Int16]
    /// Whether the canceller takes each block for echo.
    private let isEcho: [Bool]

    /// - Parameters:
    ///   - voice: The assistant's speech, repeated; empty for silence.
    ///   - ratio: The level of the user's speech above the echo in decibels, each measured at its loudest stretch.
    init(_ recording: [Int16], voice: [Int16], ratio: Double, delay: Int) throws {
        let count = (Self.lead + recording.count + EchoCanceller.block - 1) / EchoCanceller.block * EchoCanceller.block
        let near = [Int16](repeating: 0, count: Self.lead) + recording
        let padded = near + [Int16](repeating: 0, count: count - near.count)
        let played = voice.isEmpty ? [Int16](repeating: 0, count: count) : (0..<count).map { voice[$0 % voice.count] }
        let echo = SimulatedRoom(delay: delay, decibels: -6).echo(of: played)
        let (user, room) = (NoiseMixer.loudest(recording.map(Double.init)), NoiseMixer.loudest(echo.map(Double.init)))
        let scale = room > 0 ? (user / (room * pow(10, ratio / 10))).squareRoot() : 0
        microphone = zip(padded, echo).map { Int16(max(-32_768, min(32_767, Double($0) + scale * Double($1)))) }
        (cancelled, isEcho) = try Self.cancel(microphone, played: played)
    }

    /// Decibels by which the echo is attenuated while only the assistant speaks.
    var returnLoss: Double {
        let range = Self.lead - Self.judged..<Self.lead
        func energy(_ samples: [Int16]) -> Double { samples[range].reduce(0) { $0 + Double($1) * Double($1) } }
        return 10 * log10(max(1, energy(microphone)) / max(1, energy(cancelled)))
    }

    /// The fractions of the judged frames that count as speech, with the echo left in and removed.
    var falseSpeech: (with: Double, without: Double) {
        var (raw, clean) = (EnergyDetector(), EnergyDetector())
        var (with, without, frames) = (0, 0, 0)
        for (index, start) in stride(from: 0, to: Self.lead, by: EchoCanceller.block).enumerated() {
            let range = start..<start + EchoCanceller.block
            let isSpeech = raw.isSpeech(Array(microphone[range]))
            let isLeft = clean.isSpeech(Array(cancelled[range])) && !isEcho[index]
            guard start >= Self.lead - Self.judged else { continue }
            frames += 1
            with += isSpeech ? 1 : 0
            without += isLeft ? 1 : 0
        }
        return (Double(with) / Double(max(1, frames)), Double(without) / Double(max(1, frames)))
    }

    /// Cancels the echo as the listening stage does: the played samples reach the canceller on their way to the
    /// loudspeaker.
    private static func cancel(_ microphone: [Int16], played: [Int16]) throws -> ([Int16], [Bool]) {
        let canceller = EchoCanceller()
        var (cancelled, isEcho): ([Int16], [Bool]) = ([], [])
        for start in stride(from: 0, to: microphone.count, by: EchoCanceller.block) {
            let range = start..<start + EchoCanceller.block
            try canceller.play(Array(played[range]), rate: 16_000, now: start)
            cancelled += canceller.cancel(Array(microphone[range]), position: start)
            isEcho.append(canceller.isEcho)
        }
        return (cancelled, isEcho)
    }
}
