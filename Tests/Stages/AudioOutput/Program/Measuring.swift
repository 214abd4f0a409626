import Testing

/// Runs a measurement of sound, and repeats it once when it fails, since sound drops out on a busy machine. Prints the
/// result of each attempt.
/// - Parameter body: The measurement; it returns the problems that it has found.
func measuring(_ name: String = #function, _ body: () async throws -> [String]) async throws {
    let attempts = 2
    var problems: [String] = []
    for attempt in 1...attempts {
        let found = try await body()
        print("\(name): attempt \(attempt) of \(attempts): \(found.isEmpty ? "right" : found.joined(separator: "; "))")
        if found.isEmpty { return }
        problems += found
    }
    #expect(problems.isEmpty)
}
