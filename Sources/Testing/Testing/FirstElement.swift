import SaybusSupport
import Synchronization

extension AsyncSequence where Self: Sendable, Element: Sendable {
    /// Returns the first element that satisfies a condition; nil when the sequence ends or the time is over first. So
    /// a test fails instead of hanging.
    public func first(
        within time: Duration = .seconds(20), where fits: @escaping @Sendable (Element) -> Bool = { _ in true }
    ) async -> Element? {
        await firstElement(within: time, where: fits)
    }

    /// Returns the next `count` elements; fewer when the sequence ends or the time is over first.
    public func collect(_ count: Int, within time: Duration = .seconds(20)) async -> [Element] {
        let box = Box<Element>()
        _ = await first(within: time) { element in box.add(element) >= count }
        return box.elements
    }
}

private final class Box<Element: Sendable>: Sendable {
    private let storage = Mutex<[Element]>([])
    var elements: [Element] { storage.withLock { $0 } }
    func add(_ element: Element) -> Int {
        storage.withLock { storage in
            storage.append(element)
            return storage.count
        }
    }
}
