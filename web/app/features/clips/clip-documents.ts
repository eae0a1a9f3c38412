import type { ClipListQuery, ClipsQuery, ClipStatesQuery, OwnClipFragment, PublicClipFragment } from '../../../.documents/graphql.ts';
import { graphql } from '../../shared/graphql-document.ts';
import type { Clip } from '../../shared/learning-space/clip.ts';

/** A clip as everybody sees it. */
graphql(/* GraphQL */ `
  fragment PublicClip on Clip {
    id
    isShort
    title
    description
    videoUrl
    thumbnailSeconds
    durationSeconds
    commentsCount
    course {
      id
      title
      permalink
    }
    book {
      id
      title
      permalink
    }
    likes {
      totalCount
    }
    shares {
      totalCount
    }
    discussions(first: 1, orderBy: [CREATED_AT_DESC]) {
      nodes {
        id
      }
    }
  }
`);

/** A clip with what the reader did of it. */
graphql(/* GraphQL */ `
  fragment OwnClip on Clip {
    ...PublicClip
    likes {
      nodes {
        id
        enabled
      }
    }
    shares {
      nodes {
        id
        enabled
      }
    }
    bookmarks {
      nodes {
        id
        enabled
      }
    }
    views {
      nodes {
        positionSeconds
      }
    }
  }
`);

/** Page of clips, newest first (A §7), the same for everybody. offset is the number already loaded. */
export const ClipListDocument = graphql(/* GraphQL */ `
  query clipList($first: Int!, $offset: Int!) @public(tags: ["clips", "courses", "books"]) {
    clips(first: $first, offset: $offset) {
      nodes {
        ...PublicClip
      }
      pageInfo {
        hasNextPage
      }
    }
  }
`);

/** The same with what the reader did of them, as it is now. userId is null or the caller's own id. */
export const ClipsDocument = graphql(/* GraphQL */ `
  query clips($first: Int = 30, $offset: Int = 0, $userId: UUID) {
    clips(first: $first, offset: $offset, userId: $userId) {
      nodes {
        ...OwnClip
      }
      pageInfo {
        hasNextPage
      }
    }
  }
`);

/** What the reader did of these clips. */
export const ClipStatesDocument = graphql(/* GraphQL */ `
  query clipStates($clipIds: [UUID!]!) {
    clipStatesList(clipIds: $clipIds) {
      clipId
      likesCount
      sharesCount
      commentsCount
      isLiked
      isShared
      isBookmarked
      positionSeconds
      discussionId
    }
  }
`);

/** One clip by its id, for `/clips/{id}` and for a clip that is not in the loaded pages. */
export const ClipDocument = graphql(/* GraphQL */ `
  query clip($id: UUID!) {
    clipById(id: $id) {
      ...OwnClip
    }
  }
`);

/** How many clips of each mode there are. */
export const ClipTotalsDocument = graphql(/* GraphQL */ `
  query clipTotals {
    clipTotals {
      shorts
      full
    }
  }
`);

/** The first comments under a clip. */
export const ClipCommentsDocument = graphql(/* GraphQL */ `
  query clipComments($id: UUID!) {
    clipById(id: $id) {
      id
      discussions(first: 1, orderBy: [CREATED_AT_DESC]) {
        nodes {
          id
          timecodeStart
          comments(first: 3, orderBy: [CREATED_AT_ASC]) {
            nodes {
              ...CommentSaid
            }
          }
        }
      }
    }
  }
`);

export const ToggleLikeDocument = graphql(/* GraphQL */ `
  mutation toggleLike($clipId: UUID!, $userId: UUID, $enabled: Boolean) {
    toggleLike(input: { clipId: $clipId, userId: $userId, enabled: $enabled }) {
      like {
        id
        enabled
      }
    }
  }
`);

export const ToggleShareDocument = graphql(/* GraphQL */ `
  mutation toggleShare($clipId: UUID!, $userId: UUID, $enabled: Boolean) {
    toggleShare(input: { clipId: $clipId, userId: $userId, enabled: $enabled }) {
      share {
        id
        enabled
      }
    }
  }
`);

export const ToggleBookmarkDocument = graphql(/* GraphQL */ `
  mutation toggleBookmark($clipId: UUID!, $userId: UUID, $enabled: Boolean) {
    toggleBookmark(input: { clipId: $clipId, userId: $userId, enabled: $enabled }) {
      bookmark {
        id
        enabled
      }
    }
  }
`);

export const SaveClipPositionDocument = graphql(/* GraphQL */ `
  mutation saveClipPosition($clipId: UUID!, $positionSeconds: Int!) {
    saveClipPosition(input: { clipId: $clipId, positionSeconds: $positionSeconds }) {
      clipView {
        positionSeconds
      }
    }
  }
`);

/** What a toggle takes: the state that is wanted; userId is null or the caller's own id. */
export type ToggleVariables = { clipId: string; userId: string | null; enabled: boolean };

/** A page of clips in the form the learning space shows. */
export type ClipPage = { clips: Clip[]; hasMore: boolean };

/** Translates the API's clip into the learning space's; null for one without a video or an item. */
export function clipOf(node: PublicClipFragment | OwnClipFragment): Clip | null {
  const item = node.course ?? node.book;
  if (node.videoUrl === null || item === null) return null;
  const own = 'views' in node ? node : null;
  return {
    id: node.id,
    title: node.title,
    description: node.description,
    isShort: node.isShort,
    videoUrl: node.videoUrl,
    thumbnailSeconds: node.thumbnailSeconds,
    durationSeconds: node.durationSeconds,
    item: { title: item.title, permalink: item.permalink },
    likes: { count: node.likes.totalCount, isOn: own?.likes.nodes.some((row) => row.enabled) ?? false },
    shares: { count: node.shares.totalCount, isOn: own?.shares.nodes.some((row) => row.enabled) ?? false },
    isBookmarked: own?.bookmarks.nodes.some((row) => row.enabled) ?? false,
    commentsCount: node.commentsCount,
    discussionId: node.discussions.nodes[0]?.id ?? null,
    positionSeconds: own?.views.nodes[0]?.positionSeconds ?? null,
  };
}

/** Translates a page of clips. */
export function clipPageOf({ clips: { nodes, pageInfo } }: ClipListQuery | ClipsQuery): ClipPage {
  return { clips: nodes.map(clipOf).filter((clip) => clip !== null), hasMore: pageInfo.hasNextPage };
}

/** The clips with what the reader did of them, where that is told. */
export function withStates(clips: readonly Clip[], { clipStatesList: states }: ClipStatesQuery): Clip[] {
  const byId = new Map(states.map((state) => [state.clipId, state]));
  return clips.map((clip) => {
    const state = byId.get(clip.id);
    if (!state) return clip;
    return {
      ...clip,
      likes: { count: state.likesCount, isOn: state.isLiked },
      shares: { count: state.sharesCount, isOn: state.isShared },
      isBookmarked: state.isBookmarked,
      commentsCount: state.commentsCount,
      positionSeconds: state.positionSeconds,
      discussionId: state.discussionId,
    };
  });
}
