import { renderHtml } from '../src/html.ts';
import { fromMarkdown } from '../src/markdown.ts';

/**
 * Prints the cost of rendering 1,000 mixed blocks compared with JSON.parse and JSON.stringify of the same blocks: CPU time, medians of 40
 * alternating rounds. The goal is 1 or less.
 */

const blocks = [
  '## Plans and costs\n',
  'A **query** has a [plan](https://example.org/x) with `cost` and _more_ words in it, enough for two lines or three on a page.\n',
  '- one item\n- two **items**\n- three\n',
  '```ts {2}\nconst a = 1;\nconst b = 2;\nexport const sum = () => a + b;\n```\n',
  '> A quotation of somebody.\n',
  ':::panel{type=tip}\nRemember *this*.\n:::\n',
  '| a | b |\n|---|--:|\n| 1 | 2 |\n| 3 | 4 |\n',
  '![Alternative](/a.webp "Title")\n',
  'Plain words, without any mark, as most paragraphs in books are; they go on for a while and then end.\n',
  '1. first\n2. second\n',
];
const markdown = Array.from({ length: 1000 }, (_, index) => blocks[index % blocks.length]).join('\n');
const read = fromMarkdown(markdown, 'lesson');
if (!read.ok) throw new Error(JSON.stringify(read.errors));
const { document } = read;
const json = JSON.stringify(document);

function millisecondsOf(work: () => string): number {
  const start = process.cpuUsage();
  // A character near the end is read, so that the string is really built.
  for (let run = 0; run < 5; run += 1) work().charCodeAt(1000);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 5000;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const rendering: number[] = [];
const copying: number[] = [];
for (let round = 0; round < 40; round += 1) {
  rendering.push(millisecondsOf(() => renderHtml(document, { siteOrigin: 'https://newline.example' })));
  copying.push(millisecondsOf(() => JSON.stringify(JSON.parse(json))));
}
const ratio = median(rendering) / median(copying);
console.log(`render ${median(rendering).toFixed(2)} ms, JSON ${median(copying).toFixed(2)} ms, ratio ${ratio.toFixed(2)}, goal 1`);
