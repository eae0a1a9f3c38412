import { typed } from '../../shared/graphql-document.ts';
import type { Clip, ClipTotals } from '../../shared/learning-space/clip.ts';

/** Page of clips, newest first (A §7). offset is the number already loaded; userId is null or the caller's own id. */
export const ClipsDocument = typed<ClipsResult, { first: number; offset: number; userId: string | null }>(/* GraphQL */ `
  query clips($first: Int = 30, $offset: Int = 0, $userId: UUID) {
    clips(first: $first, offset: $offset, userId: $userId) {
      nodes {
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
          nodes {
            id
            enabled
          }
        }
        shares {
          totalCount
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
        discussions(first: 1, orderBy: [CREATED_AT_DESC]) {
          nodes {
            id
          }
        }
      }
      pageInfo {
        hasNextPage
      }
    }
  }
`);

/** One clip by its id, for `/clips/{id}` and for a clip that is not in the loaded pages. */
export const ClipDocument = typed<{ clipById: ClipNode | null }, { id: string }>(/* GraphQL */ `
  query clip($id: UUID!) {
    clipById(id: $id) {
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
        nodes {
          id
          enabled
        }
      }
      shares {
        totalCount
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
      discussions(first: 1, orderBy: [CREATED_AT_DESC]) {
        nodes {
          id
        }
      }
    }
  }
`);

/** How many clips of each mode there are. */
export const ClipTotalsDocument = typed<{ clipTotals: ClipTotals }>(/* GraphQL */ `
  query clipTotals {
    clipTotals {
      shorts
      full
    }
  }
`);

/** The first comments under a clip. */
export const ClipCommentsDocument = typed<ClipCommentsResult, { id: string }>(/* GraphQL */ `
  query clipComments($id: UUID!) {
    clipById(id: $id) {
      id
      discussions(first: 1, orderBy: [CREATED_AT_DESC]) {
        nodes {
          id
          timecodeStart
          comments(first: 3, orderBy: [CREATED_AT_ASC]) {
            nodes {
              id
              parentId
              deleted
              bodyDelta
              bodyDrawings
              isContributor
              isAdmin
              user {
                id
                username
                displayName
                profileImageUrl
              }
            }
          }
        }
      }
    }
  }
`);

export const ToggleLikeDocument = typed<ToggleResult<'toggleLike', 'like'>, ToggleVariables>(/* GraphQL */ `
  mutation toggleLike($clipId: UUID!, $userId: UUID) {
    toggleLike(input: { clipId: $clipId, userId: $userId }) {
      like {
        id
        enabled
      }
    }
  }
`);

export const ToggleShareDocument = typed<ToggleResult<'toggleShare', 'share'>, ToggleVariables>(/* GraphQL */ `
  mutation toggleShare($clipId: UUID!, $userId: UUID) {
    toggleShare(input: { clipId: $clipId, userId: $userId }) {
      share {
        id
        enabled
      }
    }
  }
`);

export const ToggleBookmarkDocument = typed<ToggleResult<'toggleBookmark', 'bookmark'>, ToggleVariables>(/* GraphQL */ `
  mutation toggleBookmark($clipId: UUID!, $userId: UUID) {
    toggleBookmark(input: { clipId: $clipId, userId: $userId }) {
      bookmark {
        id
        enabled
      }
    }
  }
`);

export const SaveClipPositionDocument = typed<
  { saveClipPosition: { clipView: { positionSeconds: number } | null } | null },
  { clipId: string; positionSeconds: number }
>(/* GraphQL */ `
  mutation saveClipPosition($clipId: UUID!, $positionSeconds: Int!) {
    saveClipPosition(input: { clipId: $clipId, positionSeconds: $positionSeconds }) {
      clipView {
        positionSeconds
      }
    }
  }
`);

/** A clip as the API answers it. */
export type ClipNode = {
  id: string;
  isShort: boolean;
  title: string;
  description: string | null;
  videoUrl: string | null;
  thumbnailSeconds: number;
  durationSeconds: number | null;
  commentsCount: number;
  course: { title: string; permalink: string } | null;
  book: { title: string; permalink: string } | null;
  likes: { totalCount: number; nodes: { id: string; enabled: boolean }[] };
  shares: { totalCount: number; nodes: { id: string; enabled: boolean }[] };
  bookmarks: { nodes: { id: string; enabled: boolean }[] };
  views: { nodes: { positionSeconds: number }[] };
  discussions: { nodes: { id: string }[] };
};

/** What a toggle takes: userId is null or the caller's own id. */
export type ToggleVariables = { clipId: string; userId: string | null };

/** What a toggle answers: the row, with its id. */
export type ToggleResult<TField extends string, TRow extends string> = Record<
  TField,
  Record<TRow, { id: string; enabled: boolean } | null> | null
>;

/** A comment in the short list under a clip. */
export type ClipComment = {
  id: string;
  parentId: string | null;
  deleted: boolean;
  bodyDelta: string | null;
  bodyDrawings: string | null;
  isContributor: boolean;
  isAdmin: boolean;
  user: { id: string; username: string; displayName: string; profileImageUrl: string | null } | null;
};

/** What `clipComments` answers. */
export type ClipCommentsResult = {
  clipById: { discussions: { nodes: { id: string; timecodeStart: number | null; comments: { nodes: ClipComment[] } }[] } } | null;
};

/** What `clips` answers. */
export type ClipsResult = { clips: { nodes: ClipNode[]; pageInfo: { hasNextPage: boolean } } | null };

/** A page of clips in the form the learning space shows. */
export type ClipPage = { clips: Clip[]; hasMore: boolean };

/** Translates the API's clip into the learning space's; null for one without a video or an item. */
export function clipOf(node: ClipNode): Clip | null {
  const item = node.course ?? node.book;
  if (node.videoUrl === null || item === null) return null;
  return {
    id: node.id,
    title: node.title,
    description: node.description,
    isShort: node.isShort,
    videoUrl: node.videoUrl,
    thumbnailSeconds: node.thumbnailSeconds,
    durationSeconds: node.durationSeconds,
    item: { title: item.title, permalink: item.permalink },
    likes: { count: node.likes.totalCount, isOn: node.likes.nodes.some((row) => row.enabled) },
    shares: { count: node.shares.totalCount, isOn: node.shares.nodes.some((row) => row.enabled) },
    isBookmarked: node.bookmarks.nodes.some((row) => row.enabled),
    commentsCount: node.commentsCount,
    discussionId: node.discussions.nodes[0]?.id ?? null,
    positionSeconds: node.views.nodes[0]?.positionSeconds ?? null,
  };
}

/** Translates a page of clips. */
export function clipPageOf(result: ClipsResult): ClipPage {
  const nodes = result.clips?.nodes ?? [];
  return { clips: nodes.map(clipOf).filter((clip) => clip !== null), hasMore: result.clips?.pageInfo.hasNextPage ?? false };
}
