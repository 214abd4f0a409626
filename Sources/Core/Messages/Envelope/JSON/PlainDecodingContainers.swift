/// The members of an object that is being read.
struct PlainKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let json: PlainJSON
    let index: Int

    var codingPath: [any CodingKey] { [] }

    var allKeys: [Key] {
        var keys: [Key] = []
        var child = index + 1
        while child < Int(json.nodes[index].next) {
            if let name = String(validating: json.name(child), as: UTF8.self) {
                if let key = Key(stringValue: name) { keys.append(key) }
            } else {
                json.needsFoundation = true
            }
            child = Int(json.nodes[child].next)
        }
        return keys
    }

    func contains(_ key: Key) -> Bool { find(key) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try member(key).decode(type) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try member(key).decode(type) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try member(key).decode(type) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try member(key).decode(type) }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try member(key).decode(type)
    }

    // Without these, each optional member would be looked up three times.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try present(key)?.decode(type) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try present(key)?.decode(type) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try present(key)?.decode(type) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try present(key)?.decode(type) }
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try present(key)?.decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try member(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try member(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { throw PlainDecoder.Failure.mismatch }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw PlainDecoder.Failure.mismatch }

    private func member(_ key: Key) throws -> PlainDecoder {
        guard let index = find(key) else { throw PlainDecoder.Failure.mismatch }
        return PlainDecoder(json: json, index: index)
    }

    /// Returns the member with a name unless it is absent or null.
    private func present(_ key: Key) -> PlainDecoder? {
        guard let index = find(key), json.nodes[index].kind != .null else { return nil }
        return PlainDecoder(json: json, index: index)
    }

    private func find(_ key: Key) -> Int? {
        var name = key.stringValue
        return name.withUTF8 { json.member(of: index, named: $0) }
    }
}

/// The elements of an array that is being read.
struct PlainUnkeyedDecodingContainer: UnkeyedDecodingContainer {
    let json: PlainJSON
    let index: Int
    private var child: Int
    private(set) var currentIndex = 0

    init(json: PlainJSON, index: Int) { (self.json, self.index, child) = (json, index, index + 1) }

    var codingPath: [any CodingKey] { [] }
    var count: Int? { Int(json.nodes[index].count) }
    var isAtEnd: Bool { child >= Int(json.nodes[index].next) }

    mutating func decodeNil() throws -> Bool {
        guard try current().decodeNil() else { return false }
        advance()
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try current().decode(type)
        advance()
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        let container = try current().container(keyedBy: type)
        advance()
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try current().unkeyedContainer()
        advance()
        return container
    }

    mutating func superDecoder() throws -> any Decoder { throw PlainDecoder.Failure.mismatch }

    private func current() throws -> PlainDecoder {
        guard !isAtEnd else { throw PlainDecoder.Failure.mismatch }
        return PlainDecoder(json: json, index: child)
    }

    private mutating func advance() {
        child = Int(json.nodes[child].next)
        currentIndex += 1
    }
}
