import type { ClipListQuery, ClipsQuery, ClipStatesQuery, OwnClipFragment, PublicClipFragment } from '../../../.documents/graphql.ts';
import { graphql } from '../../shared/graphql-document.ts';
import type { Clip } from '../../shared/learning-space/clip.ts';

/** The public fields of a clip. */
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

/** A clip with the reader's own state. */
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

/** A page of clips, newest first (A §7), the same for everyone. offset is the number already loaded. */
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

/** The same with the reader's current state. userId is null or the caller's own ID. */
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

/** The reader's state of these clips. */
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

/** One clip by its ID, for `/clips/{id}` and for clips outside the loaded pages. */
export const ClipDocument = graphql(/* GraphQL */ `
  query clip($id: UUID!) {
    clipById(id: $id) {
      ...OwnClip
    }
  }
`);

/** The number of clips in each mode. */
export const ClipTotalsDocument = graphql(/* GraphQL */ `
  query clipTotals {
    clipTotals {
      shorts
      full
    }
  }
`);

/** The first comments of a clip. */
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

/** The variables of a toggle: `enabled` is the new state; userId is null or the caller's own ID. */
export type ToggleVariables = { clipId: string; userId: string | null; enabled: boolean };

/** A page of clips for the learning space. */
export type ClipPage = { clips: Clip[]; hasMore: boolean };

/** Converts a clip from the API for the learning space; null without a video or an item. */
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

/** Converts a page of clips. */
export function clipPageOf({ clips: { nodes, pageInfo } }: ClipListQuery | ClipsQuery): ClipPage {
  return { clips: nodes.map(clipOf).filter((clip) => clip !== null), hasMore: pageInfo.hasNextPage };
}

/** Adds the reader's state to the clips that have one. */
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
