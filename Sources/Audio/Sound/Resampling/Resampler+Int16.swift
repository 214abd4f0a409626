extension Resampler {
    /// Takes the next 16-bit samples and gives those that are ready.
    public mutating func process(_ samples: [Int16]) -> [Int16] {
        inputRate == outputRate ? samples : Samples.integers(process(Samples.floats(samples)))
    }

    /// Gives the rest as 16-bit samples, and starts anew.
    public mutating func finish() -> [Int16] { Samples.integers(finish() as [Float]) }
}
