import { siteOrganization } from '@newline/api/rules/site/organization';
import { largestOf } from '@newline/document/append';
import { Feed } from 'feed';
import type { RouterContextProvider } from 'react-router';
import { site } from '@newline/api/rules/site/site';
import type { ListedTitle } from './feed-documents.ts';
import { loadListed } from './load-listed.server.ts';

/** The number of entries in a feed: enough for someone who reads it monthly. */
const entries = 30;

const titles = { courses: 'Courses', books: 'Books', articles: 'Articles', clips: 'Clips' };

/** The kinds of content that have a feed. */
export type FeedKind = keyof typeof titles;

/** True for a kind that has a feed. */
export function isFeedKind(name: string): name is FeedKind {
  return Object.hasOwn(titles, name);
}

/** Returns the newest items of one kind as an Atom feed: titles and descriptions, no paid content and no ratings. */
export async function atomFeed(context: Readonly<RouterContextProvider>, kind: FeedKind, publicUrl: string): Promise<string> {
  const items =
    kind === 'clips'
      ? await clipEntries(context)
      : (await loadListed[kind](context, { atMost: entries, withAuthors: true })).map(titleEntry);
  const newest = largestOf(
    items.map(({ updated }) => Date.parse(updated)),
    Date.parse('2020-01-01'),
  );
  const feed = new Feed({
    // The site's host name and the year of the first feeds (RFC 4151): stable even if its pages move.
    id: `tag:${new URL(publicUrl).hostname},2026:${kind}`,
    title: `${titles[kind]} · ${site.name}`,
    description: site.description,
    link: `${publicUrl}/${kind}`,
    language: 'en',
    updated: new Date(newest),
    generator: site.name,
    feedLinks: { atom: `${publicUrl}/feeds/${kind}.atom` },
    author: { name: siteOrganization().name, link: publicUrl },
    copyright: siteOrganization().name,
  });
  for (const { id, path, title, words, updated, published, authors, imageUrl } of items) {
    feed.addItem({
      // An item keeps its entry ID when its URL changes.
      id: `urn:uuid:${id}`,
      link: `${publicUrl}${path}`,
      title,
      description: words,
      date: new Date(updated),
      published: new Date(published),
      author: authors.map(({ displayName, username }) => ({ name: displayName, link: `${publicUrl}/@${username}` })),
      ...(imageUrl !== null && { image: new URL(imageUrl, publicUrl).href }),
    });
  }
  return feed.atom1();
}

type Entry = {
  id: string;
  path: string;
  title: string;
  words: string;
  updated: string;
  published: string;
  authors: { displayName: string; username: string }[];
  imageUrl: string | null;
};

function titleEntry(node: ListedTitle & { posterImageUrl?: string | null; mainImageUrl?: string | null }): Entry {
  return {
    id: node.id,
    path: node.permalink,
    title: node.title,
    words: node.summary ?? node.description ?? node.title,
    updated: node.updatedAt,
    published: node.publishedAt ?? node.createdAt,
    authors: (node.contributions?.nodes ?? []).flatMap(({ user }) => (user ? [user] : [])),
    imageUrl: node.posterImageUrl ?? node.mainImageUrl ?? null,
  };
}

async function clipEntries(context: Readonly<RouterContextProvider>): Promise<Entry[]> {
  return (await loadListed.clips(context, { atMost: entries })).map(({ id, title, description, createdAt }) => ({
    id,
    path: `/clips/${id}`,
    title,
    words: description ?? title,
    updated: createdAt,
    published: createdAt,
    authors: [],
    imageUrl: null,
  }));
}
