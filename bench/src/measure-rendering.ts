import type { Renderings } from '../../document/src/renderings.ts';
import { renderHtml } from '../../document/src/html.ts';
import { doc, link, node, normalized, p, text } from '../../document/tests/builders.ts';

const code = 'const a = 1;\nconst b = 2;\nfunction f(x) {\n  return x + 1;\n}\n';
const codeRuns = ['5k5 1n1 ', '5k5 1n1 ', '8k1 1f5 ', '2 6k5 1n1 ', '', ''];

/** Ten kinds of blocks, as in real texts. */
const tenBlocks = [
  node('heading', { level: 2 }, 'What a cost is'),
  p('Some words with ', text('bold', 'bold'), ' and ', text('a link', link('https://example.org/')), ' and more. '.repeat(12)),
  p('Words of a longer paragraph. '.repeat(7)),
  node('bulletList', {}, node('listItem', {}, p('one')), node('listItem', {}, p('two'))),
  node('codeBlock', { mode: 'ts', highlightLines: '2' }, code),
  node('panel', { panelType: 'tip' }, p('A tip.')),
  node('blockquote', {}, p('A quotation.')),
  node('image', { src: '/a.png', alt: 'A', width: 640, height: 360 }, 'A caption'),
  node('table', {}, ...['a', 'b'].map((word) => node('tableRow', {}, node('tableCell', {}, p(word)), node('tableCell', {}, p(word))))),
  node('horizontalRule'),
];

/** Measures rendering a thousand blocks with their renderings, and parsing and writing them as JSON, in milliseconds of CPU time. */
export function measureRendering(): { rendering: number; parsing: number } {
  const document = normalized(doc(...Array.from({ length: 100 }, () => tenBlocks).flat()));
  const blocks = document.content ?? [];
  if (blocks.length !== 1000) throw new Error(`expected 1000 blocks, got ${blocks.length}`);
  const renderings: Renderings = blocks.map(({ type }) => (type === 'codeBlock' ? [{ code: codeRuns, name: 'TypeScript' }] : null));
  const options = { siteOrigin: 'https://newline.example', renderings };
  if (renderHtml(document, options).split('<span class="k">const</span>').length !== 201) throw new Error('the code is not colored');

  const json = JSON.stringify([document, renderings]);
  // Alternately, and the least of each, so that other load on the machine doesn't matter.
  const rounds = Array.from({ length: 15 }, () => ({
    rendering: cpuOf(() => renderHtml(document, options)),
    parsing: cpuOf(() => JSON.stringify(JSON.parse(json))),
  }));
  return {
    rendering: Math.min(...rounds.map(({ rendering }) => rendering)),
    parsing: Math.min(...rounds.map(({ parsing }) => parsing)),
  };
}

/** Returns CPU time in milliseconds: a twentieth of twenty runs. */
function cpuOf(perform: () => unknown): number {
  const started = process.cpuUsage();
  for (let time = 0; time < 20; time += 1) perform();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000 / 20;
}
