import Foundation

/// Tells which share of each band is speech: two hidden layers of rectified sums, and a logistic one.
struct MaskNetwork: Sendable {
    /// Outputs of a hidden layer.
    private static let hidden = 192

    private let layers: [NetworkLayer]

    /// The network that was learnt from recordings; read once.
    static let standard: MaskNetwork = {
        guard let data = Data(base64Encoded: learnt), let network = MaskNetwork([UInt8](data)) else {
            preconditionFailure("the weights in the program are not those of this network")
        }
        return network
    }()

    /// Reads the layers, one after the other; nil comes of too few bytes, and of too many.
    init?(_ bytes: [UInt8]) {
        var left = bytes[...]
        let sizes = [(MaskFeatures.count, Self.hidden), (Self.hidden, Self.hidden), (Self.hidden, MelBands.count)]
        layers = sizes.compactMap { NetworkLayer(inputs: $0.0, outputs: $0.1, from: &left) }
        guard layers.count == sizes.count, left.isEmpty else { return nil }
    }

    /// The share of speech in each band, as an amplitude, 0…1.
    ///
    /// - Parameter inputs: Those of ``MaskFeatures``.
    func share(of inputs: [Float]) -> [Float] {
        var values = inputs
        for layer in layers.dropLast() { values = layer.sums(of: values).map { max(0, $0) } }
        return layers[layers.count - 1].sums(of: values).map { 1 / (1 + exp(-$0)) }
    }
}
