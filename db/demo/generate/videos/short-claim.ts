import type { VideoScript } from './script.ts';

/** The short of the lesson "Why types lie" of Types That Tell the Truth. */
export const aTypeIsAClaim: VideoScript = {
  playbackId: 'claim-3s8n',
  title: 'A type is a claim',
  topic: 'languages',
  scenes: [
    {
      from: 1,
      code: `
type User = {
  name: string
}

const user =
  await res.json()
    as User`,
      sentences: [
        { text: 'A type is a claim about a value.', to: 3 },
        { text: 'Here the network sends something, and as User says what it is.', to: 7 },
        { text: 'Who checked that? Nobody.', mark: 6 },
        { text: 'Types are gone when the program runs, and the network never read them.' },
      ],
    },
    {
      from: 1,
      code: `
// sent: {
//   fullName: 'Ada'
// }

user.name
  .toUpperCase()
// TypeError`,
      sentences: [
        { text: 'One day, the server renames the field.', to: 3 },
        { text: 'Your program still compiles, and every test with made-up users is green.' },
        { text: 'It fails here, far away from the line that lied.', to: 7, mark: 5 },
      ],
    },
    {
      from: 63,
      code: `
const raw: unknown
  = await res.json()
// a claim
const user =
  raw as User
// a check
const safe =
  User.parse(raw)`,
      sentences: [
        { text: 'So start from unknown. It lets you do nothing before you have looked.', to: 2, mark: 0 },
        { text: 'As User on this value would be the same claim again.', to: 5, mark: 4 },
        { text: 'Parse at the edge, and the claim becomes a fact.', to: 8, mark: 7 },
        { text: 'If the answer is wrong, you learn so on this line, with the name of the field.' },
      ],
    },
  ],
};
