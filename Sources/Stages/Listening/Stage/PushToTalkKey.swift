import Dispatch
import Glibc

/// A push-to-talk key. Each line on standard input, such as from the Return key of a terminal, presses or releases
/// it.
final class PushToTalkKey {
    private let reading: any DispatchSourceRead

    /// Starts to read. `pressed` is called for each line, on a queue of its own.
    init(fileDescriptor: Int32 = 0, pressed: @escaping @Sendable () -> Void) {
        let reading = DispatchSource.makeReadSource(
            fileDescriptor: fileDescriptor, queue: DispatchQueue(label: "saybus.listening.keys"))
        reading.setEventHandler {
            var bytes = [UInt8](repeating: 0, count: 256)
            let count = read(fileDescriptor, &bytes, bytes.count)
            if count < 0, errno == EINTR || errno == EAGAIN { return }
            guard count > 0 else { return reading.cancel() }
            for byte in bytes.prefix(count) where byte == UInt8(ascii: "\n") { pressed() }
        }
        reading.activate()
        self.reading = reading
    }

    /// Stops reading.
    func stop() { reading.cancel() }
}
