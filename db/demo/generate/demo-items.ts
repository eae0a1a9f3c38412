import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CoverInput } from '../../../ui/src/covers/lay-out-cover.ts';
import type { Topic } from '../../../ui/src/covers/topic.ts';

const content = join(import.meta.dirname, '../content');
const TOPICS: readonly Topic[] = ['ai', 'frontend', 'backend', 'languages', 'basics', 'concepts', 'engineering', 'design'];

/** A course or book of the demo as far as its cover goes. */
export type DemoItem = CoverInput & { readonly slug: string };

/** The value of a front matter line: JSON when it is, the plain string otherwise. */
function readValue(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function readFrontMatter(file: string): Map<string, unknown> {
  const [, head = ''] = readFileSync(file, 'utf8').split(/^---$/m);
  const lines = head.split('\n').filter((line) => line.includes(':'));
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), readValue(line.slice(line.indexOf(':') + 1).trim())]));
}

/** People's names by user name. */
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
      return {
        slug: String(facts.get('slug')),
        title: String(facts.get('title')),
        by,
        topic,
        kind: file.startsWith('books') ? 'book' : 'course',
      };
    });
}
