/// A reader of the plain form of header and stamp frames: one flat object of strings without escapes, whole
/// numbers, Booleans and arrays of strings.
///
/// For everything else that JSON allows (escapes, fractions, a name that occurs twice, nested fields of later
/// versions), reading fails. The caller then uses `JSONDecoder`, which reads all of JSON and describes
/// errors, and ``JSONAmbiguity``. So this reader can be fast, and may refuse valid JSON.
///
/// Every receiver reads the header and the stamp of each message. To write and read a header of 306 bytes takes
/// ``HeaderWriter`` and this reader 4500 and 6300 instructions.
struct HeaderReader {
    /// The most fields of an object. Larger objects are left to `JSONDecoder`, since each name is compared
    /// with all names before it.
    private static let maximumFields = 24

    private var scanner: JSONScanner

    init(_ bytes: UnsafeBufferPointer<UInt8>) { scanner = JSONScanner(bytes) }

    /// Passes the name of each field to `field`, which takes the field's value from the scanner, and returns false to
    /// stop reading.
    /// - Returns: False when the text does not have the plain form, or `field` has returned false.
    @inline(__always)
    mutating func read(_ field: (FieldName, inout JSONScanner) -> Bool) -> Bool {
        guard scanner.take(UInt8(ascii: "{")) else { return false }
        return withUnsafeTemporaryAllocation(of: FieldName.self, capacity: Self.maximumFields) { names in
            var (count, bits) = (0, UInt64(0))
            repeat {
                guard scanner.peek() != nil, let name = scanner.name(), count < Self.maximumFields,
                    bits & name.bit == 0 || !names[..<count].contains(name), scanner.take(UInt8(ascii: ":")),
                    scanner.peek() != nil, field(name, &scanner)
                else { return false }
                names.initializeElement(at: count, to: name)
                bits |= name.bit
                count += 1
            } while scanner.take(UInt8(ascii: ","))
            return scanner.take(UInt8(ascii: "}")) && scanner.end()
        }
    }
}

/// The values of header fields. Each function returns nil or false when the value at the position has another form.
extension JSONScanner {
    /// Takes a string without escapes.
    mutating func plainString() -> UnsafeBufferPointer<UInt8>? {
        guard let (text, isEscaped) = string(), !isEscaped else { return nil }
        return self[text]
    }

    /// Takes a string without escapes that is UTF-8.
    mutating func plainText() -> String? { plainString().flatMap { String(validating: $0, as: UTF8.self) } }

    /// Takes a whole number.
    mutating func integer() -> Int64? { number().flatMap { Int64(decimal: self[$0]) } }

    /// Takes `true` or `false`.
    mutating func boolean() -> Bool? { take(word: "true") ? true : take(word: "false") ? false : nil }

    /// Takes an array of strings without escapes.
    mutating func plainStrings() -> [UnsafeBufferPointer<UInt8>]? {
        guard take(UInt8(ascii: "[")) else { return nil }
        if take(UInt8(ascii: "]")) { return [] }
        var result: [UnsafeBufferPointer<UInt8>] = []
        repeat {
            guard peek() != nil, let text = plainString() else { return nil }
            result.append(text)
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "]")) ? result : nil
    }

    /// Takes a value of a field that this version does not know.
    mutating func skipPlain() -> Bool {
        switch peek() {
        case UInt8(ascii: "\""): plainText() != nil
        case UInt8(ascii: "["):
            plainStrings()?.allSatisfy { String(validating: $0, as: UTF8.self) != nil } ?? false
        case UInt8(ascii: "t"), UInt8(ascii: "f"): boolean() != nil
        default: integer() != nil
        }
    }
}
