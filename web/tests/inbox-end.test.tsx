import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { InboxEnd } from '../app/features/inbox/inbox-end.tsx';
import { inboxVariables, readInboxRequest } from '../app/features/inbox/read-inbox-request.ts';

const title = 'course:01234567-89ab-7def-8123-456789abcdef';

test('the last page of a full inbox says where older discussions are @STUDIO-01', () => {
  const end = (total: number, query = '') =>
    renderToStaticMarkup(<InboxEnd total={total} request={readInboxRequest(new URLSearchParams(query))} />).replaceAll(/<[^>]+>/g, '');
  expect(end(999)).toBe('');
  const rule = 'The inbox ends after 1,000 discussions.';
  expect(end(1000)).toBe(`${rule} To find older ones, choose a title or a status at the top of this page.`);
  expect(end(1000, `item=${title}`)).toBe(`${rule} To find older ones, choose a status at the top of this page.`);
  expect(end(1000, 'state=open')).toBe(`${rule} To find older ones, choose a title at the top of this page.`);
  expect(end(1000, `item=${title}&state=open`)).toBe(`${rule} Older ones are on the pages of the title.`);
});

test('only later pages of the inbox request how many discussions there are @STUDIO-01', () => {
  expect(inboxVariables(readInboxRequest(new URLSearchParams()))).toMatchObject({ after: null, isLater: false });
  expect(inboxVariables(readInboxRequest(new URLSearchParams('after=x')))).toMatchObject({ after: 'x', isLater: true });
});
