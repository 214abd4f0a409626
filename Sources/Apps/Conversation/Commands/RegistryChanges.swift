/// Notifications of changes in the command registries, after which the managers publish their catalogs again. A manager
/// is notified of changes in the registries that it has read, and not of those of other conversations.
@ConversationActor
enum RegistryChanges {
    private static var observers: [ObjectIdentifier: () -> Void] = [:]
    /// The observer that is reading its registry; nil for none.
    fileprivate static var reader: ObjectIdentifier?

    /// Adds an observer, which is called after each change in a registry that it has read. The caller must remove it
    /// before the object is freed.
    static func observe(_ observer: AnyObject, _ changed: @escaping () -> Void) {
        observers[ObjectIdentifier(observer)] = changed
    }

    /// Removes an observer.
    static func forget(_ observer: AnyObject) { observers[ObjectIdentifier(observer)] = nil }

    /// Reads something for an observer, also one that is added later.
    static func read<Value>(for observer: AnyObject, _ read: () -> Value) -> Value {
        let outer = reader
        reader = ObjectIdentifier(observer)
        defer { reader = outer }
        return read()
    }

    fileprivate static func post(to readers: Set<ObjectIdentifier>) {
        for reader in readers { observers[reader]?() }
    }
}

/// The observers that have read a registry or a recognizer.
@ConversationActor
struct RegistryReaders {
    private var readers: Set<ObjectIdentifier> = []

    nonisolated init() {}

    /// Records the observer that is reading, if one is.
    mutating func record() {
        if let reader = RegistryChanges.reader { readers.insert(reader) }
    }

    /// Tells the observers of a change.
    func tell() { RegistryChanges.post(to: readers) }
}
