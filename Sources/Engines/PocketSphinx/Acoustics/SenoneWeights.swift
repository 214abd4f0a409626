import Foundation

/// The mixture weights of each senone for the Gaussians of its phone: the file `sendump`.
///
/// After texts come the numbers of rows and columns, and for each stream and Gaussian a byte for each senone: the
/// negative logarithm of the weight in units of ``SenoneScores/unit``.
struct SenoneWeights: Sendable {
    private static let clusters = Array("cluster_count ".utf8)
    private static let none = UInt8(ascii: "0")

    /// The senones of each phone.
    let senones: [[Int]]
    /// The weights of each phone, by stream, Gaussian and senone.
    let values: [[Float]]

    /// Reads the file; nil when it is of another format, or belongs to another model definition.
    init?(directory: String, _ definition: ModelDefinition, density: Int) {
        guard let data = FileManager.default.contents(atPath: directory + "/sendump") else { return nil }
        var reader = ByteReader([UInt8](data))
        // A title, the format's description, and settings, up to an empty text.
        var texts = 0
        while let length = reader.count() {
            if texts >= 2, length == 0 { break }
            guard let text = reader.take(length) else { return nil }
            // Clustered weights are another format.
            let isClustered = text.starts(with: Self.clusters) && text.dropFirst(Self.clusters.count).first != Self.none
            guard !isClustered else { return nil }
            texts += 1
        }
        let count = definition.senonePhones.count
        guard reader.count() == density, reader.count() == count,
            let bytes = reader.take(PhoneGaussians.streams * density * count)
        else { return nil }
        let likelihoods = (0...255).map { exp(-Float($0) / SenoneScores.unit) }
        let senones = definition.phones.indices.map { phone in
            (0..<count).filter { definition.senonePhones[$0] == phone }
        }
        values = senones.map { senones in
            var weights: [Float] = []
            weights.reserveCapacity(PhoneGaussians.streams * density * senones.count)
            for row in 0..<PhoneGaussians.streams * density {
                let start = bytes.startIndex + row * count
                for senone in senones { weights.append(likelihoods[Int(bytes[start + senone])]) }
            }
            return weights
        }
        self.senones = senones
    }
}
