/// Notifies the managers of changes in their registries, so that they publish their catalogs again.
@ConversationActor
enum RegistryChanges {
    private static var observers: [ObjectIdentifier: () -> Void] = [:]

    /// Number of changes so far.
    private(set) static var count = 0

    static func observe(_ observer: AnyObject, _ changed: @escaping () -> Void) {
        observers[ObjectIdentifier(observer)] = changed
    }

    static func forget(_ observer: AnyObject) { observers[ObjectIdentifier(observer)] = nil }

    static func post() {
        count += 1
        for changed in observers.values { changed() }
    }
}
