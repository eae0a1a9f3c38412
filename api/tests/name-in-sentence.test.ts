import type { DocumentNode } from '@newline/document/document-node';
import { expect, test } from 'vitest';
import { emailSite } from '../src/features/mail/email-site.ts';
import { nameInSentence } from '../src/features/mail/name-in-sentence.ts';
import { renderEmail, renderMail } from '../src/features/mail/render-mail.ts';
import { notificationEmail } from '../src/features/notifications/notification-email.ts';

const site = emailSite('https://newline.example');
const body: DocumentNode = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'שלום' }] }] };
const reply = { kind: 'REPLY', discussionId: 'd', commentId: 'c', body } as const;

test.each([
  ['Ada Author', 'Ada Author'],
  ['  Two\nlines\u2028 ', 'Two lines'],
  ['אורי', '\u2068אורי\u2069'],
  ['أحمد (C++)', '\u2068أحمد (C++)\u2069'],
  // Direction marks in a name, even unclosed ones, don't affect the text around it.
  ['\u202Eevil\u2067', 'evil'],
  ['می\u200Cخواهم', '\u2068می\u200Cخواهم\u2069'],
  ['👩🏽‍💻 Ada', '👩🏽‍💻 Ada'],
])('%j appears in a sentence as %j', (name, expected) => {
  expect(nameInSentence(name)).toBe(expected);
});

test('names and titles in other directions keep the sentences of notification emails in order @DISC-12', () => {
  const email = notificationEmail([{ ...reply, who: 'אורי', about: 'مقدمة' }], {
    ...site,
    rhythm: 'AT_ONCE',
    stopUrl: `${site.publicUrl}/stop`,
  });
  expect(email.subject).toBe('\u2068אורי\u2069 replied in “\u2068مقدمة\u2069”');
  expect(email.lines).toEqual([`${email.subject}.`]);
  expect(email.entries).toEqual([{ text: 'שלום', url: email.action.url }]);
  const many = notificationEmail(
    [1, 2].map(() => ({ ...reply, who: 'אורי', about: 'مقدمة' })),
    { ...site, rhythm: 'AT_ONCE', stopUrl: `${site.publicUrl}/stop` },
  );
  expect(many.subject).toBe('2 new comments in “\u2068مقدمة\u2069”');
  const latin = notificationEmail([{ ...reply, who: 'Ada', about: 'Clip 1' }], {
    ...site,
    rhythm: 'DAILY',
    stopUrl: `${site.publicUrl}/stop`,
  });
  expect(latin.subject).toBe('Ada replied in “Clip 1”');
});

test('so do the names in a team invitation, in its HTML and its text @PAY-01', async () => {
  const mail = await renderMail(
    { kind: 'team-invitation', to: 'a@example.com', inviter: 'אורי', teamName: 'צוות', url: 'https://newline.example/i' },
    site,
  );
  expect(mail.subject).toBe('\u2068אורי\u2069 invites you to newline Pro');
  for (const written of [mail.html, mail.text]) expect(written).toContain('\u2068אורי\u2069 invited you to \u2068צוות\u2069.');
});

test('so do the names in the email of a gift, and a name on several lines is on one @PAY-01', async () => {
  const mail = await renderMail(
    {
      ...({ kind: 'gift', to: 'a@example.com', url: 'https://newline.example/g' } as const),
      ...{ giver: 'אורי', recipientName: 'Robin\nhttps://evil.example', title: 'מבוא', message: 'One\nTwo' },
    },
    site,
  );
  expect(mail.subject).toBe('\u2068אורי\u2069 gives you \u2068מבוא\u2069');
  for (const written of [mail.html, mail.text]) expect(written).toContain('Robin https://evil.example,');
  const unnamed = await renderMail(
    {
      kind: 'gift',
      to: 'a@example.com',
      url: 'https://newline.example/g',
      giver: null,
      recipientName: null,
      title: 'Queues',
      message: null,
    },
    site,
  );
  expect(unnamed.subject).toBe('Someone gives you Queues');
});

test('an email about a user with a right-to-left name is in English: its sentences run left to right, quoted texts in their own direction', async () => {
  const settings = { ...site, rhythm: 'AT_ONCE', stopUrl: `${site.publicUrl}/stop` } as const;
  const one = { ...reply, who: 'אורי', about: 'مقدمة' };
  const single = await renderEmail(notificationEmail([one], settings), site);
  expect(single.html).toMatch(/<p[^>]* dir="ltr"[^>]*>\u2068אורי\u2069 replied/);
  expect(single.html).toMatch(/<p[^>]* dir="auto"[^>]*>שלום/);
  const several = await renderEmail(notificationEmail([one, { ...one, commentId: 'another' }], settings), site);
  expect(several.html).toMatch(/<h2[^>]* dir="ltr"[^>]*>/);
  expect(several.html).not.toMatch(/<h2[^>]* dir="auto"/);
});
