import Dispatch
import Foundation

/// A stream of the changes of a file: it was written, replaced or removed.
///
/// The file's folder is watched, since many editors write a new file and rename it to the old one's name.
///
/// `@unchecked`, because the dispatch source is not declared sendable. After the initializer it is only cancelled,
/// which is allowed on any thread.
package final class FileChanges: @unchecked Sendable {
    private static let come = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO)
    private static let gone = UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM)
    /// Delay before a removal is reported, since some editors remove the old file before they write the new one.
    private static let absence = DispatchTimeInterval.seconds(1)

    /// One element at the beginning, and at least one after the last change. Several changes may share an element.
    package let changes: AsyncStream<Void>
    private let source: any DispatchSourceRead

    /// Begins to watch a file.
    /// - Returns: Nil when the kernel's limit of watches is reached, or the folder cannot be read.
    package init?(path: String) {
        let url = URL(fileURLWithPath: path)
        let name = url.lastPathComponent
        let descriptor = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        let folder = url.deletingLastPathComponent().path
        guard inotify_add_watch(descriptor, folder, Self.come | Self.gone) >= 0 else {
            close(descriptor)
            return nil
        }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
        let (changes, notify) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        source.setEventHandler {
            let events = Self.events(descriptor)
            if events.contains(where: { $0.mask & Self.come != 0 && ($0.name == name || $0.name.hasPrefix("..")) }) {
                notify.yield()
            } else if events.contains(where: { $0.mask & Self.gone != 0 && $0.name == name }) {
                DispatchQueue.global().asyncAfter(deadline: .now() + Self.absence) { notify.yield() }
            }
        }
        source.setCancelHandler {
            close(descriptor)
            notify.finish()
        }
        source.resume()
        // The file may have changed between its last reading and now.
        notify.yield()
        (self.changes, self.source) = (changes, source)
    }

    deinit { source.cancel() }

    /// Returns all pending events. A name that begins with two full stops changes when a folder of links is replaced.
    private static func events(_ descriptor: Int32) -> [(mask: UInt32, name: String)] {
        var events: [(mask: UInt32, name: String)] = []
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        let header = MemoryLayout<inotify_event>.size
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
            var offset = 0
            while offset + header <= count {
                let (mask, length) = buffer.withUnsafeBytes { bytes in
                    let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    return (event.mask, Int(event.len))
                }
                let name = buffer[(offset + header)..<min(count, offset + header + length)].prefix { $0 != 0 }
                events.append((mask, String(decoding: name, as: UTF8.self)))
                offset += header + length
            }
        }
        return events
    }
}
