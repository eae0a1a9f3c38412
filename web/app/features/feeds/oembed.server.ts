import { isId } from '@newline/api/rules/is-id';
import type { RouterContextProvider } from 'react-router';
import { site } from '../../../../site.config.ts';
import { graphql } from '../../shared/graphql-document.ts';
import { videoSources } from '../../shared/player/video-sources.ts';
import { runDocument } from '../../shared/run-document.server.ts';

/** What other sites show for a link to one of ours (https://oembed.com, version 1.0, type link). */
export type OembedAnswer = {
  version: '1.0';
  type: 'link';
  title: string;
  author_name?: string;
  author_url?: string;
  provider_name: string;
  provider_url: string;
  cache_age: number;
  thumbnail_url?: string;
  thumbnail_width?: number;
  thumbnail_height?: number;
};

const PathDocument = graphql(/* GraphQL */ `query oembedPath($path: String!) {
  permalinkByPath(path: $path) {
    course { title fullCoverImageUrl coverImageUrl contributions(first: 1) { nodes { user { displayName username } } } }
    book { title fullCoverImageUrl coverImageUrl contributions(first: 1) { nodes { user { displayName username } } } }
    article { title mainImageUrl contributions(first: 1) { nodes { user { displayName username } } } }
  }
}`);

const ClipDocument = graphql(/* GraphQL */ `query oembedClip($id: UUID!) { clipById(id: $id) { title videoUrl thumbnailSeconds } }`);

const clipPath = /^\/clips\/([^/]+)$/u;

/** What is said of an address of this site; null when there is no such course, book, article or clip for who asks. */
export async function oembedFor(
  context: Readonly<RouterContextProvider>,
  address: string,
  publicUrl: string,
): Promise<OembedAnswer | null> {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.origin !== publicUrl) return null;
  const clipId = clipPath.exec(url.pathname)?.[1];
  if (clipId !== undefined && isId(clipId)) {
    const { clipById } = await runDocument(context, ClipDocument, { id: clipId });
    if (!clipById) return null;
    const still = videoSources(clipById.videoUrl)?.stillUrl(clipById.thumbnailSeconds) ?? null;
    return answer({ title: clipById.title, publicUrl, image: still === null ? null : { url: still, width: 640, height: 360 } });
  }
  const { permalinkByPath } = await runDocument(context, PathDocument, { path: url.pathname });
  const { course = null, book = null, article = null } = permalinkByPath ?? {};
  const item = course ?? book;
  const title = item ?? article;
  if (!title) return null;
  const cover = item ? (item.coverImageUrl ?? item.fullCoverImageUrl) : null;
  const author = title.contributions.nodes[0]?.user ?? null;
  return answer({
    title: title.title,
    publicUrl,
    author,
    image: cover === null ? null : { url: cover, width: 295, height: 165 },
  });
}

type Said = {
  title: string;
  publicUrl: string;
  author?: { displayName: string; username: string } | null;
  image: { url: string; width: number; height: number } | null;
};

function answer({ title, publicUrl, author = null, image }: Said): OembedAnswer {
  return {
    version: '1.0',
    type: 'link',
    title,
    ...(author && { author_name: author.displayName, author_url: `${publicUrl}/@${author.username}` }),
    provider_name: site.name,
    provider_url: publicUrl,
    cache_age: 3600,
    ...(image && {
      thumbnail_url: new URL(image.url, publicUrl).href,
      thumbnail_width: image.width,
      thumbnail_height: image.height,
    }),
  };
}
