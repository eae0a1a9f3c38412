import { site } from '@newline/api/rules/site/site';
import { truncate } from '@newline/document/truncate';
import type { RouterContextProvider } from 'react-router';
import { Readable } from 'node:stream';
import { type IndexItem, SitemapIndexStream, type SitemapItemLoose, SitemapStream, streamToPromise } from 'sitemap';
import { videoSources } from '../../shared/player/video-sources.ts';
import type { ListedItem } from './feed-documents.ts';
import { expectValue } from '../../shared/graphql-document.ts';
import { loadListed, loadOwnersPages } from './load-listed.server.ts';

type Context = Readonly<RouterContextProvider>;

/** The files of the sitemap and their content. They only contain pages that visitors find in lists. */
const parts = {
  pages: async (context: Context) => [
    ...[
      '/',
      '/courses',
      '/books',
      '/articles',
      '/explore-catalog',
      '/clips',
      ...(site.isSelling ? ['/pricing'] : []),
      '/write-with-us',
    ].map((url): SitemapItemLoose => ({ url })),
    ...(await loadOwnersPages(context)).map(({ permalink, publishedAt }): SitemapItemLoose => ({ url: permalink, lastmod: publishedAt })),
  ],
  courses: async (context: Context) => (await loadListed.courses(context, { withLessons: true })).flatMap(itemEntries),
  books: async (context: Context) => (await loadListed.books(context, { withLessons: true })).flatMap(itemEntries),
  articles: async (context: Context) =>
    (await loadListed.articles(context))
      // An article first published elsewhere has a canonical URL there, so this copy isn't listed.
      .filter(({ canonicalUrl }) => canonicalUrl === null)
      .map(
        ({ permalink, title, updatedAt, mainImageUrl }): SitemapItemLoose => ({
          url: permalink,
          lastmod: updatedAt,
          ...(mainImageUrl !== null && { img: [{ url: mainImageUrl, title }] }),
        }),
      ),
  clips: async (context: Context) =>
    (await loadListed.clips(context)).map(
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
  people: async (context: Context) => {
    const options = { withAuthors: true };
    const titles = [
      ...(await loadListed.courses(context, options)),
      ...(await loadListed.books(context, options)),
      ...(await loadListed.articles(context, options)),
    ];
    const names = titles.flatMap(({ contributions }) => (contributions?.nodes ?? []).flatMap(({ user }) => (user ? [user.username] : [])));
    return [...new Set(names)].map((name): SitemapItemLoose => ({ url: `/@${name}` }));
  },
};

/** The name of a file of the sitemap. */
export type SitemapPart = keyof typeof parts;

/** True for the name of a sitemap file. */
export function isSitemapPart(name: string): name is SitemapPart {
  return Object.hasOwn(parts, name);
}

/** Renders the index of the sitemap: one file per kind of page. */
export async function sitemapIndex(publicUrl: string): Promise<string> {
  const entries = Object.keys(parts).map((name): IndexItem => ({ url: `${publicUrl}/sitemaps/${name}.xml` }));
  return (await streamToPromise(Readable.from(entries).pipe(new SitemapIndexStream()))).toString();
}

const emptySitemap = '<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>';

/** Renders one file of the sitemap, with the images and videos of its pages. */
export async function sitemapPart(context: Context, name: SitemapPart, publicUrl: string): Promise<string> {
  const entries = (await parts[name](context)).map((entry) => absolute(entry, publicUrl));
  // The library refuses to write a file without pages, which a new site has.
  if (entries.length === 0) return emptySitemap;
  return (await streamToPromise(Readable.from(entries).pipe(new SitemapStream({ hostname: publicUrl })))).toString();
}

function itemEntries(item: ListedItem): SitemapItemLoose[] {
  const { permalink, title, updatedAt, posterImageUrl, heroVideoUrl, summary, description, publishedAt, createdAt, lessons } = item;
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
    ...(lessons?.nodes ?? []).flatMap(({ lesson }) => (lesson ? [{ url: lesson.permalink, lastmod: lesson.updatedAt }] : [])),
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
