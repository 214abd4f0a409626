import Foundation
import SaybusStage
import SaybusStatisticalMatching

/// An evaluation of another recognizer with the same samples.
struct IntentPeers: Sendable {
    private let peer: IntentPeer

    init(_ peer: IntentPeer) { self.peer = peer }

    /// Trains and tests the recognizer on each split.
    /// - Throws: `StageFailure` when the recognizer cannot be installed or run, or cannot be trained on samples.
    func judge(_ splits: [IntentSplit], seed: UInt64) async throws -> [IntentFigures] {
        guard peer == .sklearn else {
            throw StageFailure(.usage, "\(peer.rawValue) supports templates only: use it with --home-assistant")
        }
        var metrics = IntentMetrics()
        var runs: [IntentFigures] = []
        for split in splits {
            let answer = try await ask(split, seed)
            var own = IntentMetrics()
            for (sample, reading) in zip(split.test, answer.readings) {
                let slots = reading.slots.compactMap(\.slot)
                let found = reading.intent.map { Reading(intent: $0, confidence: 1, slots: slots) }
                own.add(IntentJudgement(sample: sample, reading: found))
            }
            metrics.add(own)
            var figures = IntentFigures(own, engine: peer.rawValue, trainSamples: split.train.count)
            figures.trainSeconds = answer.trainSeconds
            figures.utterancesPerSecond = answer.utterancesPerSecond
            figures.peakMemoryBytes = answer.peakMemoryBytes
            runs.append(figures)
        }
        return [IntentEvaluation.merged(runs, metrics)]
    }

    private struct Task: Encodable {
        struct Sample: Encodable {
            let text: String
            let intent: String?
            let slots: [Slot]
        }
        let train: [Sample]
        let test: [String]
        let seed: UInt64
    }

    private struct Slot: Codable {
        let name: String
        let start: Int
        let end: Int

        var slot: SaybusStatisticalMatching.Sample.Slot? {
            start < end ? SaybusStatisticalMatching.Sample.Slot(name: name, range: start..<end) : nil
        }
    }

    private struct Answer: Decodable {
        struct Reading: Decodable {
            let intent: String?
            let slots: [Slot]
        }
        let readings: [Reading]
        let trainSeconds: Double
        let utterancesPerSecond: Double
        let peakMemoryBytes: Int
    }

    private func ask(_ split: IntentSplit, _ seed: UInt64) async throws -> Answer {
        let task = Task(
            train: split.train.map { sample in
                Task.Sample(
                    text: sample.text, intent: sample.intent,
                    slots: sample.slots.map {
                        Slot(name: $0.name, start: $0.range.lowerBound, end: $0.range.upperBound)
                    })
            }, test: split.test.map(\.text), seed: seed & 0x7FFF_FFFF)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("saybus-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try JSONEncoder().encode(task).write(to: file)
        let text = try await PythonEnvironment(peer).run(Self.program, [file.path])
        do {
            return try JSONDecoder().decode(Answer.self, from: Data(text.utf8))
        } catch {
            throw StageFailure(.unavailable, "\(peer.rawValue) gave no answer that can be read: \(error)")
        }
    }
}
