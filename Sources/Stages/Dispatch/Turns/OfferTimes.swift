/// The times in which apps say whether their own code understands words, from the broker's reception of the intent.
package struct OfferTimes: Sendable {
    /// The time in which the code of an app has to understand the words. After it, an app of which a part hangs still
    /// has time to say yes because of the part that has answered.
    package var matching = Duration.milliseconds(2500)
    /// The time in which an app has to say that it understands the words. One that says so later does not carry them
    /// out, since another one may have answered.
    package var offer = Duration.seconds(3)
    /// The time in which an offer has to arrive.
    package var arrival = Duration.seconds(4)

    /// Creates the usual times.
    package init() {}
}
