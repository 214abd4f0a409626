extension Resampler {
    /// Takes the next 16-bit samples, and returns those that are ready.
    public mutating func process(_ samples: [Int16]) -> [Int16] {
        inputRate == outputRate ? samples : Samples.integers(process(Samples.floats(samples)))
    }

    /// Returns the remaining 16-bit samples, and starts a new stream.
    public mutating func finish() -> [Int16] { Samples.integers(finish() as [Float]) }
}
