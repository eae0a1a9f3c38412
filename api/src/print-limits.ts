import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { allowances } from './rate-limits.ts';
import { usualExportLimits } from './features/book-export/export-books.ts';
import { usualPrintLimits } from './features/book-export/make-pdf.ts';
import { maxPrintBytes } from './features/book-export/print-page.ts';
import { usualCheckCount } from './features/exercise-checks/check-exercises.ts';
import { usualCheckLimits } from './features/exercise-checks/check-with-chromium.ts';
import { parserLimits } from './parser-limits.ts';
import { allLimits } from './rules/limits/all-limits.ts';
import { runFacts, runLimits } from './rules/limits/run.ts';

/** Path of the page with all limits; `npm run limits` writes it. */
export const limitsFile = fileURLToPath(new URL('../../docs/limits.md', import.meta.url));

/** What each rate limit counts, and for whom. */
const counted: Readonly<Record<keyof typeof allowances, readonly [what: string, forEach: string]>> = {
  signIn: ['attempts to sign in with a password', 'account and IP address'],
  signInSubnet: ['attempts to sign in with a password', 'account and /48 of an IPv6 address'],
  signInAccount: ['attempts from browsers that have never signed in to the account; sign-in links by email still work', 'account'],
  secondStep: ['codes tried at the second step of signing in', 'account and IP address'],
  secondStepSubnet: ['codes tried at the second step of signing in', 'account and /48 of an IPv6 address'],
  secondStepAccount: [
    'codes of an authenticator app from browsers that have never signed in to the account; recovery codes still work',
    'account',
  ],
  mail: ['emails about an account or to confirm the newsletter', 'email address'],
  emailChange: ['requests to change the email address', 'account'],
  lookUp: ['requests to other sites for embeds, remote code and images', 'user'],
  newsletter: ['sign-ups for the newsletter', 'IP address'],
  archives: ['archives of courses and books sent or downloaded', 'user'],
  archiveKilobytes: ['kilobytes of archives sent', 'user'],
  comments: ['comments', 'IP address'],
  books: ['exports of books as EPUB or PDF started or downloaded', 'IP address and user'],
  bookProgress: ['requests for the progress of an export', 'IP address and user'],
  badges: ['badges of certificates, with their status and keys', 'IP address'],
  failedTokens: ['requests with an invalid access token', 'IP address'],
  searches: ['searches', 'IP address'],
  documents: ['ad-hoc queries of GraphQL', 'IP address and user'],
  documentTime: ['milliseconds of CPU time of ad-hoc queries', 'IP address and user'],
};

