import SaybusSound
import SaybusStage

/// A reader of recordings for evaluations.
enum SoundSamples {
    /// Returns all samples of a sound file, 16 kHz, mono.
    /// - Throws: `StageFailure` when the file cannot be read.
    static func read(_ path: String) throws(StageFailure) -> [Int16] {
        do {
            let file = try SoundFileReader(path: path, rate: 16_000)
            var samples: [Int16] = []
            while case let block = try file.read(65_536), !block.isEmpty { samples += block }
            return samples
        } catch {
            throw StageFailure(.noInput, "\(error)")
        }
    }

    /// Returns all samples of a sound file that is mixed into others.
    /// - Parameter option: The option that names the file, for the error.
    /// - Throws: `StageFailure` when the file cannot be read, and when it is digital silence: the figures would be
    ///   those without it.
    static func audible(_ path: String, option: String) throws(StageFailure) -> [Int16] {
        let samples = try read(path)
        guard samples.contains(where: { $0 != 0 }) else {
            throw StageFailure(.noInput, "\(path) is digital silence: give \(option) a file with sound")
        }
        return samples
    }

    /// Opens each file and closes it again, so that none is found missing after hours of work.
    /// - Throws: `StageFailure` for the first file that cannot be opened.
    static func check(_ paths: some Sequence<String>) throws(StageFailure) {
        for path in Set(paths).sorted() {
            do { _ = try SoundFileReader(path: path, rate: 16_000) } catch { throw StageFailure(.noInput, "\(error)") }
        }
    }
}
