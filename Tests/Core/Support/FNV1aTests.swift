import SaybusSupport
import Testing

@Suite struct FNV1aTests {
    @Test(
        "the hash is that of the algorithm's authors",
        arguments: [
            ("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8),
        ] as [(String, UInt64)])
    func vectors(text: String, expected: UInt64) {
        #expect(FNV1a(text.utf8).value == expected)
        var hash = FNV1a()
        for byte in text.utf8 { hash.mix(byte) }
        #expect(hash.value == expected)
    }

    @Test("a wide number is mixed in by one step")
    func wide() {
        var hash = FNV1a()
        hash.mix(wide: 0x1234)
        let start: UInt64 = 0xcbf2_9ce4_8422_2325
        let expected = (start ^ 0x1234) &* 0x100_0000_01b3
        #expect(hash.value == expected)
    }
}
