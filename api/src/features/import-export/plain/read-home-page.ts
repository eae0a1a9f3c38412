import { linesOf, type SourceLine } from '../foreign/source-line.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The names in front matter that `homeLines` reads. */
export const homeNames: readonly string[] = ['hero', 'features', 'heroText', 'tagline', 'actions', 'actionText', 'actionLink'];

/**
 * Writes the home page that VitePress and VuePress show for `layout: home` or `home: true` as Markdown: its texts and links are in the front
 * matter. No lines for any other page.
 */
export function homeLines(facts: Fields, file: string): readonly SourceLine[] {
  if (facts['layout'] !== 'home' && facts['home'] !== true) return [];
  const hero = fieldsOf(facts['hero']);
  const named = [textOf(hero['name']) || textOf(facts['heroText']), textOf(hero['text'])].filter(Boolean);
  const tagline = textOf(hero['tagline']) || textOf(facts['tagline']);
  const actions = [...listOf(hero['actions']), ...listOf(facts['actions']), { text: facts['actionText'], link: facts['actionLink'] }].map(
    fieldsOf,
  );
  const features = listOf(facts['features']).map(fieldsOf);
  const image = imageOf(hero['image'] ?? facts['heroImage']);
  const blocks = [
    ...named.map((words, at) => (at === 0 ? `# ${words}` : words)),
    tagline,
    image,
    actions.flatMap(({ text, link }) => (textOf(text) === '' ? [] : [linked(textOf(text), textOf(link))])).join(' · '),
    features
      .map((feature) => {
        const title = textOf(feature['title']);
        const details = textOf(feature['details']);
        const link = textOf(feature['link']);
        const shown = title === '' ? '' : `**${link === '' ? title : linked(title, link)}**`;
        return `- ${[shown, details].filter(Boolean).join(': ')}`;
      })
      .join('\n'),
  ].filter(Boolean);
  if (blocks.length === 0) return [];
  // The front matter begins at line 1.
  return linesOf(blocks.join('\n\n'), file).map((line) => ({ ...line, line: 1 }));
}

function linked(words: string, address: string): string {
  return address === '' ? words : `[${words}](<${address.replaceAll(/[<>\s]/gu, encodeURIComponent)}>)`;
}

function imageOf(value: unknown): string {
  if (typeof value === 'string') return `![](<${value}>)`;
  const { src, alt } = fieldsOf(value);
  return textOf(src) === '' ? '' : `![${textOf(alt)}](<${textOf(src)}>)`;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.replaceAll(/\s+/gu, ' ').trim() : '');
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
