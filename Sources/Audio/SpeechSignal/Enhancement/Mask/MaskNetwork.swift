import Foundation

/// A network that estimates the share of speech in each band: two hidden layers of rectified linear units, and a
/// logistic output layer.
struct MaskNetwork: Sendable {
    /// The number of outputs of a hidden layer.
    private static let hidden = 192

    private let layers: [NetworkLayer]

    /// The trained network, whose weights are part of the program.
    ///
    /// `deploy/python/training/noise_mask.py` trains the network and writes the source of the weights.
    static let standard: MaskNetwork = {
        let bytes = Data(base64Encoded: standardWeights, options: .ignoreUnknownCharacters)
        guard let network = bytes.flatMap({ MaskNetwork([UInt8]($0)) }) else {
            preconditionFailure("the weights in the program are not those of this network")
        }
        return network
    }()

    /// Reads the layers, one after the other. Returns nil when there are too few or too many bytes.
    init?(_ bytes: [UInt8]) {
        var left = bytes[...]
        let sizes = [(MaskFeatures.count, Self.hidden), (Self.hidden, Self.hidden), (Self.hidden, MelBands.count)]
        layers = sizes.compactMap { NetworkLayer(inputs: $0.0, outputs: $0.1, from: &left) }
        guard layers.count == sizes.count, left.isEmpty else { return nil }
    }

    /// Returns the share of speech in each band, as an amplitude from 0 to 1.
    /// - Parameter inputs: The values of ``MaskFeatures`` for one window.
    func share(of inputs: [Float]) -> [Float] {
        var values = inputs
        for layer in layers.dropLast() { values = layer.sums(of: values).map { max(0, $0) } }
        return layers[layers.count - 1].sums(of: values).map { 1 / (1 + exp(-$0)) }
    }
}
