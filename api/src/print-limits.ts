import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { allowances } from './rate-limits.ts';
import { usualExportLimits } from './features/book-export/export-books.ts';
import { parserLimits } from './parser-limits.ts';
import { allLimits } from './rules/limits/all-limits.ts';

/** The page of all limits; `npm run limits` writes it. */
export const limitsFile = fileURLToPath(new URL('../../docs/limits.md', import.meta.url));

/** What each budget counts. */
const counted: Readonly<Record<keyof typeof allowances, string>> = {
  signIn: 'account and network, a password tried',
  signInSubnet: 'account and the /48 of an IPv6 address, a password tried',
  signInAccount: 'account, a password tried in a browser that has never signed in to it; a link by email remains',
  secondStep: 'account and network, a code tried at the second step of signing in',
  secondStepSubnet: 'account and the /48 of an IPv6 address, such a code',
  secondStepAccount: 'account, a code of its app tried in a browser that has never signed in to it; recovery codes remain',
  mail: 'email address, an email about an account or a wish for the newsletter',
  emailChange: 'account, a change of email address requested',
  lookUp: 'person, a look-up elsewhere: embeds, remote code, pictures from an address',
  newsletter: 'network, a wish for the newsletter',
  archives: 'user, an archive of a course or book sent or downloaded',
  archiveKilobytes: 'user, kilobytes of archives sent',
  comments: 'network, a comment',
  books: 'IP address and user, a book as EPUB or PDF that is started or sent',
  bookProgress: 'IP address and user, a question about the progress of one',
  searches: 'network, a search',
  documents: "person and network, a GraphQL document that is not our pages' own",
  documentTime: 'person and network, milliseconds of processor time that such documents take',
};

const number = (value: number) => value.toLocaleString('en');
const megabytes = (bytes: number) => (bytes >= 1e9 ? `${bytes / 1e9} GB` : `${bytes / 1e6} MB`);

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** The page as Markdown. */
export function printLimits(): string {
  const rateLimits = Object.entries(allowances).map(([name, { times, windowSeconds, storedIn }]) => [
    `\`${name}\``,
    counted[name as keyof typeof allowances],
    `${times} in ${windowSeconds / 60} min`,
    storedIn,
  ]);
  const groups = allLimits.map(({ name, title, limits, facts }) => {
    const rows = Object.entries(limits).map(([limit, most]) => {
      const { unit = '', why = '', sql = [] } = facts[limit] ?? {};
      const inSql = sql.length === 0 ? 'the server' : sql.map((place) => `\`${place}\``).join(', ');
      return name === 'daily' ? [unit, `${number(most)} ${why}`, inSql] : [`\`${limit}\``, `${number(most)} ${unit}`, why, inSql];
    });
    const head = name === 'daily' ? ['what', 'allowed', 'checked in'] : ['limit', 'at most', 'what it is, or why', 'checked in'];
    return `### ${title}: \`api/src/rules/limits/${name}.ts\`\n\n${table(head, rows)}\n`;
  });
  const { printCpuMs, fileBytes, storedBytes } = usualExportLimits;
  return `# How much of what is allowed

Written by \`npm run limits\` from the tables of the code; a test compares the two. Change a number where its heading says, in a migration where
"checked in" names one, and write the page again.

Everything that is counted by person, network, account or address is here, and every length and size that more than one place checks. Who is over a count is
answered \`TOO_MANY\` with the seconds to wait (\`Retry-After\` over HTTP). A network is an IPv4 address or the /64 of an IPv6 address. Loopback is no
network: behind a proxy that TRUST_PROXY does not name, everybody would come from there.

## Counted by the server: \`api/src/rate-limits.ts\`

${table(['budget', 'counted by', 'allowed', 'where'], rateLimits)}

What is counted in memory counts by process and begins anew with it. Of documents that are not our pages' own, 16 of a person or a network are under way or
wait at once; one more is told to come back in a second. The routes of sign-in have limits against floods beside these, by network and path, in the same file.

## Checked by the database as well

The server, the pages and the database have these numbers in common. \`db/tests/permissions/shared-limits.test.ts\` reads those of the database from its
catalog: one that differs, and one that is in no table, fails.

${groups.join('\n')}
Beside these: a comment notifies 10 people by their names, edits included; 20 exports of books are queued on a machine. Administrators are not counted where
\`app_private.count_new_row\` counts. \`db/tests/permissions/table-limits.ts\` says of every table what bounds its rows; a table without an answer fails a test.

What a single document may ask for is in [error-codes.md](error-codes.md).

## Exports of books: \`api/src/features/books-out/\`

${table(
  ['what', 'where it runs', 'what bounds it'],
  [
    [
      'the text of a book',
      'the server, one chapter at a time, one book at a time on a site',
      '1,000 chapters, 100 million characters as JSON',
    ],
    ['its images', 'the server (sharp)', '60 million pixels each, 300 MB together'],
    [
      'printing a PDF',
      'Chromium, a process group of its own, without a network',
      `${printCpuMs / 60_000} minutes of processor time of all its processes`,
    ],
    ['a file', 'DATA_DIR/books', `${megabytes(fileBytes)}, ${megabytes(storedBytes)} for all; 14 days after the last download`],
  ],
)}

## Parsers and renderers of other people's input: \`api/src/parser-limits.ts\`

Everything that parses or renders what somebody sent, and what bounds it for the whole input. "Archive process" is a process that only reads archives
(\`api/src/features/import-export/read-archives.ts\`): 60 s of CPU time, 1,024 MiB, and 48 MB for its result. An import that exceeds that is refused; stopping the site ends the process.
\`api/tests/processes/parsers.test.ts\` sends too much of each, by the name of its row.

${table(
  ['parser', 'where it runs', 'what bounds it'],
  parserLimits.map(({ name, where, bounds }) => [name, where, bounds]),
)}
`;
}

if (import.meta.main) {
  await writeFile(limitsFile, printLimits());
  process.stdout.write(`Wrote ${limitsFile}\n`);
}
