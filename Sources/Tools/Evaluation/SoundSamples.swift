import SaybusSound
import SaybusStage

/// Recordings as what is evaluated gets them.
enum SoundSamples {
    /// All samples of a sound file, 16 kHz, mono.
    /// - Throws: ``StageFailure`` when it cannot be read.
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
}
