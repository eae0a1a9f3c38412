import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { CommentSaid } from '../app/shared/discussions/comment-said.tsx';

const comment = {
  id: '0b7b0c55-5c5c-4bd5-a8a5-1c6f1f6f0a01',
  parentId: null,
  deleted: false,
  bodyDelta: '{"type":"doc"}',
  bodyDrawings: null,
  isContributor: false,
  isAdmin: false,
  user: { id: '0b7b0c55-5c5c-4bd5-a8a5-1c6f1f6f0a02', username: 'ada', displayName: 'Ada', profileImageUrl: null },
};

const show = (more: Partial<typeof comment> | { bodyDelta: null } | { user: null }) => {
  const Page = createRoutesStub([
    { path: '/', Component: () => <CommentSaid comment={{ ...comment, ...more }} text={<p>Its words</p>} /> },
  ]);
  return renderToStaticMarkup(<Page />);
};

test('a comment shows its text, unless it was deleted or waits for a moderator @DISC-04', () => {
  expect(show({})).toContain('Its words');
  const deleted = show({ deleted: true });
  expect(deleted).toContain('This comment was deleted.');
  expect(deleted).not.toContain('Its words');
  const hidden = show({ bodyDelta: null });
  expect(hidden).toContain('This comment is waiting for a moderator.');
  expect(hidden).not.toContain('Its words');
});

test('a comment’s author links to their page, if they have one @DISC-04', () => {
  expect(show({})).toContain('href="/@ada"');
  const html = show({ user: { ...comment.user, username: '' } });
  expect(html).toContain('Ada');
  expect(html).not.toContain('href');
  expect(show({ user: null })).toContain('Deleted user');
});
