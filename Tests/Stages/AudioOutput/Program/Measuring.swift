import Testing

/// Measures sound, and repeats a measurement that fails: on a busy machine sound drops out, so that the
/// measurement shows the machine. Prints the result of each attempt.
/// - Parameter body: Measures, and returns what is wrong.
func measuring(_ name: String = #function, _ body: () async throws -> [String]) async throws {
    let most = 2
    var problems: [String] = []
    for attempt in 1...most {
        let found = try await body()
        print("\(name): attempt \(attempt) of \(most): \(found.isEmpty ? "right" : found.joined(separator: "; "))")
        if found.isEmpty { return }
        problems += found
    }
    #expect(problems.isEmpty)
}
