extension AsyncSequence where Self: Sendable, Element: Sendable {
    /// Returns the first element that satisfies a condition; nil when the sequence ends or fails, or the time is over,
    /// before there is one.
    package func firstElement(
        within time: Duration, where fits: @escaping @Sendable (Element) async -> Bool
    ) async -> Element? {
        await withTaskGroup(of: Element?.self) { group in
            group.addTask {
                do {
                    for try await element in self where await fits(element) { return element }
                } catch {}
                return nil
            }
            group.addTask {
                // The time limit itself.
                try? await Task.sleep(for: time)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
