import { home } from '../../../../home.config.ts';
import type { ShareText } from './share-text.ts';

const pages = {
  '/': { title: home.headline.join(' '), topic: 'engineering' },
  '/courses': { title: 'Courses', topic: 'frontend' },
  '/books': { title: 'Books', topic: 'ai' },
  '/articles': { title: 'Articles', topic: 'concepts' },
  '/paths': { title: 'Learning paths', topic: 'basics' },
  '/explore-catalog': { title: 'Explore the catalog', topic: 'concepts' },
  '/clips': { title: 'Learning space', topic: 'languages' },
  '/pricing': { title: 'Pricing', topic: 'backend' },
  '/write-with-us': { title: 'Write with us', topic: 'design' },
} as const;

/** The path of a page that isn't an item. */
export type SitePath = keyof typeof pages;

/** True for the path of such a page. */
export function isSitePath(path: string): path is SitePath {
  return Object.hasOwn(pages, path);
}

/** Returns the text of a page's link preview image. */
export function shareTextOfSite(path: SitePath): ShareText {
  return { ...pages[path], kind: null, by: [] };
}
