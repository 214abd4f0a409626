import SaybusSupport

/// The decision whether a file that is checked from time to time has changed. Pure.
struct FileComparison: Sendable {
    /// The file whose change was reported last; nil when there was none.
    private var known: FileIdentity?
    /// The file of the last look, if it differs from the known one.
    private var changed: FileIdentity??

    init(_ known: FileIdentity?) { self.known = known }

    /// Records a change that is reported anyway.
    mutating func report(_ file: FileIdentity?) { (known, changed) = (file, nil) }

    /// Returns whether a change is to be reported: the file differs from the known one, and is the same at two looks,
    /// so that nobody reads a file that is still being written.
    mutating func look(_ file: FileIdentity?) -> Bool {
        guard file != known else {
            changed = nil
            return false
        }
        guard let changed, changed == file else {
            self.changed = .some(file)
            return false
        }
        report(file)
        return true
    }
}
