import Dispatch
import Foundation

/// Tells when a file has been written, or another has been put in its place.
///
/// Its folder is watched, since many editors write a new file and give it the old one's name.
///
/// `@unchecked`, because the dispatch source is not known to be sendable: after the initializer it is only cancelled, which any thread may do.
final class FileChanges: @unchecked Sendable {
    /// One element at the beginning, and one for each change, or for several at once; none is missed.
    let changes: AsyncStream<Void>
    private let source: any DispatchSourceRead

    /// Begins to watch.
    /// - Returns: Nil when the kernel has no watch left, or the folder cannot be read.
    init?(path: String) {
        let url = URL(fileURLWithPath: path)
        let name = url.lastPathComponent
        let descriptor = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        let events = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO)
        guard inotify_add_watch(descriptor, url.deletingLastPathComponent().path, events) >= 0 else {
            close(descriptor)
            return nil
        }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
        let (changes, tell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        source.setEventHandler {
            if Self.names(descriptor).contains(where: { $0 == name || $0.hasPrefix("..") }) { tell.yield() }
        }
        source.setCancelHandler {
            close(descriptor)
            tell.finish()
        }
        source.resume()
        // It may have changed between its last reading and now.
        tell.yield()
        (self.changes, self.source) = (changes, source)
    }

    deinit { source.cancel() }

    /// The names in all events that wait. Those with two full stops before them change when a whole folder of links is replaced.
    private static func names(_ descriptor: Int32) -> [String] {
        var names: [String] = []
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        let header = MemoryLayout<inotify_event>.size
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
            var offset = 0
            while offset + header <= count {
                let length = buffer.withUnsafeBytes { bytes in
                    Int(bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self).len)
                }
                let name = buffer[(offset + header)..<min(count, offset + header + length)].prefix { $0 != 0 }
                names.append(String(decoding: name, as: UTF8.self))
                offset += header + length
            }
        }
        return names
    }
}
