/// Measures of neighbouring samples.
enum SampleSteps {
    /// The largest step between two neighbouring samples.
    static func largest(_ samples: [Int16]) -> Int {
        zip(samples, samples.dropFirst()).map { abs(Int($1) - Int($0)) }.max() ?? 0
    }
}
