import CSaybusWhisper
import Testing

@testable import SaybusWhisper

@Suite("Tokens that come again and again")
struct TokenLoopTests {
    @Test("a row of two to thirty tokens that comes four times, and a token that comes six times, is a loop")
    func loops() {
        for length in 2...30 {
            let row = (0..<Int32(length)).map { $0 }
            let tokens = [99, 98] + row + row + row + row
            #expect(TokenLoop.ends(tokens), "\(length)")
            #expect(!TokenLoop.ends(tokens.dropLast()), "\(length)")
            #expect(!TokenLoop.ends(tokens + [100]), "\(length)")
        }
        #expect(TokenLoop.ends([1, 7, 7, 7, 7, 7, 7]))
        #expect(!TokenLoop.ends([1, 7, 7, 7, 7, 7]))
    }

    @Test("at a loop only the end is left of the tokens that may follow")
    func filter() {
        let loop = TokenLoop(end: 3, size: 5)
        for (tokens, isLoop) in [([Int32](repeating: 1, count: 6), true), ([1, 2], false)] {
            var logits: [Float] = [1, 2, 3, 4, 5]
            let data = tokens.map { id in
                var data = saybus_whisper_token_data()
                data.id = id
                return data
            }
            TokenLoop.filter(
                nil, nil, data, Int32(data.count), &logits, Unmanaged.passUnretained(loop).toOpaque())
            let least = -Float.infinity
            #expect(logits == (isLoop ? [least, least, least, 4, least] : [1, 2, 3, 4, 5]))
        }
    }

    @Test("other tokens, few tokens and none are no loop")
    func others() {
        #expect(!TokenLoop.ends([]))
        #expect(!TokenLoop.ends([1]))
        #expect(!TokenLoop.ends(Array(0..<200)))
        let row = Array(Int32(0)..<31)
        #expect(!TokenLoop.ends(row + row + row + row))
    }
}
