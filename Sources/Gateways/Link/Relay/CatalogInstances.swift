import SaybusMessages

/// The newest catalog of each instance of the site's apps, so that an instance that withdraws its catalog leaves that
/// of another one. Pure; bounded.
struct CatalogInstances: Sendable {
    /// The most bytes of all catalogs: the largest ones of as many apps as a site that serves others takes.
    static let maximumBytes = SharedCatalogs.maximumPerSite * RawMessage.maximumSize
    /// The most instances of an app whose catalogs are remembered.
    static let maximumInstances = 16
    /// The bytes of a catalog beside its body, about.
    private static let overhead = 512

    private let maximumBytes: Int
    /// The catalogs of each app in a session, in the order of their arrival.
    private var apps: [LinkSubject: [RawMessage]] = [:]
    private var bytes = 0

    /// Creates an empty record.
    init(maximumBytes: Int = CatalogInstances.maximumBytes) { self.maximumBytes = maximumBytes }

    /// Records the catalog of an instance in place of its former one. Those of instances that are not there make room.
    /// - Returns: False when there is no room: then the former one stays.
    mutating func update(_ subject: LinkSubject, _ message: RawMessage, isPresent: (Source) -> Bool) -> Bool {
        let source = message.header.source
        if !hasRoom(for: message, subject) {
            for (other, catalogs) in apps {
                set(other, catalogs.filter { $0.header.source == source || isPresent($0.header.source) })
            }
        }
        guard hasRoom(for: message, subject) else { return false }
        set(subject, Array(others(subject, than: source).suffix(Self.maximumInstances - 1)) + [message])
        return true
    }

    /// Forgets the catalog that an instance withdraws. As on the bus, those of lost instances of the app go with it.
    /// - Returns: The newest catalog of the app's other instances; nil when none of them is there.
    mutating func withdraw(
        _ subject: LinkSubject, of source: Source, isPresent: (Source) -> Bool
    ) -> RawMessage? {
        let present = others(subject, than: source).filter { isPresent($0.header.source) }
        set(subject, present)
        return present.last
    }

    private func others(_ subject: LinkSubject, than source: Source) -> [RawMessage] {
        (apps[subject] ?? []).filter { $0.header.source != source }
    }

    private func hasRoom(for message: RawMessage, _ subject: LinkSubject) -> Bool {
        let former = (apps[subject] ?? []).filter { $0.header.source == message.header.source }
        return bytes - Self.size(former) + Self.size([message]) <= maximumBytes
    }

    private mutating func set(_ subject: LinkSubject, _ catalogs: [RawMessage]) {
        bytes += Self.size(catalogs) - Self.size(apps[subject] ?? [])
        apps[subject] = catalogs.isEmpty ? nil : catalogs
    }

    private static func size(_ catalogs: [RawMessage]) -> Int {
        catalogs.reduce(0) { $0 + $1.body.count + overhead }
    }
}
