import type { Files } from './send-folder.ts';

/** A folder within the size limits that is far too much work, and the expected error of its import. */
export type ImportBomb = { readonly files: Files; readonly refusal: RegExp };

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const own = (lessons: readonly object[], more: object = {}) =>
  JSON.stringify({ format: 'newline', version: 1, kind: 'COURSE', title: 'Bomb', lessons, ...more });
const bookToml = '[book]\ntitle = "Bomb"\n';

/** Returns names that each refer to the previous one ten times. */
function sidebars(levels: number): string {
  const lists = range(levels).map(
    (level) =>
      `const a${level + 1} = [${range(10)
        .map(() => `a${level}`)
        .join(',')}];`,
  );
  return `const a0 = 'intro';\n${lists.join('\n')}\nmodule.exports = { docs: a${levels} };\n`;
}

/** Returns files that each include the next one ten times. */
function includes(levels: number): Files {
  const texts = range(levels).map((level) => [`src/l${level}.md`, `{{#include l${level + 1}.md}}\n`.repeat(10)] as const);
  return { ...Object.fromEntries(texts), [`src/l${levels}.md`]: 'word\n'.repeat(10) };
}

const partial = (level: number) => `import P from './_p${level}.mdx';\n\n${'<P />\n'.repeat(10)}`;

const tooMuch = /^Expected at most [\d,]+ /u;

/** The bombs by the name of their parser in docs/limits.md. */
export const importBombs: Readonly<Record<string, readonly ImportBomb[]>> = {
  sidebars: [5, 19].map((levels) => ({ files: { 'docs/intro.md': '# Intro', 'sidebars.js': sidebars(levels) }, refusal: tooMuch })),
  includes: [
    {
      files: {
        'book.toml': bookToml,
        'src/SUMMARY.md': range(12)
          .map((index) => `- [C${index}](c${index}.md)\n`)
          .join(''),
        ...Object.fromEntries(range(12).map((index) => [`src/c${index}.md`, '{{#include l0.md}}\n'])),
        ...includes(4),
      },
      refusal: tooMuch,
    },
    {
      files: {
        'book.toml': bookToml,
        'src/SUMMARY.md': '- [C](c.md)\n',
        'src/c.md': '{{#include long.md:1}}\n'.repeat(1000),
        'src/long.md': 'x\n'.repeat(100_000),
      },
      refusal: tooMuch,
    },
    {
      // Partials that each show the next ten times.
      files: {
        'sidebars.js': "module.exports = { docs: ['a'] };",
        'docs/a.mdx': partial(0),
        ...Object.fromEntries(range(8).map((level) => [`docs/_p${level}.mdx`, partial(level + 1)])),
        'docs/_p8.mdx': 'word\n'.repeat(10),
      },
      refusal: tooMuch,
    },
  ],
  Markdown: [
    {
      files: {
        'manifest.json': own(range(2).map((index) => ({ file: `${index}.md`, slug: `s${index}`, title: 'T' }))),
        '0.md': '- a\n'.repeat(300_000),
        '1.md': '*a* '.repeat(300_000),
      },
      refusal: /at most 20000 nodes/u,
    },
  ],
  'front matter and settings': [
    {
      files: { 'manifest.json': `{"format":"newline","version":1,"details":${'['.repeat(200_000)}${']'.repeat(200_000)}}` },
      refusal: /expected at most 20 levels/u,
    },
    { files: { 'book.toml': `a = ${'['.repeat(100_000)}` }, refusal: /^book\.toml: /u },
  ],
};

/** Returns a folder within all counts but with about a minute of work: brackets that may each begin an image. */
export function heavyDocs(): Files {
  const docs = range(80).map((index) => [`docs/d${index}.md`, '!['.repeat(300_000)] as const);
  return { 'sidebars.js': "module.exports = { docs: ['d0'] };", ...Object.fromEntries(docs) };
}

/** Work that is left out with a message, rather than rejected. */
export const leftOutBombs: readonly (readonly [name: string, files: Files, notification: RegExp])[] = [
  [
    'YAML aliases',
    {
      'docs/intro.md': `---\na0: &a0 [x,x,x,x,x,x,x,x,x,x]\n${range(12)
        .map(
          (level) =>
            `a${level + 1}: &a${level + 1} [${range(10)
              .map(() => `*a${level}`)
              .join(',')}]\n`,
        )
        .join('')}---\n# Intro`,
      'sidebars.js': "module.exports = { docs: ['intro'] };",
    },
    /front matter is skipped/u,
  ],
  [
    'YAML nested deep',
    { 'docs/intro.md': `---\na: ${'['.repeat(40_000)}\n---\n# Intro`, 'sidebars.js': "module.exports = { docs: ['intro'] };" },
    /front matter is skipped/u,
  ],
  [
    'heavy lines of a folder of Markdown',
    {
      'README.md': `# ${'['.repeat(300_000)}\n\n${'](a'.repeat(300_000)}\n\n${'{% highlight '.repeat(100_000)}\n\n${'{{< ref "'.repeat(100_000)}\n\n{% x %}\n`,
    },
    /A tag is kept as text/u,
  ],
  [
    'boxes, tabs and shortcodes that never end',
    {
      'README.md': [
        '# T',
        '!!! note\n    '.repeat(5000),
        '> '.repeat(900),
        '{{% notice %}}\n'.repeat(20_000),
        '{{< tabs >}}\n'.repeat(5000),
        '::: code-group\n'.repeat(5000),
        '::: {.callout-note}\n'.repeat(5000),
        '```{note}\n'.repeat(5000),
        '=== "a"\n'.repeat(5000),
        '{% x %}',
      ].join('\n\n'),
    },
    /A tag is kept as text/u,
  ],
  [
    'heavy signs of Obsidian, MyST and Pandoc',
    {
      'README.md': `# T\n\n${['![[', '[[a|', '![](', '{a}`', '==a', '{==', '++a', '%%', '~a', '^a', '(a)=', '[@a', '[a]{', '{: '].map((sign) => `${sign.repeat(600)}\n`.repeat(40)).join('\n')}\n\n{% x %}\n`,
    },
    /A tag is kept as text/u,
  ],
  [
    'heavy lines of MDX',
    {
      'docs/intro.mdx': `# Intro\n\n<div>${'</div '.repeat(100_000)}\n\n${'{"'.repeat(100_000)}\n\n{x}\n\n${'<a\n'.repeat(50_000)}`,
      'sidebars.js': "module.exports = { docs: ['intro'] };",
    },
    /An expression is kept as text/u,
  ],
];
