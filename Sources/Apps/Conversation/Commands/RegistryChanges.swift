/// Notifications of changes in the command registries, after which the managers publish their catalogs again.
@ConversationActor
enum RegistryChanges {
    private static var observers: [ObjectIdentifier: () -> Void] = [:]

    /// Adds an observer that is called after each change. The caller must remove it before the object is freed.
    static func observe(_ observer: AnyObject, _ changed: @escaping () -> Void) {
        observers[ObjectIdentifier(observer)] = changed
    }

    /// Removes an observer.
    static func forget(_ observer: AnyObject) { observers[ObjectIdentifier(observer)] = nil }

    /// Tells all observers of a change of something that one of them may have read.
    static func post() {
        for changed in observers.values { changed() }
    }
}
