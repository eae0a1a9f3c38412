import { site } from '@newline/api/rules/site/site';
import { truncate } from '@newline/document/truncate';
import type { RouterContextProvider } from 'react-router';
import { Readable } from 'node:stream';
import { type IndexItem, SitemapIndexStream, type SitemapItemLoose, SitemapStream, streamToPromise } from 'sitemap';
import { videoSources } from '../../shared/player/video-sources.ts';
import type { ListedItem } from './feed-documents.ts';
import { expectValue } from '../../shared/graphql-document.ts';
import { countListed, loadListed, loadListedPaths, loadListedUsernames, loadOwnersPages } from './load-listed.server.ts';

type Context = Readonly<RouterContextProvider>;

/** How many rows of each list a file has, so that no request reads a whole large catalog: titles bring their lessons. */
const rowsPerFile = { courses: 100, books: 100, articles: 1000, clips: 1000, paths: 100 } as const;

/** The files of the sitemap and their content. They only contain pages that visitors find in lists. The first file has number 0. */
const parts = {
  pages: async (context: Context) => [
    ...[
      '/',
      '/courses',
      '/books',
      '/articles',
      '/explore-catalog',
      '/clips',
      '/paths',
      ...(site.isSelling ? ['/pricing'] : []),
      '/write-with-us',
    ].map((url): SitemapItemLoose => ({ url })),
    ...(await loadOwnersPages(context)).map(({ permalink, publishedAt }): SitemapItemLoose => ({ url: permalink, lastmod: publishedAt })),
  ],
  courses: async (context: Context, file: number) =>
    (await loadListed.courses(context, { part: rowsOf('courses', file), withLessons: true })).flatMap(itemEntries),
  books: async (context: Context, file: number) =>
    (await loadListed.books(context, { part: rowsOf('books', file), withLessons: true })).flatMap(itemEntries),
  articles: async (context: Context, file: number) =>
    (await loadListed.articles(context, { part: rowsOf('articles', file) }))
      // An article first published elsewhere has a canonical URL there, so this copy isn't listed.
      .filter(({ canonicalUrl }) => canonicalUrl === null)
      .map(
        ({ permalink, title, updatedAt, mainImageUrl }): SitemapItemLoose => ({
          url: permalink,
          lastmod: updatedAt,
          ...(mainImageUrl !== null && { img: [{ url: mainImageUrl, title }] }),
        }),
      ),
  clips: async (context: Context, file: number) =>
    (await loadListed.clips(context, { part: rowsOf('clips', file) })).map(
      ({ id, title, description, videoUrl, thumbnailSeconds, durationSeconds, createdAt }): SitemapItemLoose => ({
        url: `/clips/${id}`,
        lastmod: createdAt,
        video: videoEntries(expectValue(videoUrl), {
          title,
          description: description ?? title,
          publishedAt: createdAt,
          thumbnailSeconds,
          durationSeconds,
        }),
      }),
    ),
  paths: async (context: Context, file: number) =>
    (await loadListedPaths(context, rowsOf('paths', file).from)).map(
      ({ permalink, updatedAt }): SitemapItemLoose => ({ url: permalink, lastmod: updatedAt }),
    ),
  people: async (context: Context) => (await loadListedUsernames(context)).map((name): SitemapItemLoose => ({ url: `/@${name}` })),
};

/** A file of the sitemap: the name of its list, and its number, from 0 on. */
export type SitemapFile = { readonly name: keyof typeof parts; readonly number: number };

/** Reads the name of a file, such as `courses` and `courses-2`; null if there is no such list. */
export function sitemapFileOf(text: string): SitemapFile | null {
  const [, name = '', number = '1'] = /^([a-z]+)(?:-([1-9]\d{0,3}))?$/u.exec(text) ?? [];
  if (!isListName(name) || (number !== '1' && !isDivided(name)) || text.endsWith('-1')) return null;
  return { name, number: Number(number) - 1 };
}

