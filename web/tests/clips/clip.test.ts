import { describe, expect, test } from 'vitest';
import { type Clip, chunkIntoRows, isActionOn, startMode, withAction } from '../../app/shared/learning-space/clip.ts';
import type { OwnClipFragment } from '../../.documents/graphql.ts';
import { clipOf, clipPageOf } from '../../app/features/clips/clip-documents.ts';
import { createClipDraw } from '../../app/shared/learning-space/next-clip.ts';

/** Creates a clip with an ID and default values. */
function clip(id: string, changes: Partial<Clip> = {}): Clip {
  return {
    id,
    title: `Clip ${id}`,
    description: null,
    isShort: true,
    videoUrl: 'local:effect-2x7k',
    thumbnailSeconds: 1,
    durationSeconds: 10,
    item: { title: 'A course', permalink: '/courses/a-course' },
    likes: { count: 540, isOn: false },
    shares: { count: 32, isOn: false },
    isBookmarked: false,
    commentsCount: 0,
    discussionId: null,
    positionSeconds: null,
    ...changes,
  };
}

const node: OwnClipFragment = {
  id: 'a',
  isShort: false,
  title: 'One index, two queries',
  description: 'About an index.',
  videoUrl: 'local:index-9q2m',
  thumbnailSeconds: 3.5,
  durationSeconds: 62,
  commentsCount: 4,
  course: null,
  book: { id: 'i', title: 'Postgres, Slowly', permalink: '/books/postgres-slowly' },
  likes: { totalCount: 12, nodes: [{ id: 'l', enabled: true }] },
  shares: { totalCount: 3, nodes: [{ id: 's', enabled: false }] },
  bookmarks: { nodes: [] },
  views: { nodes: [{ positionSeconds: 27 }] },
  discussions: { nodes: [{ id: 'd' }] },
};

describe('the mode of the learning space', () => {
  test('starts with the mode that has more clips in all, SHORTS in a tie @CLIP-03', () => {
    expect(startMode({ shorts: 60, full: 30 })).toBe('SHORTS');
    expect(startMode({ shorts: 3, full: 4 })).toBe('FULL');
    expect(startMode({ shorts: 4, full: 4 })).toBe('SHORTS');
    expect(startMode({ shorts: 0, full: 0 })).toBe('SHORTS');
  });

  test('chunks the grid into three columns @CLIP-02', () => {
    expect(chunkIntoRows([1, 2, 3, 4, 5, 6, 7])).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
    expect(chunkIntoRows([])).toEqual([]);
  });
});

describe('Next Video', () => {
  test('never returns the current clip and returns every other one within 300 clicks @CLIP-04', () => {
    const clips = Array.from({ length: 60 }, (_, index) => clip(String(index)));
    const draw = createClipDraw();
    const seenIds = new Set<string>();
    let current = clips[0]?.id;
    for (let press = 0; press < 300; press++) {
      const next = draw.next(clips, current);
      expect(next?.id).not.toBe(current);
      current = next?.id;
      if (current !== undefined) seenIds.add(current);
    }
    expect(seenIds.size).toBe(60);
  });

  test('repeats none before every other clip has been shown @CLIP-04', () => {
    const clips = Array.from({ length: 60 }, (_, index) => clip(String(index)));
    const draw = createClipDraw();
    const seen = ['0'];
    for (let press = 0; press < 59; press++) seen.push(draw.next(clips, seen.at(-1))?.id ?? '');
    expect(new Set(seen).size).toBe(60);
    expect(draw.left(clips, seen.at(-1))).toBe(0);
  });

  test('is random: two visits differ @CLIP-04', () => {
    const clips = Array.from({ length: 60 }, (_, index) => clip(String(index)));
    const orderOf = () => {
      const draw = createClipDraw();
      return Array.from({ length: 30 }, () => draw.next(clips, '0')?.id).join(' ');
    };
    expect(orderOf()).not.toBe(orderOf());
  });

  test('returns nothing if there is one clip @CLIP-04', () => {
    expect(createClipDraw().next([clip('a')], 'a')).toBeNull();
    expect(createClipDraw().next([], undefined)).toBeNull();
  });

  test('alternates between two clips', () => {
    const draw = createClipDraw();
    const clips = [clip('a'), clip('b')];
    expect([draw.next(clips, 'a')?.id, draw.next(clips, 'b')?.id, draw.next(clips, 'a')?.id]).toEqual(['b', 'a', 'b']);
  });
});

describe('a toggle', () => {
  test('shows the new state and count immediately, and back @CLIP-05', () => {
    const liked = withAction(clip('a'), 'like', true);
    expect(liked.likes).toEqual({ count: 541, isOn: true });
    expect(withAction(liked, 'like', false).likes).toEqual({ count: 540, isOn: false });
    expect(withAction(clip('a'), 'share', true).shares).toEqual({ count: 33, isOn: true });
    expect(withAction(clip('a'), 'bookmark', true).isBookmarked).toBe(true);
  });

  test.each(['like', 'share', 'bookmark'] as const)('sets a %s to the requested state, once @CLIP-05', (action) => {
    const on = withAction(clip('a'), action, true);
    expect(isActionOn(on, action)).toBe(true);
    expect(withAction(on, action, true)).toBe(on);
    expect(withAction(clip('a'), action, false)).toEqual(clip('a'));
  });

  test('never counts below zero', () => {
    expect(withAction(clip('a', { likes: { count: 0, isOn: true } }), 'like', false).likes.count).toBe(0);
  });
});

describe('a clip from the API', () => {
  test('has its counts, the user’s own state and its links @CLIP-01', () => {
    expect(clipOf(node)).toMatchObject({
      isShort: false,
      thumbnailSeconds: 3.5,
      item: { title: 'Postgres, Slowly', permalink: '/books/postgres-slowly' },
      likes: { count: 12, isOn: true },
      shares: { count: 3, isOn: false },
      isBookmarked: false,
      discussionId: 'd',
      positionSeconds: 27,
    });
  });

  test('is left out without a video or without an item', () => {
    expect(clipOf({ ...node, videoUrl: null })).toBeNull();
    expect(clipOf({ ...node, book: null })).toBeNull();
    const page = { clips: { nodes: [{ ...node, videoUrl: null }], pageInfo: { hasNextPage: true } } };
    expect(clipPageOf(page)).toEqual({ clips: [], hasMore: true });
  });
});
