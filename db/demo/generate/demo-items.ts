import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FigureName } from '@newline/ui/covers/figures';
import type { CoverInput } from '@newline/ui/covers/lay-out-cover';
import type { Topic } from '@newline/ui/covers/topic';
import { readValue } from '../src/front-matter.ts';

const content = join(import.meta.dirname, '../content');
const TOPICS: readonly Topic[] = ['ai', 'frontend', 'backend', 'languages', 'basics', 'concepts', 'engineering', 'design'];

/** Figures chosen by hand, so that no two covers of a topic look alike. Authors can do the same. */
const FIGURES: Readonly<Record<string, FigureName>> = {
  'accessibility-audibly': 'signal',
  'a-parser-before-lunch': 'ring',
  'a-shell-of-ones-own': 'steps',
  'backend-from-the-socket-up': 'signal',
  'css-set-in-type': 'wave',
  'event-logs-kept': 'queue',
  'failure-rehearsed': 'wave',
  'fullstack-d3-book': 'disc',
  'fullstack-graphql': 'tree',
  'go-at-rest': 'pair',
  'house-style': 'table',
  'numbers-before-breakfast': 'disc',
  'postgres-slowly': 'funnel',
  'quiet-deployments': 'peak',
  'reading-other-peoples-code': 'pair',
  'rendering-without-regret': 'steps',
  'retrieval-plainly': 'braid',
  'rust-for-people-with-deadlines': 'peak',
  'small-models-honest-answers': 'signal',
  'sql-said-aloud': 'table',
  'test-what-you-promised': 'steps',
  'the-long-stack-trace': 'tree',
  'the-shape-of-a-queue': 'queue',
  'types-that-tell-the-truth': 'braid',
  'vue-line-by-line': 'tree',
  'vue-server-first': 'ring',
  'webpack-explained-to-a-friend': 'funnel',
};

/** The parts of a demo course or book that its cover needs. */
export type DemoItem = CoverInput & { readonly slug: string };

function readFrontMatter(file: string): Map<string, unknown> {
  const [, head = ''] = readFileSync(file, 'utf8').split(/^---$/m);
  const lines = head.split('\n').filter((line) => line.includes(':'));
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), readValue(line.slice(line.indexOf(':') + 1).trim())]));
}

/** Users' names by username. */
function readNames(): Map<string, string> {
  const file = join(content, 'people.json');
  if (!existsSync(file)) throw new Error(`${file} is missing`);
  const people: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!Array.isArray(people)) throw new Error(`${file}: expected a list`);
  return new Map(
    people.map((person: { username: unknown; name: unknown }) => [String(person.username), String(person.name ?? person.username)]),
  );
}

/** Every course and book of db/demo/content, by slug. */
export function readDemoItems(): DemoItem[] {
  const names = readNames();
  return globSync('{courses,books}/*/index.md', { cwd: content })
    .toSorted()
    .map((file) => {
      const facts = readFrontMatter(join(content, file));
      const topic = TOPICS.find((one) => one === facts.get('topic'));
      if (!topic) throw new Error(`${file}: expected a topic, got ${String(facts.get('topic'))}`);
      const authors = facts.get('authors');
      const by = (Array.isArray(authors) ? authors : []).map((author) => names.get(String(author)) ?? String(author)).join(', ');
      const slug = String(facts.get('slug'));
      const figure = FIGURES[slug];
      return {
        ...(figure ? { figure } : {}),
        slug,
        title: String(facts.get('title')),
        by,
        topic,
        kind: file.startsWith('books') ? 'book' : 'course',
      };
    });
}
