import Glibc
import Synchronization

/// Random bits for identifiers. The system is asked for many at once, since asking takes longer than to write a header.
enum RandomBits {
    /// The words of one request: the system fills 256 bytes without interruption.
    private static let batch = 32
    private static let words = Mutex<[UInt64]>([])

    /// Returns 64 random bits.
    static func next() -> UInt64 {
        words.withLock { words in
            if let word = words.popLast() { return word }
            words = [UInt64](unsafeUninitializedCapacity: batch) { buffer, count in
                count = getentropy(buffer.baseAddress, batch * MemoryLayout<UInt64>.size) == 0 ? batch : 0
            }
            if let word = words.popLast() { return word }
            var generator = SystemRandomNumberGenerator()
            return generator.next()
        }
    }
}
