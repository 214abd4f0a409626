/// A writer of header and stamp frames: one flat JSON object, written without the containers of `Encoder` into memory
/// that is requested once.
struct HeaderWriter: ~Copyable {
    /// The most bytes of an identifier in a list.
    static let identifierLength = 40
    private static let digits = 20

    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private var count = 0

    /// Returns an object whose fields a closure writes.
    /// - Parameter capacity: The most bytes of the frame.
    static func frame(capacity: Int, _ fields: (inout HeaderWriter) -> Void) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: capacity) { bytes, count in
            var writer = HeaderWriter(bytes: bytes)
            writer.append("{")
            fields(&writer)
            writer.append("}")
            count = writer.count
        }
    }

    /// Returns the most bytes of a text: a control character becomes an escape of six.
    static func length(_ text: String) -> Int { 6 * text.utf8.count }

    private init(bytes: UnsafeMutableBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func field(_ name: StaticString, _ value: String) {
        key(name)
        append("\"")
        text(value)
        append("\"")
    }

    mutating func field(_ name: StaticString, _ value: Source) {
        key(name)
        append("\"")
        text(value.role.rawValue)
        append("/")
        text(value.instance)
        append("\"")
    }

    mutating func field(_ name: StaticString, _ value: some FixedWidthInteger) {
        key(name)
        if value < 0 { append("-") }
        var rest = UInt64(value.magnitude)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.digits) { digits in
            var start = Self.digits
            repeat {
                let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
                start -= 1
                digits[start] = UInt8(truncatingIfNeeded: digit) + UInt8(ascii: "0")
                rest = quotient
            } while rest != 0
            append(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(digits)[start...]))
        }
    }

    mutating func field<Subject>(_ name: StaticString, _ value: Identifier<Subject>) {
        key(name)
        identifier(value)
    }

    mutating func field<Subject>(_ name: StaticString, _ values: [Identifier<Subject>]) {
        key(name)
        append("[")
        for (index, value) in values.enumerated() {
            if index > 0 { append(",") }
            identifier(value)
        }
        append("]")
    }

    mutating func field(_ name: StaticString, _ value: Bool) {
        key(name)
        append(value ? "true" : "false")
    }

    private mutating func key(_ name: StaticString) {
        append(count > 1 ? ",\"" : "\"")
        append(name)
        append("\":")
    }

    private mutating func identifier<Subject>(_ value: Identifier<Subject>) {
        append("\"")
        value.withText { append($0) }
        append("\"")
    }

    private mutating func text(_ value: String) {
        var value = value
        value.withUTF8 { text in
            if ByteWord.firstSpecial(in: text, from: 0) == text.count {
                append(UnsafeRawBufferPointer(text))
            } else {
                // Names have no such characters; a MIME type of a stranger's message may.
                var escaped: [UInt8] = []
                escaped.appendJSON(String(decoding: text, as: UTF8.self))
                escaped[1..<(escaped.count - 1)].withUnsafeBytes { append($0) }
            }
        }
    }

    @inline(__always)
    private mutating func append(_ text: StaticString) {
        append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    @inline(__always)
    private mutating func append(_ text: UnsafeRawBufferPointer) {
        precondition(bytes.count - count >= text.count, "a frame has more bytes than were requested for it")
        UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(bytes)[count...]).copyMemory(from: text)
        count += text.count
    }
}
