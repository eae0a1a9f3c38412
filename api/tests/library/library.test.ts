import { demoPeople } from '@newline/db/demo/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../people.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ demo: true });
});
afterAll(() => api.stop());

const library = /* GraphQL */ `
  query library($search: String, $statuses: [LibraryStatus], $kinds: [LibraryKind], $technologies: [String]) {
    streak
    library(sort: TITLE_ASC, search: $search, statuses: $statuses, kinds: $kinds, technologies: $technologies) {
      items { id isBook title permalink topic technologies instructors status lessonStates continuePath continueNumber continueSeconds enrolledAt accessedAt }
      filters { filterGroup value label icon count }
      matchesCount itemsCount completedCount isNearly isTodayCounted
    }
  }
`;
type Answer = {
  data: { streak: number; library: { items: { title: string; status: string }[]; itemsCount: number; isNearly: boolean } | null } | null;
  errors?: { extensions: { code: string } }[];
};

async function ask(browser: ReturnType<TestApi['newBrowser']>, variables: Record<string, unknown> = {}): Promise<Answer> {
  const answer = await browser.post('/graphql', { query: library, variables });
  return JSON.parse(answer.text) as Answer;
}

test('a learner’s library is filtered over HTTP; a visitor gets none @LIB-01 @LIB-03', async () => {
  const person = demoPeople(api.db.secretKey).find(({ role }) => role === 'proLearner');
  const learner = await signIn(api, person?.email ?? '', person?.password);
  const { data } = await ask(learner);
  expect(data?.streak).toBe(12);
  expect(data?.library?.itemsCount).toBe(7);
  expect(data?.library?.items.map(({ title, status }) => [title, status])).toEqual([
    ['CSS, Set in Type', 'IN_PROGRESS'],
    ['Failure, Rehearsed', 'IN_PROGRESS'],
    ['Fullstack D3', 'COMPLETED'],
    ['Rendering Without Regret', 'COMPLETED'],
    ['Test What You Promised', 'COMPLETED'],
    ['Types That Tell the Truth', 'IN_PROGRESS'],
    ['Vue, Line by Line', 'COMPLETED'],
  ]);
  const three = await ask(learner, {
    search: 'typo that tell',
    statuses: ['IN_PROGRESS'],
    kinds: ['COURSE'],
    technologies: ['typescript'],
  });
  expect(three.data?.library).toMatchObject({ items: [{ title: 'Types That Tell the Truth' }], isNearly: true });
  expect((await ask(learner, { statuses: ['LOST'] })).errors?.length).toBeGreaterThan(0);
  expect((await ask(api.newBrowser())).data).toEqual({ streak: 0, library: null });
});
