import Foundation
import SaybusExternalEngines
import SaybusPocketSphinx
import SaybusTranscription

/// The `pocketsphinx_batch` program with its own defaults.
struct PocketSphinxProgram {
    private let path: String

    /// Finds the program; nil if it is not installed.
    init?() {
        guard let path = CommandProcess.path(of: "pocketsphinx_batch") else { return nil }
        self.path = path
    }

    /// Returns the seconds to recognize every sound once, without the program's start: the difference between
    /// `2 * repeats` and `repeats` rounds, divided by `repeats`.
    func seconds(for sounds: [[Int16]], sentences: [String], in folder: URL, repeats: Int) throws -> Double {
        for (number, sound) in sounds.enumerated() {
            let bytes = sound.withUnsafeBytes { Data($0) }
            try bytes.write(to: folder.appendingPathComponent("\(number).raw"))
        }
        let grammar = "#JSGF V1.0;\ngrammar bench;\npublic <command> = \(sentences.joined(separator: " | "));\n"
        try Data(grammar.utf8).write(to: folder.appendingPathComponent("bench.jsgf"))
        let once = try time(sounds.count, rounds: repeats, folder)
        let twice = try time(sounds.count, rounds: repeats * 2, folder)
        return max(0, twice - once) / Double(repeats)
    }

    private func time(_ count: Int, rounds: Int, _ folder: URL) throws -> Double {
        let list = (0..<rounds).flatMap { _ in (0..<count).map { "\($0)\n" } }.joined()
        try Data(list.utf8).write(to: folder.appendingPathComponent("list"))
        let model = try SphinxModel()
        let began = ContinuousClock.now
        let code = try SystemProgram.run(
            path,
            [
                "-hmm", model.acoustics, "-dict", model.dictionary, "-jsgf", "\(folder.path)/bench.jsgf", "-ctl",
                "\(folder.path)/list", "-cepdir", folder.path, "-cepext", ".raw", "-adcin", "yes", "-hyp",
                "\(folder.path)/result",
            ])
        guard code == 0 else { throw BenchmarkError(.speech, "\(path) ended with \(code): install pocketsphinx again") }
        return (ContinuousClock.now - began) / .seconds(1)
    }
}
