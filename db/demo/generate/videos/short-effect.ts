import type { VideoScript } from './script.ts';

/** The short of the lesson "Why your effect runs twice" of Rendering Without Regret. */
export const whyYourEffectRunsTwice: VideoScript = {
  playbackId: 'effect-2x7k',
  title: 'Why your effect runs twice',
  topic: 'frontend',
  scenes: [
    {
      from: 11,
      code: `
useEffect(() => {
  join(id)
}, [id])
// joined: 2`,
      sentences: [
        { text: 'You open one room, and the server counts two. The effect ran twice.', to: 4, mark: 3 },
        { text: 'In development, strict mode runs it, cleans up, and runs it again.', mark: 1 },
        { text: 'It is not a bug. It asks a question: can you undo this?' },
      ],
    },
    {
      from: 11,
      code: `
useEffect(() => {
  const room =
    join(id)
  return () =>
    room.leave()
}, [id])`,
      sentences: [
        { text: 'Keep what you joined, and return a function that leaves it.', to: 6, mark: [3, 4] },
        { text: 'Now it joins, leaves, and joins. One is left, and twice does no harm.' },
        { text: 'Without it, a user who moves between rooms stays in every one of them.' },
        {
          text: 'The same function runs when the id changes, and when the page goes away.',
          say: 'The same function runs when the I D changes, and when the page goes away.',
          mark: 5,
        },
      ],
    },
    {
      from: 11,
      code: `
useEffect(() => {
  let live = true
  load(id).then(r =>
    live && show(r))
  return () => {
    live = false
  }
}, [id])`,
      sentences: [
        { text: 'For a request, ignore the answer that comes too late.', to: 8, mark: [3, 5] },
        { text: 'And if you cannot undo it, it may not be an effect. A purchase belongs in the click.', mark: [] },
      ],
    },
  ],
};
