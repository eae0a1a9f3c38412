import type { VideoScript } from './script.ts';

/** The lesson "Forty lines of baseline" of Retrieval, Plainly. */
export const fortyLinesOfBaseline: VideoScript = {
  playbackId: 'baseline-3k',
  title: 'Forty lines of baseline',
  topic: 'ai',
  scenes: [
    {
      card: 'Forty lines of baseline',
      under: 'Before any vector',
      sentences: [
        { text: 'Before any vector, any model and any invoice, we build a search.' },
        { text: 'It was the state of the art in nineteen ninety-four, and it takes forty lines of Python.' },
        { text: 'You need it for two reasons. It may be good enough.' },
        { text: 'And without it, you cannot say what the expensive thing has gained you.' },
      ],
    },
    {
      file: 'words.py',
      from: 1,
      code: `
import re
from collections import Counter


def words(text: str) -> list[str]:
    return re.findall(r"\\w+", text.lower())`,
      sentences: [
        { text: 'Begin with words. A text becomes a list of them, in lower case.', to: 6, mark: 5 },
        { text: 'The pattern takes letters and digits, so a part number is a word like any other.' },
        { text: 'Accents stay, for now, and so do all the ways to spell a word in eighteen ninety-three.' },
        { text: 'Counter will do the counting for us.', mark: 1 },
      ],
    },
    {
      file: 'bm25.py',
      from: 9,
      code: `
class BM25:
    def __init__(self, texts: dict[str, str]) -> None:
        self.counts = {
            key: Counter(words(text))
            for key, text in texts.items()}
        counts = self.counts.values()
        total = sum(count.total() for count in counts)
        self.mean = total / len(texts)
        self.frequency = Counter(
            word for count in counts for word in count
        )`,
      sentences: [
        { text: 'We search the letters of a museum. Each letter is counted once, when the index is built.', to: 5, mark: [2, 3, 4] },
        { text: 'We keep how long a letter is, on average.', to: 8, mark: 7 },
        { text: 'And we count again: in how many letters does a word occur?', to: 11, mark: [8, 9, 10] },
        { text: 'In how many, not how often. A word that one letter has forty times is still rare.' },
        { text: 'That is the whole index: three variables in memory, and no server.' },
      ],
    },
    {
      file: 'bm25.py',
      from: 21,
      code: `
    def weight(self, word: str) -> float:
        n = len(self.counts)
        df = self.frequency[word]
        return math.log(1 + (n - df + 0.5) / (df + 0.5))`,
      sentences: [
        { text: 'Rare words count for more. Here is how much more.', to: 3 },
        { text: 'Divide the letters without the word by the letters with it, and take the logarithm.', to: 4, mark: 3 },
        { text: 'The word the is in nearly every letter, and is worth nearly nothing.' },
        { text: 'Barometer is worth three. Fram, the name of a ship, is worth almost seven.' },
        { text: 'So a question about the barometer on the Fram is, above all, a question about the Fram.' },
        { text: 'The halves only keep us from dividing by zero.', mark: 3 },
      ],
    },
    {
      file: 'bm25.py',
      from: 26,
      code: `
    def score(self, key: str, query: list[str]) -> float:
        count = self.counts[key]
        long = count.total() / self.mean
        norm = 1.2 * (0.25 + 0.75 * long)
        return sum(
            self.weight(w)
            * count[w] * 2.2 / (count[w] + norm)
            for w in query
        )`,
      sentences: [
        { text: 'Now a letter and a question. First, how long is the letter, compared with the average?', to: 3, mark: 2 },
        { text: 'A long letter has more words by accident, so it has to earn more.', to: 4, mark: 3 },
        { text: 'Without this line, one letter of nine pages would win every question.' },
        { text: 'For each word of the question, take its weight, and how often the letter has it.', to: 9, mark: [5, 6] },
        { text: 'The fraction levels off. The second barometer says less than the first, and the tenth says almost nothing.', mark: 6 },
        { text: 'The numbers come from the literature. Leave them alone for now.', mark: 3 },
      ],
    },
    {
      file: 'bm25.py',
      from: 36,
      code: `
    def search(self, question: str) -> list[str]:
        query = words(question)
        return sorted(
            self.counts,
            key=lambda key: -self.score(key, query),
        )[:5]`,
      sentences: [
        { text: 'Searching is sorting. Score every letter, and return the first five.', to: 6, mark: [2, 3, 4, 5] },
        { text: 'It reads the counts of four thousand letters each time, and takes nine milliseconds.' },
        { text: 'For four million, you would keep a list of letters for each word, and read only those.' },
      ],
    },
    {
      file: 'shell',
      from: 1,
      code: `
$ python evaluate.py bm25
recall@5   0.68   (34 of 50)`,
      sentences: [
        { text: 'We have fifty questions that people asked, and we know the letters that answer them.', to: 1 },
        { text: 'For thirty-four of the fifty, a right letter is among the first five.', to: 2, mark: 1 },
        { text: 'Sixty-eight percent, with nothing but the standard library.' },
        { text: 'On that afternoon, a vector database, three days old, had reached thirty-one.' },
      ],
    },
    {
      file: 'failures.txt',
      from: 1,
      code: `
other spelling            6   barometer, Barometre
other word                5   complained, displeased
right letter, too long    3   nine pages, one sentence
needs two letters         2   order and cancellation`,
      sentences: [
        { text: 'Do not improve anything yet. Read the sixteen that failed.', to: 1 },
        { text: 'It takes an hour, and it is the one hour that you must not skip.' },
        { text: 'They fall into four heaps, and the largest is spelling.', to: 4, mark: 0 },
        { text: 'Vectors would repair the second: to them, displeased is close to complained.', mark: 1 },
        { text: 'They do little for the first, and they are worse than we are at names and numbers.', mark: 0 },
        { text: 'Four heaps, four remedies. Without reading, you cannot know which one you need.', mark: [] },
      ],
    },
    {
      card: 'Keep it running',
      under: 'Beside what replaces it',
      sentences: [
        { text: 'Keep these forty lines running beside what replaces them.' },
        { text: 'One day, the clever system will return nonsense. Then you want to know what changed: the letters, or the model.' },
      ],
    },
  ],
};
