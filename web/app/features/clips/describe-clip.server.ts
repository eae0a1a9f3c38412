import type { RouterContextProvider } from 'react-router';
import { site } from '@newline/api/rules/site/site';
import { graphql } from '../../shared/graphql-document.ts';
import { describePage } from '../../shared/head/page-head.server.tsx';
import { shareTextOfSite } from '../../shared/head/site-pages.server.ts';
import { breadcrumbs, videoObject } from '../../shared/head/structured-data.ts';
import type { Clip } from '../../shared/learning-space/clip.ts';
import { runDocument } from '../../shared/run-document.server.ts';

const ClipMetadataDocument = graphql(
  /* GraphQL */ `query clipTold($id: UUID!) { clipById(id: $id) { createdAt course { topic } book { topic } } }`,
);

/** The description of the page without a clip, and of a clip without its own description. */
const clipsDescription = 'Short clips from our courses and books. Watch, like, bookmark and ask questions.';

/** Describes the learning space, or the clip it opens with, in the head of its page. Clips are public. */
export async function describeClip(context: Readonly<RouterContextProvider>, clip: Clip | null, publicUrl: string): Promise<void> {
  const feed = { kind: 'clips', title: `Clips · ${site.name}` };
  if (clip === null) {
    const crumbs = breadcrumbs(publicUrl, [['Clips', '/clips']]);
    describePage(context, {
      path: '/clips',
      title: 'Learning space',
      description: clipsDescription,
      share: shareTextOfSite('/clips'),
      feed,
      data: [crumbs],
    });
    return;
  }
  const { clipById: details } = await runDocument(context, ClipMetadataDocument, { id: clip.id });
  const description = clip.description ?? clipsDescription;
  const path = `/clips/${clip.id}`;
  const video = videoObject(publicUrl, {
    name: clip.title,
    description,
    videoUrl: clip.videoUrl,
    thumbnailSecond: clip.thumbnailSeconds,
    seconds: clip.durationSeconds,
    uploadedAt: details?.createdAt ?? new Date(0).toISOString(),
  });
  describePage(context, {
    path,
    title: clip.title,
    description,
    type: 'video.other',
    share: {
      title: clip.title,
      kind: 'Clip',
      by: [clip.item.title],
      topic: (details?.course ?? details?.book)?.topic.toLowerCase() ?? 'engineering',
    },
    feed,
    hasOembed: true,
    data: [
      ...(video ? [video] : []),
      breadcrumbs(publicUrl, [
        ['Clips', '/clips'],
        [clip.title, path],
      ]),
    ],
  });
}
