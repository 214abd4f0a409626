import Foundation
import SaybusStage
import SaybusStatisticalMatching

/// The reading and training of model files, with errors that carry a program's exit codes.
public enum TrainedModel {
    /// Reads a model.
    /// - Throws: `StageFailure` with code `noInput` and a sentence that names the file.
    public static func read(_ path: String) throws(StageFailure) -> StatisticalModel {
        do {
            return try ModelFile.read(path)
        } catch {
            throw StageFailure(.noInput, error.reason)
        }
    }

    /// Trains a model from a file of samples, and writes it.
    /// - Returns: A sentence about the model.
    /// - Throws: `StageFailure` when the samples cannot be read, or the model cannot be written.
    public static func train(samples path: String, out: String, seed: UInt64) throws(StageFailure) -> String {
        let began = ContinuousClock.now
        let samples: [Sample]
        let model: StatisticalModel
        do {
            samples = try SampleFile(path: path).samples
            model = try StatisticalModel(samples, seed: seed)
        } catch {
            throw StageFailure(error.code == .unreadable ? .noInput : .badData, "\(error)")
        }
        do {
            try ModelFile.write(model, to: out)
        } catch {
            throw StageFailure(.inputOutput, error.reason)
        }
        let seconds = String(format: "%.1f", (ContinuousClock.now - began) / .seconds(1))
        return
            "\(out): \(model.intents.count) intents and \(model.slots.count) slots from \(samples.count) samples in \(seconds) s"
    }
}
