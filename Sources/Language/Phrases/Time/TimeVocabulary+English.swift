extension TimeVocabulary {
    /// The words of English for dates, times of day and durations.
    public static let english = TimeVocabulary(
        weekdays: [
            "monday": 1, "tuesday": 2, "wednesday": 3, "thursday": 4, "friday": 5, "saturday": 6, "sunday": 7,
            "mon": 1, "tue": 2, "tues": 2, "wed": 3, "weds": 3, "thu": 4, "thur": 4, "thurs": 4, "fri": 5,
        ],
        months: [
            "january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7, "august": 8,
            "september": 9, "october": 10, "november": 11, "december": 12, "jan": 1, "feb": 2, "mar": 3, "apr": 4,
            "jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9, "oct": 10, "nov": 11, "dec": 12,
        ],
        days: [
            "today": 0, "tonight": 0, "tomorrow": 1, "yesterday": -1, "day after tomorrow": 2,
            "the day after tomorrow": 2, "day before yesterday": -2, "the day before yesterday": -2,
        ],
        present: ["now", "right now", "just now", "at the moment"],
        relations: [
            "this": 0, "this coming": 0, "the coming": 0, "next": 1, "the next": 1, "the following": 1, "last": -1,
            "the last": -1, "past": -1, "the past": -1, "previous": -1, "the previous": -1,
        ],
        weeks: ["week"], weekends: ["weekend", "week end"], decades: ["decade"], quarters: ["quarter"],
        seasons: ["winter": "WI", "spring": "SP", "summer": "SU", "fall": "FA", "autumn": "FA"],
        tensOfYears: [
            "twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60, "seventies": 70,
            "eighties": 80, "nineties": 90,
        ],
        units: [
            "second": "second", "seconds": "second", "sec": "second", "secs": "second", "minute": "minute",
            "minutes": "minute", "min": "minute", "mins": "minute", "hour": "hour", "hours": "hour", "hr": "hour",
            "h": "hour",
            "hrs": "hour", "day": "day", "days": "day", "week": "week", "weeks": "week", "month": "month",
            "months": "month", "year": "year", "years": "year", "fortnight": "fortnight", "fortnights": "fortnight",
        ],
        dayParts: ["morning": "MO", "afternoon": "AF", "evening": "EV", "night": "NI", "tonight": "NI"],
        namedTimes: ["noon": 720, "midday": 720, "midnight": 0],
        beforeNoon: ["am", "a m", "in the morning", "this morning"],
        afterNoon: [
            "pm", "p m", "in the afternoon", "this afternoon", "in the evening", "this evening", "at night", "tonight",
        ],
        oclock: ["oclock", "o clock"], past: ["past", "after"], until: ["to", "till", "until", "before", "of"],
        partsOfHour: ["half": 30, "quarter": 15, "a quarter": 15],
        partsOfUnit: ["half": 0.5, "quarter": 0.25, "three quarters": 0.75],
        links: ["the", "of", "on", "in"], articles: ["a", "an"], conjunctions: ["and"],
        fromNow: ["from now", "from today", "later"], startingFrom: ["from"], ago: ["ago", "before today"],
        inAdvance: ["in"], dayFirst: false)
}
