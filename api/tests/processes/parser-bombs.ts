import { createRenderer } from '@newline/api/features/rendering/create-renderer';
import { frameOfHtml } from '@newline/api/features/embeds/read-oembed';
import { createSvgRenderer } from '@newline/api/features/import-export/svg-renderer';
import { createCodeCutter } from '@newline/api/features/remote-code/code-cutter';
import { readCaptions } from '@newline/api/features/videos/read-captions';
import { createLog } from '@newline/api/log';
import { embedProviders } from '../../../embeds.config.ts';
import { zip } from '../../src/features/book-export/zip.ts';
import { type Files, sendFolder } from '../import-export/send-folder.ts';
import { heavyDocs, type ImportBomb, importBombs } from '../import-export/import-bombs.ts';
import type { Writers } from '../writers.ts';
import { mediaBombs } from './media-bombs.ts';
import type { ParserBomb } from './parser-bomb.ts';

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const log = createLog('silent');

/** Ten elements that each use the previous one ten times, blurred. */
const nestedUses = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800"><filter id="f"><feGaussianBlur stdDeviation="40"/></filter><defs><g id="u0"><rect width="700" height="700" filter="url(#f)"/></g>${range(
  7,
)
  .map((level) => `<g id="u${level + 1}">${`<use href="#u${level}" x="1"/>`.repeat(10)}</g>`)
  .join('')}</defs><use href="#u7" filter="url(#f)"/></svg>`;
const stackedFilters = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1600"><filter id="f">${'<feTurbulence numOctaves="9"/><feGaussianBlur stdDeviation="200"/>'.repeat(300)}</filter><rect width="1600" height="1600" filter="url(#f)"/></svg>`;

