import type { VideoScript } from './script.ts';

/** The short of the lesson "Chunk by meaning" of Retrieval, Plainly. */
export const chunkByMeaning: VideoScript = {
  playbackId: 'chunk-2w9g',
  title: 'Chunk by meaning',
  topic: 'ai',
  scenes: [
    {
      from: 80,
      code: `
size = 500
parts = [
  text[i:i + size]
  for i in range(
    0, len(text),
    size)
]`,
      sentences: [
        { text: 'The usual way to cut a text is by length: every five hundred characters.', to: 7, mark: 0 },
        { text: 'It needs no thought, and it shows. Sentences break in half, and a table loses its header.', mark: 2 },
      ],
    },
    {
      from: 88,
      code: `
for h in headings:
  part = text[
    h.start:h.end
  ]
  store(embed(part),
    title=h.path)`,
      sentences: [
        { text: 'Cut where the author did: at the headings.', to: 4, mark: 2 },
        { text: 'A piece should make sense to a person who reads nothing else.' },
        { text: 'And keep the titles above it, so that it knows where it came from.', to: 6, mark: 5 },
      ],
    },
    {
      from: 96,
      code: `
# He sent it back.
head = (
  "Nansen to "
  "Hartvig, 1893")
store(embed(
  head + part))`,
      sentences: [
        { text: 'He has sent it back. Alone, this sentence is about nobody.', to: 1, mark: 0 },
        { text: 'Put a line above it that says who wrote to whom, and when. Then a search for the name finds it.', to: 6, mark: [2, 3] },
        { text: 'Cut by length, our search found seventy answers in a hundred. With a head on each piece, eighty-four.' },
        { text: 'The model is the same. Only the scissors are new.', mark: [] },
      ],
    },
  ],
};

/** The short of the lesson "Fifty questions" of Retrieval, Plainly. */
export const recallAtFive: VideoScript = {
  playbackId: 'recall-6p1k',
  title: 'Recall at five',
  topic: 'ai',
  scenes: [
    {
      from: 38,
      code: `
hits = 0
for q, page in qs:
  top = search(q, 5)
  if page in top:
    hits += 1

recall = hits / 50
# 0.72`,
      sentences: [
        { text: 'Take fifty questions that people asked. For each one, you know the right page.', to: 2 },
        { text: 'Is it among the first five? Then it can be quoted. If not, no model can save the answer.', to: 5, mark: 3 },
        { text: 'Divide by fifty. This one number tells you whether your search works.', to: 8, mark: 6 },
      ],
    },
    {
      from: 1,
      code: `
# old: 36 of 50
# new: 37 of 50

# won:  6
# lost: 5`,
      sentences: [
        { text: 'A change brings you from thirty-six to thirty-seven. Is it better?', to: 2 },
        { text: 'Fifty questions show a difference of ten points. They do not show two.', mark: 1 },
        { text: 'So look which ones changed. Six were won, and five were lost.', to: 5, mark: [3, 4] },
        { text: 'The sum says plus one. Five people get worse answers than yesterday.', mark: 4 },
      ],
    },
    {
      from: 46,
      code: `
json.dump(
  {q: page in top
   for q, page, top
   in run}, file)`,
      sentences: [
        { text: 'Keep the result of each question next to your code, and not only the sum.', to: 4, mark: 1 },
        { text: 'Then read the ones that failed. They tell you what to build next.', mark: [] },
      ],
    },
  ],
};
