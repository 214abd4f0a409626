import Foundation
import SaybusTesting
import Testing

@testable import SaybusStatisticalMatching

@Suite("The generated word clusters")
struct WordClusterTests {
    /// A fine cluster, and the numbers of the larger clusters that contain it.
    private struct Cluster {
        let coarse: Int
        let middle: Int
        var words: [Substring] = []
    }

    private func clusters() throws -> [Cluster] {
        var clusters: [Cluster] = []
        for word in WordLexicon.englishClusters.split(whereSeparator: \.isWhitespace) {
            if word.first?.isNumber == true {
                let numbers = word.split(separator: ".").compactMap { Int($0) }
                try #require(numbers.count == 2, "\(word)")
                clusters.append(Cluster(coarse: numbers[0], middle: numbers[1]))
            } else {
                try #require(!clusters.isEmpty)
                clusters[clusters.count - 1].words.append(word)
            }
        }
        return clusters
    }

    @Test("the checked-in clusters have the counts of their generator, and each word is in one cluster")
    func checkedIn() throws {
        let clusters = try clusters()
        #expect(clusters.count <= 512)
        #expect(Set(clusters.map(\.middle)).isSubset(of: 0..<128))
        #expect(Set(clusters.map(\.coarse)).isSubset(of: 0..<32))
        #expect(clusters.allSatisfy { !$0.words.isEmpty })
        let words = clusters.flatMap(\.words)
        #expect((24_900...25_000).contains(words.count), "\(words.count)")
        #expect(Set(words).count == words.count)
        #expect(words.allSatisfy { $0.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } })
    }

    @Test("a middle cluster lies in a single coarse cluster, and the clusters are in the order of their numbers")
    func order() throws {
        let numbers = try clusters().map { [$0.coarse, $0.middle] }
        #expect(numbers == numbers.sorted { $0.lexicographicallyPrecedes($1) })
    }

    @Test("words with similar use share a cluster")
    func alike() {
        func classes(_ word: String) -> WordLexicon.Classes {
            WordLexicon.english.classes(of: ArraySlice(word.utf8), .letters)
        }
        #expect(classes("school").fine == classes("college").fine)
        #expect(classes("school").middle != classes("voting").middle)
        #expect(classes("xyzzyx") == WordLexicon.Classes())
    }

    @Test("the program that generates the file writes the head that the file has")
    func program() throws {
        let folder = PackageFolder.containing()
        func text(_ path: String) throws -> String {
            try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        }
        let file = try text("Sources/Language/StatisticalMatching/Generated/WordClusters+English.swift")
        let head = try #require(file.range(of: "\n        \"\"\"\n")).upperBound
        #expect(try text("deploy/python/word_clusters.py").contains("HEAD = '''" + file[..<head] + "'''"))
    }
}
