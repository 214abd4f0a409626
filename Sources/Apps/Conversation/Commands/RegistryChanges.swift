/// Tells the managers that what can be said may have changed, so that they publish their catalogs anew.
@ConversationActor
enum RegistryChanges {
    private static var observers: [ObjectIdentifier: () -> Void] = [:]

    /// How many changes there have been.
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
