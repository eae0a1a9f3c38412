import { site } from '@newline/api/rules/site/site';
import { videoSources } from '../player/video-sources.ts';

const context = 'https://schema.org';

/** The way from the home page to a page: its name and path, from the top down, the page itself last. */
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
  /** An instant or a day (ISO 8601). */
  readonly uploadedAt: string;
};

/** A video that everybody may see; null for one at no provider that is known here. */
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
    uploadDate: video.uploadedAt.length === 10 ? `${video.uploadedAt}T00:00:00Z` : video.uploadedAt,
    ...(video.seconds !== null && video.seconds >= 1 && { duration: durationOf(video.seconds) }),
  };
}

/** A list of titles on a page of its own. */
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

/** The site, and where it is searched. */
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

/** Seconds as ISO 8601 has them: 'PT1H5M', 'PT12S'. */
export function durationOf(seconds: number): string {
  const whole = Math.round(seconds);
  const parts = [
    [Math.floor(whole / 3600), 'H'],
    [Math.floor((whole % 3600) / 60), 'M'],
    [whole % 60, 'S'],
  ] as const;
  const written = parts.map(([amount, unit]) => (amount > 0 ? `${amount}${unit}` : '')).join('');
  return `PT${written || '0S'}`;
}
