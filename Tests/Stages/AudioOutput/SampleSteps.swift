/// How samples follow each other.
enum SampleSteps {
    /// The largest step between two neighbours.
    static func largest(_ samples: [Int16]) -> Int {
        zip(samples, samples.dropFirst()).map { abs(Int($1) - Int($0)) }.max() ?? 0
    }
}