const number = (value: number) => value.toLocaleString('en');
const megabytes = (bytes: number) => (bytes >= 1e9 ? `${bytes / 1e9} GB` : `${bytes / 1e6} MB`);

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** Returns the page as Markdown. */
export function printLimits(): string {
  const rateLimits = Object.entries(allowances).map(([name, { times, windowSeconds, storedIn }]) => [
    `\`${name}\``,
    ...counted[name as keyof typeof allowances],
    `${number(times)} in ${number(windowSeconds / 60)} min`,
    storedIn,
  ]);
  const groups = allLimits.map(({ name, title, limits, facts }) => {
    const rows = Object.entries(limits).map(([limit, maximum]) => {
      const { unit = '', why = '', sql = [] } = facts[limit] ?? {};
      const inSql = sql.length === 0 ? 'the server' : sql.map((name) => `\`${name}\``).join(', ');
      return name === 'daily' ? [unit, `${number(maximum)} ${why}`, inSql] : [`\`${limit}\``, `${number(maximum)} ${unit}`, why, inSql];
    });
    const head = name === 'daily' ? ['what', 'allowed', 'checked in'] : ['limit', 'at most', 'what it limits, or why', 'checked in'];
    return `### ${title}: \`api/src/rules/limits/${name}.ts\`\n\n${table(head, rows)}\n`;
  });
  const runs = Object.entries(runFacts).map(([name, [unit, what, then]]) => [
    `\`${name}\``,
    `${number(runLimits[name as keyof typeof runLimits])} ${unit}`,
    what,
    then,
  ]);
  const { printCpuMs, fileBytes, storedBytes } = usualExportLimits;
  const { startCpuMs, exerciseCpuMs, memoryBytes } = usualCheckLimits;
  const { partLength, partImageLength, chapterLength, chapterImageLength } = usualPrintLimits;
  return `# Limits

This page lists every rate limit, quota, maximum length and maximum size of a site.

To change a limit, edit the file named in its heading. If *checked in* names a table or function of the database, change that in a migration, too. Then run \`npm run limits\`
to generate this page. A test compares the page with the code.

A request above a rate limit or quota fails with \`TOO_MANY\` and the seconds to wait (\`Retry-After\` over HTTP). *IP address* means an IPv4 address or the /64 of an IPv6
address. Loopback isn't counted: if TRUST_PROXY isn't set correctly for a proxy, all requests seem to come from there.

## Rate limits of the server: \`api/src/rate-limits.ts\`

${table(['name', 'counts', 'for each', 'allowed', 'counted in'], rateLimits)}

Limits in memory are counted separately by each process, and start again when it restarts. A user or an IP address can have 16 ad-hoc queries running or waiting at the same
time; another one is refused, and can be sent again after a second. The sign-in routes have additional limits by IP address and path against floods, in the same file.

## Limits that the database checks, too

The server, the pages and the database share these numbers. \`db/tests/permissions/shared-limits.test.ts\` compares them with the catalog of the database, and fails
if one differs or is missing here.

${groups.join('\n')}
In addition, a comment notifies up to 10 mentioned users, including mentions added by edits, and a machine queues up to 20 exports of books. Limits that
\`app_private.count_new_row\` counts don't apply to administrators. \`db/tests/permissions/table-limits.ts\` lists what limits the number of rows of each table; a test fails if a table
is missing there.

The limits of a single GraphQL query are in [error-codes.md](error-codes.md#limits-on-queries).

## Exports of books: \`api/src/features/book-export/\`

${table(
  ['what', 'where it runs', 'limits'],
  [
    [
      'the text of a book',
      'the server; one chapter at a time, and one book at a time on a site',
      '1,000 chapters, 100 million characters as JSON',
    ],
    ['its images', 'the server (sharp)', '60 million pixels each, 300 MB together'],
    [
      'printing a PDF',
      'Chromium, in its own process group, without network access',
      `${printCpuMs / 60_000} minutes of CPU time and ${megabytes(maxPrintBytes)} of memory for all its processes`,
    ],
    [
      'the chapters of a PDF',
      'the same',
      `${number(partLength)} characters of HTML and ${megabytes(partImageLength)} of images are printed together; a chapter can have ${number(chapterLength)} and ${megabytes(chapterImageLength)}`,
    ],
    [
      'a file',
      'DATA_DIR/books',
      `${megabytes(fileBytes)}, ${megabytes(storedBytes)} for all files; deleted 14 days after the last download`,
    ],
  ],
)}

## Checks of exercises: \`api/src/features/exercise-checks/\`

Chromium runs exercises of one text at a time, in its own process group, without network access. It has ${startCpuMs / 60_000} minutes of CPU time and ${exerciseCpuMs / 60_000} more for each
exercise, and ${megabytes(memoryBytes)} of memory, for all its processes. A run of the schedule checks at most ${usualCheckCount} exercises.

## Code that readers run: \`api/src/rules/limits/run.ts\`

These limits apply to one run of the code in a text ([runnable-code.md](runnable-code.md)). The reader's browser enforces them, because no server runs code. A frame
that leaves three questions, two seconds apart, unanswered is removed. \`e2e/hostile-code.spec.ts\` and \`e2e/hostile-engines.spec.ts\` run code that goes beyond them.

${table(['limit', 'at most', 'what it limits', 'what happens'], runs)}

## Parsers and renderers of user input: \`api/src/parser-limits.ts\`

These limits apply to the whole input of each parser and renderer. The *archive process* is a process that only reads archives
(\`api/src/features/import-export/read-archives.ts\`). It can use 60 s of CPU time and 1,024 MiB of memory, and return 48 MB. An import that exceeds this is refused. The process
ends when the site stops. \`api/tests/processes/parsers.test.ts\` tests each row with an input that is too large.

${table(
  ['parser', 'where it runs', 'limits'],
  parserLimits.map(({ name, where, bounds }) => [name, where, bounds]),
)}
`;
}

if (import.meta.main) {
  await writeFile(limitsFile, printLimits());
  process.stdout.write(`Wrote ${limitsFile}\n`);
}
