import { site } from '@newline/api/rules/site/site';
import { videoSources } from '../player/video-sources.ts';

const context = 'https://schema.org';

/** Returns the breadcrumbs of a page: names and paths from the home page down to the page itself. */
export function breadcrumbs(publicUrl: string, steps: readonly (readonly [name: string, path: string])[]): object {
  return {
    '@context': context,
    '@type': 'BreadcrumbList',
    itemListElement: [[site.name, '/'] as const, ...steps].map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${publicUrl}${path}`,
    })),
  };
}

type Video = {
  readonly name: string;
  readonly description: string;
  readonly videoUrl: string | null;
  readonly thumbnailSecond: number;
  readonly seconds: number | null;
  /** A timestamp or a date (ISO 8601); null if it isn't published. */
  readonly uploadedAt: string | null;
};

/** Returns structured data for a public video; null when its provider isn't supported. */
export function videoObject(publicUrl: string, video: Video): object | null {
  const sources = videoSources(video.videoUrl);
  if (sources === null) return null;
  return {
    '@context': context,
    '@type': 'VideoObject',
    name: video.name,
    description: video.description,
    thumbnailUrl: new URL(sources.stillUrl(video.thumbnailSecond), publicUrl).href,
    contentUrl: new URL(sources.streamUrl, publicUrl).href,
    ...(video.uploadedAt !== null && {
      uploadDate: video.uploadedAt.length === 10 ? `${video.uploadedAt}T00:00:00Z` : video.uploadedAt,
    }),
    ...(video.seconds !== null && video.seconds >= 1 && { duration: durationOf(video.seconds) }),
  };
}

/** Returns structured data for a page that lists items. */
export function titleList(publicUrl: string, name: string, path: string, titles: readonly { title: string; permalink: string }[]): object {
  return {
    '@context': context,
    '@type': 'CollectionPage',
    name,
    url: `${publicUrl}${path}`,
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: titles.map(({ title, permalink }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: title,
        url: `${publicUrl}${permalink}`,
      })),
    },
  };
}

/** Returns structured data for the site, including the URL of its search. */
export function webSite(publicUrl: string): object {
  return {
    '@context': context,
    '@type': 'WebSite',
    name: site.name,
    description: site.description,
    url: `${publicUrl}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${publicUrl}/search?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
}

/** Formats seconds as an ISO 8601 duration: 'PT1H5M', 'PT12S'. */
export function durationOf(seconds: number): string {
  const total = Math.round(seconds);
  const parts = [
    [Math.floor(total / 3600), 'H'],
    [Math.floor((total % 3600) / 60), 'M'],
    [total % 60, 'S'],
  ] as const;
  const written = parts.map(([amount, unit]) => (amount > 0 ? `${amount}${unit}` : '')).join('');
  return `PT${written || '0S'}`;
}
