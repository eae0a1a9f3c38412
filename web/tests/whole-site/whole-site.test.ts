import { afterAll, beforeAll, describe } from 'vitest';
import { testChanges } from './changes.ts';
import { testFailures } from './failures.ts';
import { testHeads } from './heads.ts';
import { testCachedLists } from './cached-lists.ts';
import { testNginxCache } from './nginx-cache.ts';
import { testPlainForms } from './plain-forms.ts';
import { testPrograms } from './programs.ts';
import { testSentPages } from './sent-pages.ts';
import { testSignedIn } from './signed-in.ts';
import { startWholeSite, type WholeSite } from './start-whole-site.ts';
import { testOwnParts } from './own-parts.ts';
import { testDiscussionCopies } from './discussion-copies.ts';
import { testStudyCopies } from './study-copies.ts';
import { testTaken } from './taken.ts';

// Tests that need the whole site but no browser: what it sends, and how it handles failures. One start for all of them.
let site: WholeSite;
beforeAll(async () => {
  site = await startWholeSite();
});
afterAll(() => site.remove());

describe('sent pages', () => {
  testSentPages(() => site);
});
describe('the head of a page', () => {
  testHeads(() => site);
});
describe('files for programs', () => {
  testPrograms(() => site);
});
describe('submitted data', () => {
  testTaken(() => site);
});
describe('account forms without a script', () => {
  testPlainForms(() => site);
});
describe('lists', () => {
  testCachedLists(() => site);
});
describe('pages of a signed-in user', () => {
  testSignedIn(() => site);
});
describe('what belongs to the reader of a public page', () => {
  testOwnParts(() => site);
});
describe('copies of study pages', () => {
  testStudyCopies(() => site);
  testDiscussionCopies(() => site);
});
describe('a cache in front', () => {
  testNginxCache(() => site);
});
describe('changes', () => {
  testChanges(() => site);
});
describe('a failure', () => {
  testFailures(() => site);
});