const isListName = (name: string): name is keyof typeof parts => Object.hasOwn(parts, name);
const isDivided = (name: keyof typeof parts): name is keyof typeof rowsPerFile => Object.hasOwn(rowsPerFile, name);
const rowsOf = (name: keyof typeof rowsPerFile, file: number) => ({ from: file * rowsPerFile[name], count: rowsPerFile[name] });

/** Renders the index of the sitemap: one file per kind of page, and more of a long list. */
export async function sitemapIndex(context: Context, publicUrl: string): Promise<string> {
  const counts = await countListed(context);
  const names = Object.keys(parts).filter(isListName);
  const entries = names.flatMap((name) =>
    Array.from(
      { length: isDivided(name) ? Math.max(1, Math.ceil(counts[name] / rowsPerFile[name])) : 1 },
      (_, file): IndexItem => ({
        url: `${publicUrl}/sitemaps/${name}${file === 0 ? '' : `-${file + 1}`}.xml`,
      }),
    ),
  );
  return (await streamToPromise(Readable.from(entries).pipe(new SitemapIndexStream()))).toString();
}

const emptySitemap = '<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>';

/** Renders one file of the sitemap, with the images and videos of its pages. */
export async function sitemapPart(context: Context, { name, number }: SitemapFile, publicUrl: string): Promise<string> {
  const entries = (await parts[name](context, number)).map((entry) => absolute(entry, publicUrl));
  // The library refuses to write a file without pages, which a new site has.
  if (entries.length === 0) return emptySitemap;
  return (await streamToPromise(Readable.from(entries).pipe(new SitemapStream({ hostname: publicUrl })))).toString();
}

function itemEntries(item: ListedItem): SitemapItemLoose[] {
  const { permalink, title, updatedAt, posterImageUrl, heroVideoUrl, summary, description, publishedAt, createdAt, lessonPages } = item;
  return [
    {
      url: permalink,
      lastmod: updatedAt,
      ...(posterImageUrl !== null && { img: [{ url: posterImageUrl, title }] }),
      ...(heroVideoUrl !== null && {
        video: videoEntries(heroVideoUrl, {
          title,
          description: summary ?? description ?? title,
          publishedAt: publishedAt ?? createdAt,
          thumbnailSeconds: 1,
          durationSeconds: null,
        }),
      }),
    },
    ...(lessonPages ?? []).map(({ permalink: url, updatedAt: lastmod }) => ({ url, lastmod })),
  ];
}

type VideoFacts = { title: string; description: string; publishedAt: string; thumbnailSeconds: number; durationSeconds: number | null };

function videoEntries(videoUrl: string, { title, description, publishedAt, thumbnailSeconds, durationSeconds }: VideoFacts) {
  const sources = videoSources(videoUrl);
  if (!sources) return [];
  return [
    {
      title: truncate(title, 100),
      description: truncate(description, 2000),
      thumbnail_loc: sources.stillUrl(thumbnailSeconds),
      content_loc: sources.streamUrl,
      publication_date: publishedAt,
      ...(durationSeconds !== null && durationSeconds >= 1 && { duration: Math.round(durationSeconds) }),
    },
  ];
}

/** Makes the URLs of images and videos absolute; the library completes those of pages. */
function absolute(entry: SitemapItemLoose, publicUrl: string): SitemapItemLoose {
  const absoluteUrl = (url: string) => new URL(url, publicUrl).href;
  const images = (Array.isArray(entry.img) ? entry.img : []).map((image) =>
    typeof image === 'string' ? absoluteUrl(image) : { ...image, url: absoluteUrl(image.url) },
  );
  const videos = (Array.isArray(entry.video) ? entry.video : []).map((video) => ({
    ...video,
    thumbnail_loc: absoluteUrl(video.thumbnail_loc),
    ...(video.content_loc !== undefined && { content_loc: absoluteUrl(video.content_loc) }),
  }));
  return { ...entry, ...(images.length > 0 && { img: images }), ...(videos.length > 0 && { video: videos }) };
}
