extension AddressVocabulary {
    /// The vocabulary of English, also for languages that have none.
    public static let english = AddressVocabulary(
        verbs: ["ask", "tell"], articles: ["my", "the"], links: ["about", "and", "for", "that", "to"])

    /// The words of other languages, by their codes.
    static let builtIn: [String: AddressVocabulary] = [
        "de": AddressVocabulary(
            verbs: ["frag", "frage", "sag", "sage"], articles: ["das", "dem", "den", "der", "die"],
            links: ["bitte", "dass", "nach", "ob", "um", "und"], linkIsOptional: true),
        "es": AddressVocabulary(
            verbs: ["di", "dile", "pide", "pídele", "pregunta", "pregúntale"],
            articles: ["a", "a la", "a mi", "al"], links: ["por", "que", "si", "sobre"], linkIsOptional: true),
        "fr": AddressVocabulary(
            verbs: ["demande", "demandez", "dis", "dites"],
            articles: ["à", "à l", "à la", "à ma", "à mon", "au", "aux"],
            links: ["d", "de", "pour", "que", "qu", "si"], linkIsOptional: true),
        "it": AddressVocabulary(
            verbs: ["chiedi", "di", "domanda", "dì"],
            articles: ["a", "ad", "al", "all", "alla", "alle", "allo"],
            links: ["che", "d", "di", "per", "se"], linkIsOptional: true),
        "ja": AddressVocabulary(verbs: [], articles: [], links: [], afterName: ["で", "に", "を使って"]),
        "nl": AddressVocabulary(
            verbs: ["vraag", "zeg"], articles: ["aan", "aan de", "aan het", "de", "het", "tegen", "tegen de"],
            links: ["dat", "naar", "of", "om"], linkIsOptional: true),
        "pt": AddressVocabulary(
            verbs: ["diga", "diz", "pede", "peça", "pergunta", "pergunte"],
            articles: ["a", "ao", "para", "para a", "para o", "à"], links: ["para", "por", "que", "se", "sobre"],
            linkIsOptional: true),
    ]
}
