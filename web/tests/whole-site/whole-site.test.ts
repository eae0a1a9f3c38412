import { afterAll, beforeAll, describe } from 'vitest';
import { testChanges } from './changes.ts';
import { testFailures } from './failures.ts';
import { testHeads } from './heads.ts';
import { testCachedLists } from './cached-lists.ts';
import { testPlainForms } from './plain-forms.ts';
import { testPrograms } from './programs.ts';
import { testSentPages } from './sent-pages.ts';
import { testSignedIn } from './signed-in.ts';
import { startWholeSite, type WholeSite } from './start-whole-site.ts';
import { testTaken } from './taken.ts';

// What only the whole site can prove, and needs no browser: what it sends, and what becomes of it when something fails. One start for all.
let site: WholeSite;
beforeAll(async () => {
  site = await startWholeSite();
});
afterAll(() => site.remove());

describe('what is sent', () => {
  testSentPages(() => site);
});
describe('the head of a page', () => {
  testHeads(() => site);
});
describe('what programs are told', () => {
  testPrograms(() => site);
});
describe('what is taken', () => {
  testTaken(() => site);
});
describe('account forms without a script', () => {
  testPlainForms(() => site);
});
describe('lists', () => {
  testCachedLists(() => site);
});
describe('pages of one’s own', () => {
  testSignedIn(() => site);
});
describe('what changes', () => {
  testChanges(() => site);
});
describe('what fails', () => {
  testFailures(() => site);
});
