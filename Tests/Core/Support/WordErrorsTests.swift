import SaybusSupport
import Testing

@Suite("Word errors")
struct WordErrorsTests {
    @Test("changed, missing and additional words count once each, as a share of the words said")
    func rate() {
        var errors = WordErrors()
        #expect(errors.rate == nil)
        errors.add(said: ["turn", "on", "the", "light"], heard: ["turn", "of", "light", "please"])
        #expect(errors.errors == 3 && errors.words == 4 && errors.rate == 0.75)
        errors.add(said: [], heard: ["noise"])
        #expect(errors.errors == 4 && errors.words == 4)
    }
}
