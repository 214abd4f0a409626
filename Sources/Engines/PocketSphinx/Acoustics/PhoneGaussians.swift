import Foundation

/// The Gaussians of a phonetically tied model: an equal number for each phone and stream, shared by all states of
/// the phone.
///
/// They are read from the files `means` and `variances` in the Sphinx-3 format.
package struct PhoneGaussians: Sendable {
    /// The number of feature streams: cepstra, their first and their second differences.
    static let streams = 3
    /// The number of coefficients of a frame in each stream.
    static let length = 13
    /// The name of the phone of silence, in the model as in the dictionary.
    static let silence = "SIL"
    /// The floor of the variances, as in the library.
    private static let minimumVariance: Float = 0.0001

    /// The index of each phone.
    let phones: [String: Int]
    /// The number of Gaussians of a phone in a stream.
    let density: Int
    /// The means by phone, stream, Gaussian, dimension.
    let means: [Float]
    /// The inverse variances, in the same order.
    let precisions: [Float]
    /// The part of each Gaussian's log density that does not depend on the frame, without the part common to all.
    let constants: [Float]

    /// Reads the files; nil when the model in the directory is of another kind.
    init?(directory: String, _ definition: ModelDefinition) {
        let names = definition.phones
        guard let (means, shape) = Self.parameters(directory + "/means"),
            let (variances, other) = Self.parameters(directory + "/variances"), shape == other,
            shape.count == 3 + Self.streams, shape[0] == names.count, shape[1] == Self.streams, shape[2] > 0,
            shape[3...].allSatisfy({ $0 == Self.length }), means.count == variances.count,
            means.count == shape[0] * shape[1] * shape[2] * Self.length, names.contains(Self.silence)
        else { return nil }
        phones = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
        density = shape[2]
        self.means = means
        let floored = variances.map { max($0, Self.minimumVariance) }
        precisions = floored.map { 1 / $0 }
        constants = stride(from: 0, to: floored.count, by: Self.length).map { start in
            -0.5 * floored[start..<start + Self.length].reduce(0) { $0 + log($1) }
        }
    }

    /// Returns the index of a phone's first Gaussian in a stream.
    func first(of phone: Int, _ stream: Int) -> Int { (phone * Self.streams + stream) * density }

    /// The byte-order mark after a file's text header.
    static let byteOrder: UInt32 = 0x1122_3344

    /// Reads a file's numbers, and the shape that precedes them: codebooks, streams, Gaussians, lengths.
    private static func parameters(_ path: String) -> (values: [Float], shape: [Int])? {
        guard let data = FileManager.default.contents(atPath: path),
            let header = data.range(of: Data("endhdr\n".utf8), in: 0..<min(data.count, 4096))
        else { return nil }
        let words = data[header.upperBound...].withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
        }
        let count = 4 + streams
        guard words.count > count, words[0] == byteOrder else { return nil }
        let total = Int(words[count])
        guard words.count > count + total else { return nil }
        return (words[(count + 1)...(count + total)].map(Float.init(bitPattern:)), words[1..<count].map { Int($0) })
    }
}
