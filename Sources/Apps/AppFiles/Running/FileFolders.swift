import Foundation

/// The folders of a file as `inotify` watches them: the one that its path names, and that of the target when the file
/// is a link.
///
/// Not safe to use from several threads at once.
struct FileFolders {
    /// A change of a file.
    enum Change {
        /// The file was written, or another one has taken its place.
        case come
        /// The file was removed.
        case gone
        /// A folder was moved or removed, so that the path may lead elsewhere.
        case moved
    }

    private static let come = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO)
    private static let made = UInt32(IN_CREATE)
    private static let gone = UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM)
    private static let moved = UInt32(IN_MOVE_SELF) | UInt32(IN_DELETE_SELF)

    private let path: String
    private let descriptor: Int32
    /// The names to heed, by the watch of their folder.
    private var names: [Int32: Set<String>] = [:]

    /// - Parameter descriptor: A descriptor of `inotify`, which remains the caller's to close.
    init(of path: String, _ descriptor: Int32) { (self.path, self.descriptor) = (path, descriptor) }

    /// Watches the folders to which the path leads now, and no others.
    /// - Returns: Whether the folder that the path names is watched.
    @discardableResult
    mutating func watch() -> Bool {
        var files = [URL(fileURLWithPath: path)]
        if let target = realpath(path, nil) {
            files.append(URL(fileURLWithPath: String(cString: target)))
            free(target)
        }
        var found: [Int32: Set<String>] = [:]
        var isWatched = false
        for (index, file) in files.enumerated() {
            let watch = inotify_add_watch(
                descriptor, file.deletingLastPathComponent().path, Self.come | Self.made | Self.gone | Self.moved)
            guard watch >= 0 else { continue }
            found[watch, default: []].insert(file.lastPathComponent)
            if index == 0 { isWatched = true }
        }
        for old in names.keys where found[old] == nil { inotify_rm_watch(descriptor, old) }
        names = found
        return isWatched
    }

    /// Takes all pending events.
    /// - Returns: The most important change; nil when nothing has happened to the file.
    func takeChange() -> Change? {
        let events = events()
        func has(_ mask: UInt32, _ fits: (String, Set<String>) -> Bool) -> Bool {
            events.contains { event in
                event.mask & mask != 0 && names[event.watch].map { fits(event.name, $0) } ?? false
            }
        }
        // A name that begins with two full stops changes when a folder of links is replaced.
        if has(Self.come, { $1.contains($0) || $0.hasPrefix("..") }) { return .come }
        // A link is complete when it is made. A file is when it has been written.
        if has(Self.made, { $1.contains($0) }), isLink { return .come }
        if has(Self.moved, { _, _ in true }) { return .moved }
        return has(Self.gone, { $1.contains($0) }) ? .gone : nil
    }

    private var isLink: Bool {
        var status = stat()
        return lstat(path, &status) == 0 && (status.st_mode & S_IFMT == S_IFLNK || status.st_nlink > 1)
    }

    private func events() -> [(watch: Int32, mask: UInt32, name: String)] {
        var events: [(watch: Int32, mask: UInt32, name: String)] = []
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        let header = MemoryLayout<inotify_event>.size
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
            var offset = 0
            while offset + header <= count {
                let (watch, mask, length) = buffer.withUnsafeBytes { bytes in
                    let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    return (event.wd, event.mask, Int(event.len))
                }
                let name = buffer[(offset + header)..<min(count, offset + header + length)].prefix { $0 != 0 }
                events.append((watch, mask, String(decoding: name, as: UTF8.self)))
                offset += header + length
            }
        }
        return events
    }
}
