import Testing

/// Measures sound, and once more if it is not right: on a busy machine sound drops out, and what is measured then is the machine. Prints what
/// each attempt has found.
/// - Parameter body: Measures, and gives what is wrong.
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
