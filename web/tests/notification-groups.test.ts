import { expect, test } from 'vitest';
import { groupNotifications, type ReadNotification } from '../app/features/notifications/notification-groups.ts';

const actorOf = (username: string) => ({ username, displayName: username.toUpperCase(), profileImageUrl: null });

function notification(id: string, more: Partial<ReadNotification> & { thread?: string; by?: string } = {}): ReadNotification {
  const { thread = 't', by = 'ada', ...rest } = more;
  return {
    id,
    kind: 'REPLY',
    createdAt: `2026-01-0${id}T00:00:00Z`,
    readAt: null,
    actor: actorOf(by),
    comment: { id: `c${id}`, bodyDelta: null },
    discussion: { id: thread, clip: null, lesson: { title: 'Waves' }, article: null },
    words: `words ${id}`,
    ...rest,
  };
}

test('replies in one discussion are one line with the newest words, which leads to the first unread one', () => {
  const [line, ...others] = groupNotifications([
    notification('5', { by: 'ada' }),
    notification('4', { by: 'bob' }),
    notification('3', { by: 'ada', readAt: '2026-01-04T00:00:00Z' }),
  ]);
  expect(others).toEqual([]);
  expect(line).toMatchObject({ id: '5', count: 3, words: 'words 5', path: '/discussions/t#c4', unreadIds: ['5', '4'], title: 'Waves' });
  expect(line?.actors.map((actor) => actor?.username)).toEqual(['ada', 'bob']);
});

test('other discussions, other kinds, and what belongs to no discussion stay apart; lines keep the order of their newest', () => {
  const lines = groupNotifications([
    notification('9', { thread: 'a' }),
    notification('8', { thread: 'b' }),
    notification('7', { thread: 'a' }),
    notification('6', { thread: 'a', kind: 'MENTION' }),
    notification('5', { discussion: null }),
    notification('4', { discussion: null, actor: null, readAt: '2026-01-05T00:00:00Z' }),
  ]);
  expect(lines.map(({ id, count }) => [id, count])).toEqual([
    ['9', 2],
    ['8', 1],
    ['6', 1],
    ['5', 1],
    ['4', 1],
  ]);
  expect(lines.at(-1)).toMatchObject({ path: '/notifications', unreadIds: [] });
});
