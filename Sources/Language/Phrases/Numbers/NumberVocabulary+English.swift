extension NumberVocabulary {
    /// The number words of English.
    public static let english = NumberVocabulary(
        language: "en",
        units: [
            "zero": 0, "nought": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
            "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
            "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
        ],
        tens: [
            "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
            "ninety": 90,
        ],
        extraDigits: ["oh": 0, "o": 0],
        repeaters: ["double": 2, "triple": 3],
        hundreds: ["hundred"],
        scales: ["thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12],
        ordinals: [
            "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
            "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14,
            "fifteenth": 15, "sixteenth": 16, "seventeenth": 17, "eighteenth": 18, "nineteenth": 19,
            "twentieth": 20, "thirtieth": 30, "fortieth": 40, "fiftieth": 50, "sixtieth": 60, "seventieth": 70,
            "eightieth": 80, "ninetieth": 90,
        ],
        ordinalScales: [
            "hundredth": 100, "thousandth": 1e3, "millionth": 1e6, "billionth": 1e9, "trillionth": 1e12,
        ],
        ordinalSuffixes: ["st", "nd", "rd", "th"],
        fractions: englishFractions,
        collectives: ["dozen": 12, "couple": 2],
        articles: ["a"],
        conjunctions: ["and"],
        points: ["point"],
        signs: ["minus", "negative"],
        plusSigns: ["plus"],
        decimalSign: ".")

    private static let englishFractions: [String: Double] = {
        var fractions = ["half": 0.5, "halves": 0.5, "quarter": 0.25, "quarters": 0.25, "fourths": 0.25]
        let parts: [String: Double] = [
            "third": 3, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10, "hundredth": 100,
            "thousandth": 1000,
        ]
        for (name, count) in parts { (fractions[name], fractions[name + "s"]) = (1 / count, 1 / count) }
        return fractions
    }()
}
