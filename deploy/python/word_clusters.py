"""Makes the word clusters of saybus-intent's statistical matcher: generated Swift source, on standard output.

    cd Sources/Language/StatisticalMatching/Generated
    python3 ../../../../deploy/python/word_clusters.py > WordClusters+English.swift

Input: the language model of Debian's pocketsphinx-en-us. Needs numpy, scipy and scikit-learn; the random seeds are fixed, and
numpy 2.4, scipy 1.17 and scikit-learn 1.9 make the file that is checked in, byte for byte.

Two words are in one cluster when the same words stand before and after them. The text is words with spaces between; before
the words of each fine cluster stands COARSE.MIDDLE, the numbers of the larger clusters that contain it."""

import re
import struct
import sys
import textwrap

import numpy as np
import scipy.sparse as sparse
from sklearn.cluster import AgglomerativeClustering, MiniBatchKMeans
from sklearn.utils.extmath import randomized_svd

MODEL = "/usr/share/pocketsphinx/model/en-us/en-us.lm.bin"
WORDS, NEIGHBOURS, DIMENSIONS, FINE, MIDDLE, COARSE = 25_000, 4000, 100, 512, 128, 32
# Offensive words, which are of no use to a household and would be shown in the source.
LEFT_OUT = re.compile("fuck|shit|nigg|cunt|whore|slut|fagg|bitch|asshole|porn|hooker|rapist|dumbass|jackass|douche")


def read(path):
    """Reads a language model: the words, the probability of each, and the bigrams as three arrays (the second word, the first
    word, the probability of the second after the first).

    The format is SphinxBase's "Trie Language Model": n-gram counts, tables of quantized logarithms to the base 1.0001,
    unigrams with the index of their first bigram, bigrams packed in bits (other word, back-off, probability, index of the
    first trigram), trigrams, and the words' letters."""
    data = open(path, "rb").read()
    assert data.startswith(b"Trie Language Model"), path
    order, at = data[19], 20
    counts = struct.unpack_from(f"<{order}I", data, at)
    at += 4 * order + 4
    probabilities = np.exp(np.frombuffer(data, "<f4", 1 << 16, at) * np.log(1.0001))
    at += ((order - 2) * 2 + 1) * (4 << 16)
    single = np.frombuffer(data, np.dtype([("p", "<f4"), ("backoff", "<f4"), ("first", "<u4")]), counts[0] + 1, at)
    at += 12 * (counts[0] + 1)
    word_bits, next_bits = counts[0].bit_length(), counts[2].bit_length()
    width = word_bits + 32 + next_bits
    size = ((1 + counts[1]) * width + 7) // 8 + 8
    packed = np.frombuffer(data[at:at + size] + bytes(8), np.uint8)
    letters = at + size + ((1 + counts[2]) * (word_bits + 16) + 7) // 8 + 8 + 4
    words = [word.decode("latin1") for word in data[letters:].split(b"\0")[:counts[0]]]
    after = np.repeat(np.arange(counts[0]), np.diff(single["first"].astype(int)))

    def field(offset, bits):
        place = np.arange(len(after), dtype=np.int64) * width + offset
        value = sum(packed[(place >> 3) + i].astype(np.uint64) << np.uint64(8 * i) for i in range(6))
        return ((value >> (place & 7).astype(np.uint64)) & np.uint64((1 << bits) - 1)).astype(int)

    return words, np.exp(single["p"][:-1] * np.log(1.0001)), after, field(0, word_bits), probabilities[field(word_bits + 16, 16)]


def neighbours(rows, columns, weights, known, near):
    """The positive pointwise mutual information of words (rows) and their neighbours (columns), as a sparse matrix."""
    kept = (known[rows] >= 0) & (near[columns] >= 0)
    table = sparse.coo_matrix((weights[kept], (known[rows[kept]], near[columns[kept]])), shape=(WORDS, NEIGHBOURS))
    by_row, by_column = np.asarray(table.sum(1)).ravel(), np.asarray(table.sum(0)).ravel() ** 0.75
    chance = by_row[table.row] * by_column[table.col] / by_column.sum()
    return sparse.csr_matrix((np.maximum(np.log(table.data / chance), 0), (table.row, table.col)), shape=table.shape)


def main():
    words, single, word, before, probability = read(MODEL)
    by_frequency = np.argsort(-single)
    chosen = [i for i in by_frequency if re.fullmatch("[a-z]+", words[i])][:WORDS]
    known, near = np.full(len(words), -1), np.full(len(words), -1)
    known[chosen], near[by_frequency[:NEIGHBOURS]] = np.arange(WORDS), np.arange(NEIGHBOURS)
    joint = probability * single[before]
    table = sparse.hstack([neighbours(word, before, joint, known, near), neighbours(before, word, joint, known, near)])
    left, values, _ = randomized_svd(table.tocsr(), DIMENSIONS, random_state=0)
    points = left * values ** 0.5
    points /= np.linalg.norm(points, axis=1, keepdims=True) + 1e-9
    fine = MiniBatchKMeans(FINE, random_state=0, batch_size=4096, n_init=3, max_iter=60).fit(points)
    middle = AgglomerativeClustering(MIDDLE).fit(fine.cluster_centers_).labels_
    coarse = AgglomerativeClustering(COARSE).fit(fine.cluster_centers_).labels_
    text = []
    for cluster in sorted(range(FINE), key=lambda c: (coarse[c], middle[c])):
        own = [words[chosen[i]] for i in np.where(fine.labels_ == cluster)[0] if not LEFT_OUT.search(words[chosen[i]])]
        text += [f"{coarse[cluster]}.{middle[cluster]}", *own] if own else []
    lines = textwrap.fill(" ".join(text), 108, break_on_hyphens=False, break_long_words=False)
    sys.stdout.write(HEAD + textwrap.indent(lines, " " * 8) + '\n        """\n}\n')


HEAD = '''// Generated by deploy/python/word_clusters.py: do not edit, run the program again.
//
// A string literal and not a SwiftPM resource: a resource bundle would have to be installed beside every program, and
// `.embedInCode` makes an array literal of these 207 kB, which takes the compiler 22 s (41 s with -O) where the string
// literal takes 0.3 s. The text lies in the read-only part of the program: nothing is loaded before it is first used.

extension WordLexicon {
    /// The 25 000 most frequent English words, in clusters of words that have the same neighbours.
    ///
    /// The format is that of ``init(functions:clusters:names:)``. Source: the language model of Debian's
    /// pocketsphinx-en-us (Carnegie Mellon University and Alpha Cephei, BSD licence).
    static let englishClusters =
        """
'''

if __name__ == "__main__":
    main()
