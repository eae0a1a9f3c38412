import type { DocumentMark, DocumentNode } from '@newline/document/document-node';
import { captionsOf } from '@newline/document/follow-numbers';
import { outlineOf } from '@newline/document/outline';
import { cutText } from '@newline/document/truncate';
import { withoutUploads } from '@newline/document/uploads';
import { validateDocument } from '@newline/document/validate';
import type { Random } from '@newline/document/document-node';
import { type ImportMessages, ownLink } from '../import-plan.ts';
import type { ConvertedText } from './convert-markdown.ts';
import { wordsOf } from '../words-of.ts';

/** A chapter of another tool's book before its links are resolved. */
export type ForeignChapter = {
  /** Its file; '' if it has none. */
  readonly file: string;
  readonly slug: string;
  readonly title: string;
  readonly text: ConvertedText;
};

/** Target of a link: another chapter, or the reason why it has none. */
export type LinkTarget = { readonly file: string; readonly hash: string } | { readonly fault: string };

/** The URL of a link, and the title of what it leads to. */
type Address = { readonly href: string; readonly title: string };

/**
 * Returns the documents of all chapters: drops headings that repeat the title, points links to chapters and headings of the result, and
 * reports broken links, which keep only their text.
 */
export function finishChapters<Chapter extends ForeignChapter>(
  chapters: readonly Chapter[],
  messages: ImportMessages,
  { resolve, randomFor }: { resolve(from: string, href: string): LinkTarget; randomFor(slug: string): Random },
): { chapter: Chapter; document: DocumentNode }[] {
  const drafts = chapters.map((chapter) => {
    const { content, headings, title } = withoutTitle(chapter);
    if (title !== null) tellLinksOfTitle(title, chapter, messages);
    const anchors = anchorsOf(content, headings, chapter.text.leading);
    const titles = new Map(outlineOf({ type: 'doc', content }).map(({ id, text }) => [id, text]));
    return { chapter, content, anchors, titles, looseAnchors: looseNamesOf(anchors) };
  });
  const byFile = new Map(drafts.map((draft) => [draft.chapter.file, draft]));
  // In MyST and Sphinx, a label is known in all files.
  const byLabel = new Map(drafts.toReversed().flatMap((draft) => [...draft.anchors.keys()].map((id) => [id, draft] as const)));
  return drafts.map(({ chapter, content }) => {
    const targetOf = (index: number): Address | null => {
      const link = chapter.text.links[index];
      if (!link) return null;
      const target = resolve(link.from, link.href);
      const lost = (reason: string) => {
        messages.add(
          link.file,
          link.line,
          `The link to ${JSON.stringify(link.href.slice(0, 120))} is removed, and its text is kept: ${reason}`,
          'lost',
        );
        return null;
      };
      if ('fault' in target) return lost(target.fault);
      const named = byFile.get(target.file);
      if (!named) return lost('there is no such chapter.');
      const isLabel = link.href.startsWith('#') && anchorIn(named, target.hash) === undefined;
      const other = (isLabel ? byLabel.get(target.hash) : undefined) ?? named;
      if (target.hash === '') return { href: `${ownLink}${other.chapter.slug}`, title: other.chapter.title };
      const anchor = anchorIn(other, target.hash);
      if (anchor === undefined) {
        messages.add(
          link.file,
          link.line,
          `The link to ${JSON.stringify(link.href.slice(0, 120))} points to the whole chapter, which has no such heading.`,
        );
        return { href: `${ownLink}${other.chapter.slug}`, title: other.chapter.title };
      }
      const title = other.titles.get(anchor) ?? other.chapter.title;
      // A link to a number follows it, so it must lead to a caption of its own text.
      if (other.chapter === chapter && captionAnchorsOf(content).includes(anchor)) return { href: `#${anchor}`, title };
      return { href: `${ownLink}${other.chapter.slug}${anchor === '' ? '' : `#${anchor}`}`, title };
    };
    const linked =
      withoutUploads({ type: 'doc', content }).content?.map((node) =>
        withLinks(
          node,
          (index) => targetOf(index),
          (index) => chapter.text.links[index]?.isBare === true,
        ),
      ) ?? [];
    const read = validateDocument({ type: 'doc', content: linked.length === 0 ? [{ type: 'paragraph' }] : linked }, 'lesson', {
      random: randomFor(chapter.slug),
    });
    if (read.ok) return { chapter, document: read.document };
    const faults = read.errors.slice(0, 3).map(({ path, expected, got }) => `${path}: expected ${expected}, got ${got}`);
    messages.add(chapter.file, null, `The text is skipped: ${faults.join('; ')}.`, 'lost');
    const empty = validateDocument({ type: 'doc', content: [{ type: 'paragraph' }] }, 'lesson', { random: randomFor(chapter.slug) });
    if (!empty.ok) throw new Error('An empty document: expected it to be valid');
    return { chapter, document: empty.document };
  });
}

/** Removes a first heading that repeats the title. */
function withoutTitle({ title, text }: ForeignChapter): {
  readonly content: readonly DocumentNode[];
  readonly headings: ConvertedText['headings'];
  /** Returns the heading that contains the title. */
  readonly title: DocumentNode | null;
} {
  const content = text.document.content ?? [];
  const [first, ...rest] = content;
  if (first?.type !== 'heading' || wordsOf(first).trim() !== title || first.content?.some(({ type }) => type === 'footnote') === true)
    return { content, headings: text.headings, title: null };
  return { content: rest, headings: [['\u0000title', ...(text.headings[0] ?? [])], ...text.headings.slice(1)], title: first };
}

/** Reports the links of a heading that became the title. */
function tellLinksOfTitle(heading: DocumentNode, { file, text }: ForeignChapter, messages: ImportMessages): void {
  const targets = (heading.content ?? []).flatMap(({ marks }) => marks ?? []).map(({ attrs }) => attrs?.['href']);
  const hrefs = new Set(targets.filter((href) => typeof href === 'string'));
  for (const href of hrefs) {
    const link = text.links[Number(pending.exec(href)?.[1] ?? -1)];
    const written = cutText(link?.href ?? href, 120);
    messages.add(
      link?.file ?? file,
      link?.line ?? null,
      `The link to ${JSON.stringify(written)} is removed: titles can’t have links.`,
      'lost',
    );
  }
}

/** Returns the anchor in the result for each id of the other tool; '' is the top of the chapter. */
function anchorsOf(content: readonly DocumentNode[], headings: ConvertedText['headings'], leading: readonly string[]): Map<string, string> {
  const anchors = new Map<string, string>();
  const outline = outlineOf({ type: 'doc', content });
  const hasTitle = headings[0]?.[0] === '\u0000title';
  for (const id of leading) anchors.set(id, '');
  headings.forEach((ids, index) => {
    const anchor = hasTitle ? (index === 0 ? '' : outline[index - 1]?.id) : outline[index]?.id;
    for (const id of ids) if (!anchors.has(id)) anchors.set(id, anchor ?? '');
  });
  for (const anchor of captionAnchorsOf(content)) anchors.set(anchor, anchor);
  return anchors;
}

/** Anchors by the letters and digits of their IDs, because each tool writes IDs in its own way: `3-x-4-x` and `3x4x`. */
function looseNamesOf(anchors: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...anchors].toReversed().map(([id, anchor]) => [looseName(id), anchor]));
}

