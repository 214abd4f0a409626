/// An answer that may be a yes. One whose words may have been misheard confirms nothing: the question is asked again.
///
/// Other answers are values of the app's own questions, which it can confirm. A no has no effect.
package protocol AgreeableAnswer: Sendable {
    /// Whether the answer is yes.
    var isAgreement: Bool { get }
}

extension Bool: AgreeableAnswer {
    package var isAgreement: Bool { self }
}

extension Interpretation {
    /// Whether it is a valid yes.
    var isAgreement: Bool { isValid && (value as? any AgreeableAnswer)?.isAgreement == true }
}
