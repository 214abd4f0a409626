/// The ways to say sequences of digits and letters, made from a language's vocabulary.
struct DigitExpressions {
    let numbers: NumberExpressions

    /// One or more digits, said one by one, in pairs, or repeated: `double five`.
    var digits: WordExpression { .repeated(chunk) }

    /// Three or more digits: one by one or repeated, and then at most two pairs; or pairs only. Pairs anywhere would be
    /// taken for digits that sound like them.
    var phoneNumber: WordExpression {
        let single: WordExpression = .choice([numbers.digits, repeated(2...9)])
        let pair = numbers.cardinals(10...99)
        // Three words have at least three digits, two only some: "nine eleven".
        let (teens, tens) = (numbers.units(10...19), numbers.tens())
        let two: [WordExpression] = [
            .sequence([.phrases(numbers.units(0...19) + tens), .phrases(teens + tens)]),
            .sequence([.phrases(teens), numbers.digits]), .sequence([repeaters(3...9), numbers.digits]),
        ]
        return .choice(
            [
                .sequence([single, single, .repeated(single)]), .sequence([pair, .repeated(pair)]),
                .sequence([single, .repeated(single), pair]), .sequence([.repeated(single), pair, pair]),
            ] + two)
    }

    /// Four digits, also said as a number.
    var fourDigits: WordExpression { .choice([exactly(4), numbers.thousands]) }

    /// Letters and digits.
    var codes: WordExpression {
        let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { String(UnicodeScalar($0)) }
        let item: WordExpression = .choice([.phrases(letters.filter { !numbers.extraDigits.contains($0) }), chunk])
        let more: WordExpression = .sequence([.optional(.phrases(["dash"])), item])
        return .sequence([item, .optional(.repeated(more))])
    }

    private var chunk: WordExpression {
        // A ten and a unit are two chunks, unless a word is between them.
        let hasConjunctions = numbers.vocabulary.tensConjunctions?.isEmpty == false
        let compounds = (numbers.vocabulary.compounds ?? [:]).keys.sorted()
        let pairs: WordExpression = .phrases(numbers.units(10...99) + numbers.tens() + compounds)
        return .choice([numbers.digits, hasConjunctions ? numbers.cardinals(10...99) : pairs, repeated(2...9)])
    }

    private func repeaters(_ times: ClosedRange<Int>) -> WordExpression {
        .phrases(NumberExpressions.words(numbers.vocabulary.repeaters, times))
    }

    private func repeated(_ times: ClosedRange<Int>) -> WordExpression {
        .sequence([repeaters(times), numbers.digits])
    }

    /// Returns the ways to say a number of digits.
    /// - Parameter isAfterTens: Whether the word before is one of the tens, which would take a digit after it as its
    ///   own: `twenty five` is two digits.
    private func exactly(_ count: Int, isAfterTens: Bool = false) -> WordExpression {
        guard count > 0 else { return .sequence([]) }
        var ways: [WordExpression] = [
            .sequence([isAfterTens ? numbers.zeros : numbers.digits, exactly(count - 1)])
        ]
        if count >= 2 {
            ways.append(.sequence([.phrases(numbers.units(10...19)), exactly(count - 2)]))
            ways.append(.sequence([.phrases(numbers.tens()), exactly(count - 2, isAfterTens: true)]))
            let pairs = (11...99).filter { $0 % 10 != 0 && ($0 > 20 || numbers.units($0...$0).isEmpty) }
            ways.append(
                .sequence([.choice(pairs.map { numbers.cardinals($0...$0) }), exactly(count - 2)]))
        }
        for times in 2...max(2, count) where times <= count {
            ways.append(.sequence([repeated(times...times), exactly(count - times)]))
        }
        return .choice(ways)
    }
}
