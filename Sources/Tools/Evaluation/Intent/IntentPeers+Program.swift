extension IntentPeers {
    /// The Python program that learns intents with LinearSVC and slots with CRFsuite, by good practice.
    ///
    /// Intents: one-vs-rest over word and character n-grams. Slots: gazetteers with leave-one-out, affixes and shapes,
    /// with one CRF for each intent. Where there are many intents, one CRF serves all, with the intent as a feature. An
    /// utterance is out of scope when its largest margin is below a threshold from cross-validation.
    static let program = #"""
        import json, os, random, re, resource, sys, time
        from collections import Counter, defaultdict

        import numpy as np
        import pycrfsuite
        from sklearn.feature_extraction.text import TfidfVectorizer
        from sklearn.model_selection import StratifiedKFold
        from sklearn.pipeline import FeatureUnion
        from sklearn.svm import LinearSVC

        task = json.load(open(sys.argv[1]))
        train, test = task["train"], task["test"]
        random.seed(task["seed"])
        began = time.perf_counter()
        word = re.compile(r"\d+|[^\W\d_]+|[^\w\s]|_")


        def tokens(text):
            return [(m.group().lower(), m.start(), m.end()) for m in word.finditer(text)]


        def union():
            return FeatureUnion([
                ("words", TfidfVectorizer(ngram_range=(1, 2), token_pattern=r"\w+", sublinear_tf=True)),
                ("characters", TfidfVectorizer(analyzer="char_wb", ngram_range=(2, 5), sublinear_tf=True))])


        inside = [s for s in train if s["intent"] is not None]
        outside = [s["text"].lower() for s in train if s["intent"] is None]
        texts, intents = [s["text"].lower() for s in inside], [s["intent"] for s in inside]
        names = sorted(set(intents))
        features = union().fit(texts)
        classifier = LinearSVC().fit(features.transform(texts), intents) if len(names) > 1 else None


        def margins(model, rows):
            scores = model.decision_function(rows)
            return np.stack([-scores, scores], 1) if scores.ndim == 1 else scores


        threshold = -np.inf
        if outside and classifier is not None:
            scores, right = [], []
            for fit, held in StratifiedKFold(5, shuffle=True, random_state=1).split(texts, intents):
                part = union().fit([texts[i] for i in fit])
                model = LinearSVC().fit(part.transform([texts[i] for i in fit]), [intents[i] for i in fit])
                rows = margins(model, part.transform([texts[i] for i in held]))
                for i, row in zip(held, rows):
                    scores.append(row.max())
                    right.append(model.classes_[row.argmax()] == intents[i])
            scores, right = np.array(scores), np.array(right)
            strange = margins(classifier, features.transform(outside)).max(1)
            choices = np.linspace(-1, 1, 201)
            gains = [5 * (right & (scores >= t)).mean() + (strange < t).mean() for t in choices]
            threshold = choices[int(np.argmax(gains))]

        known, seen = defaultdict(Counter), defaultdict(Counter)


        def labels(sample):
            found = ["O"] * len(sample["tokens"])
            for slot in sample["slots"]:
                first = True
                for i, (_, start, end) in enumerate(sample["tokens"]):
                    if start < slot["end"] and end > slot["start"]:
                        found[i] = ("B-" if first else "I-") + slot["name"]
                        first = False
            return found


        def values(words, tags):
            i = 0
            while i < len(tags):
                if tags[i][0] == "B":
                    j = i + 1
                    while j < len(tags) and tags[j] == "I-" + tags[i][2:]:
                        j += 1
                    yield tags[i][2:], tuple(words[i:j])
                    i = j
                else:
                    i += 1


        for sample in inside:
            sample["tokens"] = tokens(sample["text"])
            sample["labels"] = labels(sample)
            for name, value in values([t[0] for t in sample["tokens"]], sample["labels"]):
                known[value][name] += 1


        def shape(text):
            return "d%d" % len(text) if text.isdigit() else "w" if text.isalpha() else text


        def rows(spoken, intent, own=()):
            words = [t[0] for t in spoken]
            count = len(words)
            marks = [[] for _ in words]
            own = Counter(own)
            for i in range(count):
                for j in range(min(count, i + 8), i, -1):
                    value = tuple(words[i:j])
                    for name, times in known.get(value, {}).items():
                        if times > own[(name, value)]:
                            for k in range(i, j):
                                marks[k].append("g=%s%s" % ("B" if k == i else "I", name))
            at = lambda i: words[i] if 0 <= i < count else "<>"
            result = []
            for i, w in enumerate(words):
                row = ["b", "w=" + w, "-1=" + at(i - 1), "+1=" + at(i + 1), "-2=" + at(i - 2), "+2=" + at(i + 2),
                       "-1,0=" + at(i - 1) + " " + w, "0,+1=" + w + " " + at(i + 1), "s=" + shape(w),
                       "s-1=" + shape(at(i - 1)), "s+1=" + shape(at(i + 1))]
                row += ["p=" + w[:n] for n in (1, 2, 3)] + ["e=" + w[-n:] for n in (1, 2, 3)] + marks[i]
                if shared:
                    row += ["i=" + intent, "iw=" + intent + w]
                result.append(row)
            return result


        shared = len(names) > 20
        groups = defaultdict(list)
        for sample in inside:
            groups["" if shared else sample["intent"]].append(sample)
        taggers = {}
        for group, samples in groups.items():
            if not any(s["slots"] for s in samples):
                continue
            trainer = pycrfsuite.Trainer("lbfgs", verbose=False)
            trainer.set_params({"c1": 0.1, "c2": 0.1, "max_iterations": 100, "feature.possible_transitions": True})
            for s in samples:
                own = list(values([t[0] for t in s["tokens"]], s["labels"]))
                if s["tokens"]:
                    trainer.append(rows(s["tokens"], s["intent"], own), s["labels"])
            path = sys.argv[1] + ".crf"
            trainer.train(path)
            taggers[group] = pycrfsuite.Tagger()
            taggers[group].open(path)
            os.unlink(path)
        trained = time.perf_counter() - began


        def read(text):
            if classifier is None:
                intent = names[0]
            else:
                row = margins(classifier, features.transform([text.lower()]))[0]
                if row.max() < threshold:
                    return {"intent": None, "slots": []}
                intent = str(classifier.classes_[row.argmax()])
            spoken, slots = tokens(text), []
            tagger = taggers.get("" if shared else intent)
            if tagger is not None and spoken:
                tags = tagger.tag(rows(spoken, intent))
                for (_, start, end), tag in zip(spoken, tags):
                    if tag[0] == "B" or tag[0] == "I" and (not slots or slots[-1]["name"] != tag[2:]):
                        slots.append({"name": tag[2:], "start": start, "end": end})
                    elif tag[0] == "I":
                        slots[-1]["end"] = end
            return {"intent": intent, "slots": slots}


        began = time.perf_counter()
        readings = [read(text) for text in test]
        rate = len(test) / (time.perf_counter() - began)
        json.dump({"readings": readings, "trainSeconds": trained, "utterancesPerSecond": rate,
                   "peakMemoryBytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024}, sys.stdout)
        """#
}
