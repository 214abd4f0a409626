import Foundation
import SaybusSound
import SaybusTesting

@testable import SaybusListening

/// Recorded orders and kitchen noise, for measuring tests; most machines do not have them.
enum Recording {
    static let folder: URL = {
        let project = PackageFolder.containing()
        return project.deletingLastPathComponent().appending(path: "shared/data/coffee")
    }()

    static let areThere = FileManager.default.fileExists(atPath: folder.appending(path: "kitchen.flac").path)

    /// Returns every n-th recording, by name.
    static func all(every step: Int) throws -> [[Int16]] {
        let files = try FileManager.default.contentsOfDirectory(
            at: folder.appending(path: "audio"), includingPropertiesForKeys: nil)
        let sorted = files.filter { $0.pathExtension == "flac" }.sorted { $0.path < $1.path }
        return try stride(from: 0, to: sorted.count, by: step).map { try read(sorted[$0]) }
    }

    static func kitchen() throws -> [Int16] { try read(folder.appending(path: "kitchen.flac")) }

    static func read(_ file: URL) throws -> [Int16] {
        try SoundFileReader(path: file.path).read(16_000 * 3_600)
    }

    /// Returns speech with noise from a position on, scaled to a ratio in decibels between the loudest 128 ms of
    /// each; the peak is half of full scale.
    static func mix(_ speech: [Int16], _ noise: [Int16], at place: Int, decibels: Double) -> [Int16] {
        let noise = Array(noise[place..<place + speech.count])
        let scale = (peakEnergy(speech) / (peakEnergy(noise) * pow(10, decibels / 10))).squareRoot()
        let sum = zip(speech, noise).map { Double($0) + Double($1) * scale }
        let peak = max(1, sum.map(abs).max() ?? 1)
        return sum.map { Int16(($0 / peak * 16_383).rounded()) }
    }

    private static func energy(_ samples: ArraySlice<Int16>) -> Double {
        var sum = 0.0
        for sample in samples { sum += Double(sample) * Double(sample) }
        return sum
    }

    private static func peakEnergy(_ samples: [Int16]) -> Double {
        stride(from: 0, to: samples.count - 2_047, by: 2_048).map { energy(samples[$0..<$0 + 2_048]) }.max() ?? 1
    }

    /// Returns the turns that endpointing finds.
    static func turns(_ samples: [Int16], configuration: EndpointerConfiguration = .init()) -> [Range<Int>] {
        var detector = EnergyDetector()
        var endpointer = Endpointer(configuration)
        var starts: [Int] = []
        var turns: [Range<Int>] = []
        func record(_ actions: [Endpointer.Action]) {
            for action in actions {
                switch action {
                case .start(let position, _): starts.append(position)
                case .append: break
                case .end(_, let position): turns.append((starts.popLast() ?? position)..<position)
                }
            }
        }
        for start in stride(from: 0, to: samples.count, by: 320) {
            let frame = Array(samples[start..<min(start + 320, samples.count)])
            record(endpointer.consume(frame, isSpeech: detector.isSpeech(frame)))
        }
        record(endpointer.close(.endOfInput))
        return turns
    }
}
