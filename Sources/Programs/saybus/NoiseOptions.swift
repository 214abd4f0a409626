import ArgumentParser
import Foundation

/// The options of evaluations that mix noise into recordings.
struct NoiseOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A sound file with noise, to mix into the recordings. evaluate speech takes several: --noise FILE --noise FILE.",
            valueName: "file"))
    var noise: [String] = []

    @Option(
        help: ArgumentHelp(
            "The signal-to-noise ratios in decibels, separated by commas; with --noise, the default is 12.",
            valueName: "dB,…")
    )
    var snr: String?

    @Option(help: "The seed that selects the parts of the noise.")
    var seed: UInt64 = 1

    /// Returns the noise of an evaluation that takes only one; nil for none.
    func single() throws -> String? {
        guard noise.count <= 1 else { throw ValidationError("--noise: give one file, found \(noise.count)") }
        return noise.first
    }

    func ratios() throws -> [Double] { try Self.decibels(snr ?? "", option: "--snr") }

    /// Parses decibel values separated by commas.
    static func decibels(_ text: String, option: String) throws -> [Double] {
        try text.split(separator: ",").map { part in
            guard let ratio = Double(part.trimmingCharacters(in: .whitespaces)), (-60...100).contains(ratio) else {
                throw ValidationError("\(option) \(part): give decibels from -60 to 100, as in 24,12,6")
            }
            return ratio
        }
    }
}