/** Returns the message of an error. */
const saying = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Returns bombs by the name of their row in docs/limits.md; the first of each is sent in every run. */
export async function parserBombs(writers: Writers): Promise<Readonly<Record<string, readonly ParserBomb[]>>> {
  const { site, author } = writers;
  const packed = (files: Files) =>
    zip(
      // Stored uncompressed: high compression ratios are rejected for that alone.
      Object.entries(files).map(([path, bytes]) => ({ path, bytes: Buffer.from(bytes), isPacked: path.startsWith('zeros') })),
      new Date(Date.UTC(2026, 10, 21)),
    );
  // Compressed before it is sent, because the site is measured.
  const archive = (files: Files, outcome: RegExp): ParserBomb => {
    const bytes = packed(files);
    return { outcome, send: async () => (await sendFolder(site, author, bytes)).answer };
  };
  const imports = (bombs: readonly ImportBomb[] = []) =>
    bombs.map(({ files, refusal }) => archive(files, new RegExp(refusal.source.replace('^', ''), 'u')));
  const formatted = `${range(400)
    .map((index) => `<b id=${index}>`)
    .join('')}${'<p>a'.repeat(400)}`;
  const captions = `WEBVTT\n\n00:00.000 --> 00:01.000\n${'<b>'.repeat(130_000)}word\n`;
  const { id } = await writers.makeArticle();
  const text = (bodyMarkdown: string): ParserBomb => ({
    outcome: /at most 20000 nodes/u,
    send: async () => (await writers.save(author, id, 1, bodyMarkdown)).errors,
  });
  // Accepted input is escaped wherever it is stored.
  const accepted: ParserBomb = {
    outcome: /^null$/u,
    send: async () => (await writers.save(author, id, 1, '<'.repeat(3_990_000))).errors ?? null,
  };
  const rendered = (type: string, source: string, mode = ''): ParserBomb => ({
    outcome: /^null$/u,
    async send() {
      const renderer = createRenderer({ log });
      try {
        return await renderer.renderDocument({
          type: 'doc',
          content: [{ type, attrs: type === 'codeBlock' ? { mode } : {}, content: [{ type: 'text', text: source }] }],
        });
      } finally {
        await renderer.close();
      }
    },
  });
  const query = (code: string, filepath: string, codeQuery: string, outcome: RegExp): ParserBomb => ({
    outcome,
    async send() {
      const cutter = createCodeCutter();
      try {
        return await cutter.cut({ text: code, filepath }, { startLine: null, endLine: null, query: codeQuery }).catch(saying);
      } finally {
        await cutter.close();
      }
    },
  });
  const svg = (source: string): ParserBomb => ({
    outcome: /takes too much time or memory/u,
    async send() {
      const renderer = createSvgRenderer({ cpuMs: 1000 });
      try {
        return await renderer.render(Buffer.from(source)).catch(saying);
      } finally {
        await renderer.close();
      }
    },
  });
  return {
    archives: [
      archive({ 'zeros.md': Buffer.alloc(15_000_000) }, /expands at most 200 times/u),
      archive(Object.fromEntries(range(20_001).map((index) => [`${index}.md`, ''])), /at most 20,000 files/u),
    ],
    'front matter and settings': imports(importBombs['front matter and settings']),
    sidebars: imports(importBombs['sidebars']?.toReversed()),
    includes: imports(importBombs['includes']),
    'Markdown of an import': [
      ...imports(importBombs['Markdown']),
      // A fast machine may finish it.
      archive(heavyDocs(), /takes too much work|"lessons"/u),
    ],
    'HTML of an import': [
      archive(
        {
          'sidebars.js': "module.exports = { docs: ['d0'] };",
          ...Object.fromEntries(range(30).map((index) => [`docs/d${index}.md`, formatted])),
        },
        /at most 2,000,000 elements of HTML/u,
      ),
    ],
    'captions of an import': [
      archive(
        {
          'manifest.json': JSON.stringify({
            format: 'newline',
            version: 1,
            kind: 'COURSE',
            title: 'Captions',
            captions: range(3).map((index) => ({ video: 'local:none', language: 'en', file: `${index}.vtt`, sha256: '0'.repeat(64) })),
          }),
          ...Object.fromEntries(range(3).map((index) => [`${index}.vtt`, captions])),
        },
        /The captions weren’t changed/u,
      ),
    ],
    captions: [
      { outcome: /at most 500 tags/u, send: async () => readCaptions(captions) },
      { outcome: /vtt/u, send: async () => readCaptions(`WEBVTT\n\n00:00.000 --> 00:01.000\n${'&amp;'.repeat(70_000)}`) },
      { outcome: /have no times/u, send: async () => readCaptions(`<tt><p>${'<span begin="x">a'.repeat(22_000)}`) },
      { outcome: /incomplete or has a mistake/u, send: async () => readCaptions(`{"events":${'['.repeat(399_000)}`) },
    ],
    texts: [
      text('- a\n'.repeat(900_000)),
      text('['.repeat(3_900_000)),
      text('*a* '.repeat(900_000)),
      text('`a` '.repeat(900_000)),
      text('$a$ '.repeat(900_000)),
      text('$``` '.repeat(700_000)),
      text('$`a`b '.repeat(600_000)),
      accepted,
    ],
    ...(await mediaBombs(writers)),
    SVG: [svg(nestedUses), svg(stackedFilters)],
    'code, formulas and diagrams': [
      rendered('math', String.raw`\def\a#1{#1#1#1#1#1#1#1#1}\a{\a{\a{\a{\a{\a{\a{\a{x}}}}}}}}`),
      rendered(
        'mermaid',
        `graph TD\n${range(900)
          .map((index) => `a${index}-->a${(index * 7) % 900}\n`)
          .join('')}`,
      ),
    ],
    'code queries': [
      // As many words as fit that are similar to the searched one.
      query(
        range(800)
          .map((index) => 'a'.repeat(480) + index)
          .join(';'),
        'a.ts',
        `.${'b'.repeat(482)}`,
        /was not found|takes too much time/u,
      ),
      query('<a>'.repeat(130_000), 'a.html', '.b', /takes too much time or memory/u),
      query(
        `${'//\n'.repeat(100_000)}${'a();\n'.repeat(4_900)}`,
        'a.ts',
        'choose(comments(.a), 4800)',
        /too many matches|takes too much time/u,
      ),
      query('('.repeat(400_001), 'a.ts', '.a', /400,000 characters only support line numbers/u),
      query('('.repeat(399_000), 'a.ts', '.a', /was not found/u),
    ],
    'pages of other sites': [
      {
        outcome: /^null$/u,
        send: async () => frameOfHtml('<b>'.repeat(6_600), embedProviders[0] ?? ({ name: '', players: [] } as never)),
      },
    ],
  };
}
