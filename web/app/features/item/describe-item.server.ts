import type { RouterContextProvider } from 'react-router';
import { site } from '@newline/api/rules/site/site';
import { describePage } from '../../shared/head/page-head.server.tsx';
import { breadcrumbs, videoObject } from '../../shared/head/structured-data.ts';
import { itemData } from './item-data.server.ts';
import type { ItemFacts } from './item-facts.ts';

/** Describes a course or book in the head of its page, using only public data. */
export function describeItem(context: Readonly<RouterContextProvider>, item: ItemFacts, publicUrl: string): void {
  const description = item.lead ?? item.descriptionParagraphs[0] ?? site.description;
  const isBook = item.kind === 'book';
  const authors = item.authors.map(({ displayName }) => displayName);
  const video = videoObject(publicUrl, {
    name: item.title,
    description,
    videoUrl: item.heroVideoUrl,
    thumbnailSecond: 1,
    seconds: null,
    uploadedAt: item.revisedAt,
  });
  describePage(context, {
    path: item.permalink,
    title: item.title,
    description,
    type: isBook ? 'book' : 'website',
    authors,
    share: item.hiddenAs === null ? { title: item.title, kind: isBook ? 'Book' : 'Course', by: authors, topic: item.topic } : null,
    feed: isBook ? { kind: 'books', title: `Books · ${site.name}` } : { kind: 'courses', title: `Courses · ${site.name}` },
    hasOembed: item.hiddenAs === null,
    data: [
      itemData(item, publicUrl),
      breadcrumbs(publicUrl, [
        [isBook ? 'Books' : 'Courses', isBook ? '/books' : '/courses'],
        [item.title, item.permalink],
      ]),
      ...(video ? [video] : []),
    ],
  });
}
