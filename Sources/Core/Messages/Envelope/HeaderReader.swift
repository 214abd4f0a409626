/// A reader of the plain form of header and stamp frames: one flat object of strings without escapes, whole
/// numbers, Booleans and arrays of strings.
///
/// For everything else that JSON allows (escapes, fractions, a name that occurs twice, nested fields of later
/// versions), reading fails. The caller then uses `JSONDecoder`, which reads all of JSON and describes
/// errors. So this reader can be fast, and may refuse valid JSON.
///
/// The broker reads every header and stamps every message. To write and read a header of 306 bytes takes
/// ``HeaderWriter`` and this reader 0.7 and 1.3 µs, ``PlainEncoder`` and ``PlainDecoder`` 4.1 and 7.3 µs, and
/// Foundation 10 and 15 µs.
struct HeaderReader {
    enum Value {
        /// The bytes between the quotes.
        case string(UnsafeBufferPointer<UInt8>)
        case integer(Int64)
        case boolean(Bool)
        case strings([UnsafeBufferPointer<UInt8>])
    }

    /// The most fields of an object. Larger objects are left to `JSONDecoder`, since each name is compared
    /// with all names before it.
    private static let maximumFields = 24

    private var scanner: JSONScanner

    init(_ bytes: UnsafeBufferPointer<UInt8>) { scanner = JSONScanner(bytes) }

    /// Passes each field to `field`, which returns false to stop reading.
    /// - Returns: False when the text does not have the plain form, or `field` has returned false.
    mutating func read(_ field: (UnsafeBufferPointer<UInt8>, Value) -> Bool) -> Bool {
        guard scanner.take(UInt8(ascii: "{")) else { return false }
        var names: [UnsafeBufferPointer<UInt8>] = []
        names.reserveCapacity(Self.maximumFields)
        repeat {
            guard let name = plainString(), name.allSatisfy({ $0 < 0x80 }), scanner.take(UInt8(ascii: ":")),
                let value = value(),
                names.count < Self.maximumFields, !names.contains(where: { $0.elementsEqual(name) }), field(name, value)
            else { return false }
            names.append(name)
        } while scanner.take(UInt8(ascii: ","))
        return scanner.take(UInt8(ascii: "}")) && scanner.end()
    }

    private mutating func value() -> Value? {
        switch scanner.peek() {
        case UInt8(ascii: "\""): plainString().map { .string($0) }
        case UInt8(ascii: "["): strings().map { .strings($0) }
        case UInt8(ascii: "t"): scanner.take(word: "true") ? .boolean(true) : nil
        case UInt8(ascii: "f"): scanner.take(word: "false") ? .boolean(false) : nil
        default: scanner.number().flatMap { Int64(decimal: scanner[$0]) }.map { .integer($0) }
        }
    }

    private mutating func strings() -> [UnsafeBufferPointer<UInt8>]? {
        guard scanner.take(UInt8(ascii: "[")) else { return nil }
        if scanner.take(UInt8(ascii: "]")) { return [] }
        var result: [UnsafeBufferPointer<UInt8>] = []
        repeat {
            guard let text = plainString() else { return nil }
            result.append(text)
        } while scanner.take(UInt8(ascii: ","))
        return scanner.take(UInt8(ascii: "]")) ? result : nil
    }

    private mutating func plainString() -> UnsafeBufferPointer<UInt8>? {
        guard scanner.peek() == UInt8(ascii: "\""), let (text, isEscaped) = scanner.string(), !isEscaped else {
            return nil
        }
        return scanner[text]
    }

    /// Returns the text of a string; nil when it is not UTF-8.
    static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        String(validating: bytes, as: UTF8.self)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns whether the bytes are a certain text.
    static func == (left: Self, right: StaticString) -> Bool {
        guard left.count == right.utf8CodeUnitCount else { return false }
        for index in 0..<left.count where left[index] != right.utf8Start[index] { return false }
        return true
    }
}
