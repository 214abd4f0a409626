import CSaybusKissFFT
import Foundation

/// The Fourier transform of real windows of one length, and its inverse.
struct FourierTransform: ~Copyable {
    /// The number of values of a window.
    let length: Int
    private let forward: kiss_fftr_cfg
    private let backward: kiss_fftr_cfg

    /// Creates a transform.
    /// - Parameter length: An even number, at least 2.
    init(length: Int) {
        guard let forward = kiss_fftr_alloc(Int32(length), 0, nil, nil),
            let backward = kiss_fftr_alloc(Int32(length), 1, nil, nil)
        else { preconditionFailure("no memory for a Fourier transform of \(length) values, or it is odd") }
        (self.length, self.forward, self.backward) = (length, forward, backward)
    }

    deinit {
        free(UnsafeMutableRawPointer(forward))
        free(UnsafeMutableRawPointer(backward))
    }

    /// Returns the components of ``length`` values: `length / 2 + 1` of them.
    func components(of values: [Float]) -> [kiss_fft_cpx] {
        precondition(values.count == length)
        return [kiss_fft_cpx](unsafeUninitializedCapacity: length / 2 + 1) { result, count in
            kiss_fftr(forward, values, result.baseAddress)
            count = length / 2 + 1
        }
    }

    /// Returns the values with these components.
    func values(of components: [kiss_fft_cpx]) -> [Float] {
        precondition(components.count == length / 2 + 1)
        var values = [Float](unsafeUninitializedCapacity: length) { result, count in
            kiss_fftri(backward, components, result.baseAddress)
            count = length
        }
        let scale = 1 / Float(length)
        for index in values.indices { values[index] *= scale }
        return values
    }
}