function looseName(id: string): string {
  return id
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

type Anchored = { readonly anchors: ReadonlyMap<string, string>; readonly looseAnchors: ReadonlyMap<string, string> };

function anchorIn({ anchors, looseAnchors }: Anchored, id: string): string | undefined {
  const name = looseName(id);
  return anchors.get(id) ?? anchors.get(id.toLowerCase()) ?? (name === '' ? undefined : looseAnchors.get(name));
}

/** Returns the anchors of the captions in a text. */
function captionAnchorsOf(content: readonly DocumentNode[]): readonly string[] {
  return captionsOf({ type: 'doc', content }).flatMap(({ node, id }) => (node.attrs?.['anchor'] === id ? [id] : []));
}

const pending = /^\/~link\/(\d+)$/u;

/** Returns the number of a link that isn't resolved yet. */
function pendingIn(attrs: DocumentNode['attrs']): string | undefined {
  const href = attrs?.['href'];
  return typeof href === 'string' ? pending.exec(href)?.[1] : undefined;
}

function withLinks(node: DocumentNode, addressOf: (index: number) => Address | null, isBare: (index: number) => boolean): DocumentNode {
  let { text } = node;
  const marks = node.marks?.flatMap((mark): DocumentMark[] => {
    const index = pendingIn(mark.attrs);
    if (mark.type !== 'link' || index === undefined) return [mark];
    const address = addressOf(Number(index));
    if (address === null) return [];
    if (isBare(Number(index))) text = address.title;
    return [{ ...mark, attrs: { ...mark.attrs, href: address.href } }];
  });
  const index = node.type === 'image' ? pendingIn(node.attrs) : undefined;
  return {
    ...node,
    ...(text === undefined ? {} : { text }),
    ...(marks === undefined ? {} : { marks }),
    ...(index === undefined ? {} : { attrs: { ...node.attrs, href: addressOf(Number(index))?.href ?? null } }),
    ...(node.content === undefined ? {} : { content: node.content.map((child) => withLinks(child, addressOf, isBare)) }),
  };
}
