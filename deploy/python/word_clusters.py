"""Makes Sources/Language/StatisticalMatching/Words/WordClusters+English.swift from the language model of pocketsphinx-en-us.

    python3 deploy/python/word_clusters.py > Sources/Language/StatisticalMatching/Words/WordClusters+English.swift

Needs numpy, scipy and scikit-learn. Words are in one cluster when the same words stand before and after them."""

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
# Not for everybody's eyes.
LEFT_OUT = re.compile("fuck|shit|nigg|cunt|whore|slut|fagg|bitch|asshole|porn|hooker|rapist|dumbass|jackass|douche")


def read(path):
    """The words, each one's probability, and of pairs: the word, the word before it, and how probable it is after that.

    SphinxBase's "Trie Language Model": counts, tables of quantized logarithms to the base 1.0001, words with the place
    of their first pair, pairs packed in bits (word before, back-off, probability, place of the first triple), triples,
    and the words' letters."""
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
    """How much more often words stand beside each other than by chance: positive pointwise mutual information."""
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


HEAD = '''extension WordLexicon {
    /// The 25 000 most frequent words in clusters of what stands beside the same words.
    ///
    /// Made by deploy/python/word_clusters.py from the language model of Debian's pocketsphinx-en-us (Carnegie Mellon
    /// University and Alpha Cephei, BSD licence).
    static let englishClusters =
        """
'''

if __name__ == "__main__":
    main()
