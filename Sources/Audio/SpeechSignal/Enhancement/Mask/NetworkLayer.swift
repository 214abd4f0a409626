import Foundation

/// A fully connected layer: every output is a weighted sum of all inputs, plus an offset.
struct NetworkLayer: Sendable {
    let inputs: Int
    let outputs: Int
    /// The weights, input by input, for all outputs.
    private let weights: [Float]
    private let offsets: [Float]

    /// Reads a layer from the front of `bytes`, and removes it from there.
    ///
    /// The layout is a scale and an offset for each output, as 32-bit floats in little-endian order; then a signed
    /// byte for each weight, input by input, in units of its output's scale. Returns nil when there are too few
    /// bytes.
    init?(inputs: Int, outputs: Int, from bytes: inout ArraySlice<UInt8>) {
        guard bytes.count >= outputs * 8 + inputs * outputs else { return nil }
        func floats() -> [Float] {
            (0..<outputs).map { _ in
                let bits = bytes.prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                bytes = bytes.dropFirst(4)
                return Float(bitPattern: bits)
            }
        }
        let scales = floats()
        offsets = floats()
        (self.inputs, self.outputs) = (inputs, outputs)
        weights = bytes.prefix(inputs * outputs).enumerated().map { place, byte in
            Float(Int8(bitPattern: byte)) * scales[place % outputs]
        }
        bytes = bytes.dropFirst(inputs * outputs)
    }

    /// Returns the sums for ``inputs`` values.
    func sums(of values: [Float]) -> [Float] {
        precondition(values.count == inputs)
        var sums = offsets
        // All sums are computed side by side. One sum after the other would be a chain of additions, which a
        // compiler may not reorder.
        sums.withUnsafeMutableBufferPointer { sums in
            weights.withUnsafeBufferPointer { weights in
                guard let sum = sums.baseAddress, var weight = weights.baseAddress else { return }
                for value in values {
                    // Rectified values are often zero, and add nothing.
                    if value != 0 {
                        var output = 0
                        while output < outputs {
                            sum[output] += weight[output] * value
                            output += 1
                        }
                    }
                    weight += outputs
                }
            }
        }
        return sums
    }
}
