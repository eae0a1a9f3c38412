import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

test('email addresses are in the types of administration, but in no filter or order @ADMIN-01', async () => {
  const schema = await readFile(new URL('../../schema.graphql', import.meta.url), 'utf8');
  const holders = [...schema.matchAll(/^(type|input|interface) (\w+)[^{]*\{([\s\S]*?)^\}/gm)]
    .filter(([, , , fields]) => /^ {2}(?:email|address)\b/m.test(fields ?? ''))
    .map(([, kind, name]) => `${kind} ${name}`);
  expect(holders.toSorted()).toEqual([
    'input ResendGiftInput',
    'input SubscribeToNewsletterInput',
    'type InvitationView',
    'type Job',
    'type NewsletterAddress',
    'type PersonAccount',
    'type PersonEntry',
    'type SentMail',
    'type TeamInvitation',
  ]);
  expect(schema).not.toMatch(/^ {2}(?:EMAIL|ADDRESS)\w*/m);
});
