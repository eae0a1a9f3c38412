import type { RouterContextProvider } from 'react-router';
import { site } from '@newline/api/rules/site/site';
import type { ListedTitle } from './feed-documents.ts';
import { loadListed, loadListedPaths, loadOwnersPages } from './load-listed.server.ts';

type Listed = Pick<ListedTitle, 'title' | 'permalink' | 'summary' | 'description'>;

/** Renders `/llms.txt` (https://llmstxt.org): a Markdown description of this site and its titles for language models. */
export async function llmsText(context: Readonly<RouterContextProvider>, publicUrl: string): Promise<string> {
  const line = ({ title, permalink, summary, description }: Listed) => {
    const text = (summary ?? description ?? '').replace(/\s+/gu, ' ').trim();
    return `- [${title.replace(/[[\]\\]/gu, '\\$&')}](${publicUrl}${permalink})${text === '' ? '' : `: ${text}`}`;
  };
  const part = (title: string, list: readonly Listed[]) => (list.length === 0 ? [] : ['', `## ${title}`, '', ...list.map(line)]);
  const pages = (await loadOwnersPages(context)).map((page) => ({ ...page, summary: null, description: null }));
  const lines = [
    `# ${site.name}`,
    '',
    `> ${site.description}`,
    '',
    `The GraphQL API is at ${publicUrl}/graphql. Paid content is cut off at the paywall.`,
    ...part('Courses', await loadListed.courses(context)),
    ...part('Books', await loadListed.books(context)),
    ...part('Articles', await loadListed.articles(context)),
    ...part('Learning paths', await loadListedPaths(context, 0)),
    ...part('About this site', pages),
  ];
  return `${lines.join('\n')}\n`;
}
