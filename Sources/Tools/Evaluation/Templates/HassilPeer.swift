import Foundation
import SaybusStage

/// An evaluation of Home Assistant's own matcher with the tests of a checkout.
enum HassilPeer {
    private struct Answer: Decodable {
        let utterances: Int
        let right: Int
        let rightIntents: Int
        let utterancesPerSecond: Double
        let medianMicroseconds: Double
        let p99Microseconds: Double
        let trainSeconds: Double
        let peakMemoryBytes: Int
    }

    /// Runs the tests of a language through hassil.
    /// - Throws: `StageFailure` when hassil cannot be installed or run.
    static func judge(folder: String, language: String) async throws -> TemplateFigures {
        let text = try await PythonEnvironment(.hassil).run(program, [folder, language])
        let answer: Answer
        do {
            answer = try JSONDecoder().decode(Answer.self, from: Data(text.utf8))
        } catch {
            throw StageFailure(.unavailable, "hassil's answer cannot be read: \(error)")
        }
        let all = Double(max(1, answer.utterances))
        var figures = TemplateFigures(
            engine: "hassil", utterances: answer.utterances, frameAccuracy: Double(answer.right) / all)
        figures.intentAccuracy = Double(answer.rightIntents) / all
        figures.utterancesPerSecond = answer.utterancesPerSecond
        figures.medianMicroseconds = answer.medianMicroseconds
        figures.p99Microseconds = answer.p99Microseconds
        figures.trainSeconds = answer.trainSeconds
        figures.peakMemoryBytes = answer.peakMemoryBytes
        return figures
    }

    private static let program = #"""
        import json, resource, sys, time
        from pathlib import Path
        import yaml
        from hassil import Intents, recognize_best
        from hassil.intents import TextSlotList
        from hassil.parse_expression import parse_sentence
        from hassil.sample import sample_expression
        from hassil.util import is_template, merge_dict

        folder, language = Path(sys.argv[1]), sys.argv[2]
        began = time.perf_counter()
        merged, tests = {}, []
        for path in sorted((folder / "sentences" / language).glob("*.yaml")):
            merge_dict(merged, yaml.safe_load(path.read_text()))
        merged.setdefault("language", language)
        intents = Intents.from_dict(merged)
        fixtures = yaml.safe_load((folder / "tests" / language / "_fixtures.yaml").read_text())

        def names(name):
            if not is_template(name):
                return [name.strip()]
            return [text.strip() for text in sample_expression(parse_sentence(name).expression)]

        lists = {
            kind: TextSlotList.from_strings([n for place in fixtures.get(kind + "s", []) for n in names(place["name"])])
            for kind in ("area", "floor")
        }
        lists["name"] = TextSlotList.from_tuples([
            (name, name, {"domain": entity["id"].split(".")[0], **entity.get("attributes", {})})
            for entity in fixtures.get("entities", []) for name in names(entity["name"])])
        ready = time.perf_counter() - began
        for path in sorted((folder / "tests" / language).glob("*.yaml")):
            if path.name.startswith("_"):
                continue
            for test in yaml.safe_load(path.read_text())["tests"]:
                tests += [(sentence, test["intent"]) for sentence in test["sentences"]]
        times, right, right_intents = [], 0, 0
        for sentence, intent in tests:
            before = time.perf_counter()
            result = recognize_best(
                sentence, intents, slot_lists=lists, intent_context=intent.get("context") or {}, best_slot_name="name")
            times.append(time.perf_counter() - before)
            if result is None or result.intent.name != intent["name"]:
                continue
            right_intents += 1
            expected = intent.get("slots") or {}
            found = {slot.name: slot.value for slot in result.entities.values()}
            right += found.keys() == expected.keys() and all(
                value in expected[name] if isinstance(expected[name], list) else value == expected[name]
                for name, value in found.items())
        total = sum(times)
        times.sort()
        print(json.dumps({
            "utterances": len(tests), "right": right, "rightIntents": right_intents,
            "utterancesPerSecond": len(tests) / max(total, 1e-9),
            "medianMicroseconds": times[len(times) // 2] * 1e6, "p99Microseconds": times[len(times) * 99 // 100] * 1e6,
            "trainSeconds": ready, "peakMemoryBytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024}))
        """#
}
