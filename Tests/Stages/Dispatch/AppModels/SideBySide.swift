/// Runs a test for several cases side by side, for tests that wait for much longer than they work.
/// - Parameter test: The test. Its expectations name the case, as the test's own arguments do not.
func sideBySide<Case: Sendable>(
    _ cases: [Case], _ test: @escaping @Sendable (Case) async throws -> Void
) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for value in cases { group.addTask { try await test(value) } }
        try await group.waitForAll()
    }
}
