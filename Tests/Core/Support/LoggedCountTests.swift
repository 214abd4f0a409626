import SaybusSupport
import Testing

@Suite struct LoggedCountTests {
    @Test("a recurring event is logged the first, second, fourth, eighth time and so on")
    func powersOfTwo() {
        #expect((1...100).filter(\.isLoggedCount) == [1, 2, 4, 8, 16, 32, 64])
    }
}
