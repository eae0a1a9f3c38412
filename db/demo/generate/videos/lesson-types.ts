import type { VideoScript } from './script.ts';

/** The lesson "Why types lie" of Types That Tell the Truth. */
export const whyTypesLie: VideoScript = {
  playbackId: 'doors-3t6q',
  title: 'Why types lie',
  topic: 'languages',
  scenes: [
    {
      card: 'Why types lie',
      under: 'Three doors, and a lock for each',
      sentences: [
        { text: 'A type is a claim about a value.' },
        { text: 'TypeScript checks that your claims agree with each other.' },
        { text: 'It cannot check that they agree with the world, because at run time it is no longer there.' },
        { text: 'So a program can compile under strict, and still be wrong about what it holds.' },
        { text: 'Lies come in through three doors. We will look at each, and then put a lock on it.' },
      ],
    },
    {
      file: 'load.ts',
      from: 1,
      code: `
type User = { id: string; name: string };

async function load(id: string): Promise<User> {
  const response = await fetch(\`/api/users/\${id}\`);
  return (await response.json()) as User;
}

const user = await load('7');
user.name.toUpperCase();`,
      sentences: [
        {
          text: 'The first door is the cast. Here is a user, with an id and a name.',
          say: 'The first door is the cast. Here is a user, with an I D and a name.',
          to: 1,
        },
        { text: 'This function loads one, and promises exactly that.', to: 4 },
        { text: 'The body arrives as any, and as User turns it into a user by saying so.', to: 6, mark: 4 },
        { text: 'Nothing looked at the bytes. No code is produced for this cast at all.' },
        { text: 'Now the server renames the field to full name. The compiler is content.', to: 9, mark: [] },
        { text: 'The program fails here, on the last line, perhaps forty files away.', mark: 8 },
        { text: 'That distance is what makes it expensive.' },
        { text: 'A lie is cheap where it is told, and dear where it is found.' },
      ],
    },
    {
      file: 'load.ts',
      from: 1,
      begin: 1,
      code: `
type User = { id: string; name: string };

function isUser(value: unknown): value is User {
  return typeof value === 'object' && value !== null
    && 'id' in value && typeof value.id === 'string'
    && 'name' in value && typeof value.name === 'string';
}

const body: unknown = await response.json();
if (!isUser(body)) throw new TypeError('Not a user');
return body;`,
      added: [2, 3, 4, 5, 6, 8, 9, 10],
      sentences: [
        { text: 'The lock is a check that runs.', to: 3 },
        { text: 'A type predicate is an ordinary function which returns true or false.', to: 4 },
        { text: 'It asks for an object, and null is one, so exclude it by name.', mark: 3 },
        { text: 'Then it asks for each field, and what kind of value it holds.', to: 7, mark: [4, 5] },
        { text: 'At the call, write unknown. From unknown you can do nothing until you have looked.', to: 9, mark: 8 },
        { text: 'If the answer is no, say so here, with a sentence.', to: 10, mark: 9 },
        { text: 'After this line the value is a user, because somebody checked.', to: 11, mark: 10 },
        { text: 'One warning. The compiler believes a predicate without reading it.' },
        { text: 'So a predicate needs a test. In larger programs, use a parser library, and derive the type from it.' },
      ],
    },
    {
      file: 'cache.ts',
      from: 1,
      code: `
const cache: Record<string, User> = {};

function nameOf(id: string): string {
  return cache[id].name;
}

nameOf('nobody');`,
      sentences: [
        { text: 'The second door is an index that may be empty.', to: 1 },
        { text: 'Read the type aloud: every string there is leads to a user.', mark: 0 },
        { text: 'There are a great many strings, and our record is empty.' },
        { text: 'This compiles, since the claim says that a user is always there.', to: 5, mark: 3 },
        { text: 'At run time it reads the name of undefined, and throws.', to: 7, mark: 6 },
      ],
    },
    {
      file: 'cache.ts',
      from: 1,
      begin: 1,
      code: `
// tsconfig.json: "noUncheckedIndexedAccess": true
const cache: Record<string, User> = {};

function nameOf(id: string): string | undefined {
  return cache[id]?.name;
}`,
      added: [0, 3, 4],
      sentences: [
        { text: 'The lock is one option: no unchecked indexed access.', mark: 0 },
        { text: 'It adds undefined to what every index gives you, in records and in arrays.', to: 3 },
        { text: 'Now the old line is an error, and the honest one has a question mark.', to: 6, mark: 4 },
        { text: 'Strict does not include this option. You have to ask for it.', mark: [] },
        {
          text: 'In an old project, switch it on for one folder first. Most errors are noise, and a few are bugs that customers have found.',
        },
      ],
    },
    {
      file: 'find.ts',
      from: 1,
      code: `
function first(list: User[]): User {
  return list.find(({ name }) => name !== '')!;
}`,
      sentences: [
        { text: 'The third door is the smallest: an exclamation mark.', to: 3 },
        { text: 'Find returns a user or undefined. The mark removes undefined from the type, and only from the type.', mark: 1 },
        { text: 'It is a cast with better manners. It says, I know that this was found.' },
        { text: 'Sometimes you do know. Then write down how you know, as code.' },
      ],
    },
    {
      file: 'find.ts',
      from: 1,
      begin: 2,
      code: `
function first(list: User[]): User {
  return list.find(({ name }) => name !== '')!;
  const found = list.find(({ name }) => name !== '');
  if (found === undefined)
    throw new Error('No user in the list has a name');
  return found;
}`,
      removed: [1],
      added: [2, 3, 4, 5],
      sentences: [
        { text: 'Take the mark away, and keep the result in a variable.', to: 3 },
        { text: 'If it is undefined, throw an error that names what you expected.', to: 5, mark: [3, 4] },
        { text: 'The compiler narrows the rest: after the check, found is a user.', to: 7, mark: 5 },
        { text: 'Three lines more. In exchange the claim is tested each time the function runs.' },
        { text: 'When it is false, you learn so here, and not from a stack trace somewhere else.' },
      ],
    },
    {
      card: 'Who checked?',
      under: 'If the answer is nobody, it is hope',
      sentences: [
        { text: 'A cast, an index, an exclamation mark: each may well be true.' },
        { text: 'Ask one question of all three. Who checked?' },
        { text: 'If it was the compiler, or a function that ran, you know something.' },
        { text: 'If it was nobody, it is hope, and hope belongs in a comment at least.' },
        { text: 'Search your own project for the word as. Count the hopes, and keep the number for lesson ten.' },
      ],
    },
  ],
};
