import createMarkdownIt, { type Token } from 'markdown-it';
import type { ImportMessages } from '../import-plan.ts';

/** A chapter of a summary: prefix and suffix chapters have no number, a draft has no file. */
export type SummaryChapter = {
  readonly title: string;
  /** As written; null for a draft. */
  readonly file: string | null;
  readonly line: number;
  readonly part: string | null;
  readonly number: readonly number[] | null;
};

const parser = new createMarkdownIt('commonmark', { html: true });

/** A summary: its title, unless that is only "Summary", and its chapters. */
export type Summary = { readonly title: string | null; readonly chapters: readonly SummaryChapter[] };

/** Reads a SUMMARY.md: its title, chapters before, parts of numbered chapters as deep as they are nested, and chapters after. GitBook's parts are headings of the second level. */
export function readSummary(
  text: string,
  file: string,
  messages: ImportMessages,
  { partTags = ['h1'] }: { readonly partTags?: readonly string[] } = {},
): Summary {
  const chapters: SummaryChapter[] = [];
  const counts: number[] = [];
  let title: string | null = null;
  let part: string | null = null;
  let depth = 0;
  let isHeading = false;
  let hasHeading = false;
  for (const token of parser.parse(text, {})) {
    const line = (token.map?.[0] ?? 0) + 1;
    if (token.type === 'bullet_list_open' || token.type === 'ordered_list_open') {
      depth += 1;
      // Numbers continue from part to part, as in mdBook.
      if (depth > 1) counts[depth - 1] = 0;
    } else if (token.type === 'bullet_list_close' || token.type === 'ordered_list_close') depth -= 1;
    else if (token.type === 'heading_open') isHeading = partTags.includes(token.tag);
    else if (token.type === 'heading_close') isHeading = false;
    else if (token.type === 'inline' && isHeading) {
      const words = token.content.trim();
      // The first heading is the title of the summary if nothing comes before it, as in mdBook.
      if (hasHeading || chapters.length > 0) part = words || null;
      else if (!/^(?:summary|table of contents|contents|toc)$/iu.test(words)) title = words || null;
      hasHeading = true;
    } else if (token.type === 'inline') {
      const links = linksOf(token);
      if (links.length === 0 && token.content.trim() !== '')
        messages.add(file, line, `Skipped, as in mdBook: ${JSON.stringify(token.content.slice(0, 80))}.`, 'lost');
      for (const { title, href } of links) {
        if (depth > 0) counts[depth - 1] = (counts[depth - 1] ?? 0) + 1;
        const number = depth > 0 ? counts.slice(0, depth) : null;
        chapters.push({ title, file: href === '' ? null : href, line, part: depth > 0 ? part : null, number });
      }
    }
  }
  return { title, chapters };
}

function linksOf(token: Token): { title: string; href: string }[] {
  const links: { title: string; href: string }[] = [];
  let open: { title: string; href: string } | null = null;
  for (const child of token.children ?? []) {
    if (child.type === 'link_open') open = { title: '', href: decode(`${child.attrGet('href') ?? ''}`) };
    else if (child.type === 'link_close' && open) {
      links.push({ ...open, title: open.title.replaceAll(/\s+/gu, ' ').trim() });
      open = null;
    } else if (open) open.title += child.type === 'softbreak' ? ' ' : child.content;
  }
  return links;
}

function decode(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}
