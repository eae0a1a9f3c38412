import type { Locator, Page } from '@playwright/test';
import { answer, begin, commentWith } from './support/comment-journey.ts';
import { confirm } from './support/destructive-buttons.ts';
import { expect, test } from './support/journey.ts';
import { suffix } from './support/people.ts';
import { makeClip, makeCourse } from './support/things.ts';

/** Presses a control with the keyboard, which removes the control, and expects the focus on its replacement. */
async function press(control: Locator, then: Locator): Promise<void> {
  await control.focus();
  await expect(control).toBeFocused();
  await control.page().keyboard.press('Enter');
  await expect(then).toBeFocused();
}

/** Presses a control with the keyboard, confirms, and expects the focus on the control's replacement. */
async function pressAndConfirm(page: Page, control: Locator, title: string, action: string, then: Locator): Promise<void> {
  await control.focus();
  await page.keyboard.press('Enter');
  await confirm(page, title, action);
  await expect(then).toBeFocused();
}

test('removing a filter, clearing a search and loading the last titles keep the focus nearby @LIB-02 @EXPL-04 @SEARCH-01', {
  tag: '@desk',
}, async ({ page, people, rows }) => {
  const learner = await people.enter('learner');
  await rows.run(
    `insert into app_public.enrollments (user_id, course_id)
     select $1, id from (select id from app_public.courses where is_published and is_shown_publicly order by slug limit 3) as chosen`,
    [learner.id],
  );

  await test.step('the badges of the library', async () => {
    await page.goto('/library?kind=course&kind=book&status=not-started');
    const badges = page.getByRole('group', { name: 'Filters', exact: true });
    const badge = (name: string) => badges.getByRole('button', { name: `${name}, remove this filter` });
    await press(badge('Course'), badge('Book'));
    await press(badge('Book'), badge('Not Started'));
    await press(badge('Not Started'), page.getByRole('list', { name: 'Courses and books' }).getByRole('link').first());
    await expect(badges).toHaveCount(0);
  });

  await test.step('the button that clears filters without results', async () => {
    await page.goto('/library?kind=book&status=completed');
    await press(
      page.getByRole('button', { name: 'Clear all filters' }),
      page.getByRole('list', { name: 'Courses and books' }).getByRole('link').first(),
    );
  });

  await test.step('the search of a catalog', async () => {
    await page.goto('/courses?q=rendering');
    const main = page.getByRole('main');
    await press(main.getByRole('link', { name: 'Show all' }), main.getByRole('button', { name: /^Search/ }));
    await expect(page).toHaveURL(/\/courses$/);
  });

  await test.step('the groups of the search', async () => {
    await page.goto('/search?q=rendering');
    const groups = page.getByRole('navigation', { name: 'Filter results' });
    const courses = groups.getByRole('link').nth(1);
    await press(courses, courses);
    await expect(courses).toHaveAttribute('aria-current', 'true');
  });

  await test.step('View More, until there is no more', async () => {
    await page.goto('/explore-catalog');
    const more = page.getByRole('button', { name: 'View More' });
    const status = page.getByRole('status').filter({ hasText: /^\d+ of \d+ shown$/ });
    const [first = 0, total = 0] = ((await status.first().textContent())?.match(/\d+/g) ?? []).map(Number);
    expect(total).toBeGreaterThan(first);
    for (let shown = first; shown < total; ) {
      await more.press('Enter');
      shown = Math.min(shown + 5, total);
      await expect(status.first()).toHaveText(`${shown} of ${total} shown`);
    }
    await expect(more).toHaveCount(0);
    await expectFocusIn(page.getByRole('main'));
  });
});

test('resolving and deleting keep the focus on the comment @DISC-06 @DISC-07', { tag: '@desk' }, async ({ page, people, rows }) => {
  const learner = await people.enter('learner');
  const api = await people.at(learner);
  const clip = await makeClip(rows);
  const { discussionId, commentId } = await begin(api, clip.id, 'Why is it so?');
  await answer(api, discussionId, commentId, 'Because of that.');
  await page.goto(`/discussions/${discussionId}`);
  const question = commentWith(page, 'Why is it so?');
  const reply = commentWith(page, 'Because of that.');
  const choose = async (comment: Locator, name: string) => {
    // A key press stops the page from following what was revealed before, which would move the focus back.
    await page.keyboard.press('Shift');
    await comment.getByRole('button', { name: 'More about this comment' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name }).focus();
    await page.keyboard.press('Enter');
  };

  await test.step('a discussion is resolved', async () => {
    await choose(question, 'Mark resolved');
    await expect(page.getByText('Resolved', { exact: true }).first()).toBeVisible();
    await expect(question.getByRole('button', { name: 'More about this comment' })).toBeFocused();
  });

  await test.step('a reply is deleted', async () => {
    const id = await reply.getAttribute('id');
    await choose(reply, 'Delete');
    await confirm(page, 'Delete comment', 'Delete');
    await expect(page.locator(`[id="${id}"]`)).toBeFocused();
  });

  await test.step('the first comment is deleted', async () => {
    const id = await question.getAttribute('id');
    await choose(question, 'Delete');
    await confirm(page, 'Delete comment', 'Delete');
    // It can still be reopened; the dialog may leave the focus on that button, or on the comment around it.
    await expect(page.locator(`[id="${id}"]:focus, [id="${id}"] :focus`)).toHaveCount(1);
    await expect(page.locator(`[id="${id}"]`).getByRole('button', { name: 'More about this comment' })).toBeVisible();
  });
});

test('removing a row in the studio moves the focus to the next row, or to the control that adds one @STUDIO-01', { tag: '@desk' }, async ({
  page,
  people,
}) => {
  const author = await people.enter('author');
  const other = await people.make('learner', 'Noor');
  const api = await people.at(author);
  const course = await makeCourse(api, { lessons: ['One', 'Two', 'Three'].map((title) => ({ title })), isDraft: true });
  await page.goto(`/studio/courses/${course.id}`);
  const main = page.getByRole('main');
  const more = (title: string) => main.getByRole('button', { name: `More actions for “${title}”` });

  await test.step('lessons', async () => {
    for (const [title, next] of [
      ['Two', 'Three'],
      ['Three', 'One'],
    ] as const) {
      await more(title).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Delete…' }).focus();
      await page.keyboard.press('Enter');
      await confirm(page, `Delete “${title}”?`, 'Delete');
      await expect(more(next)).toBeFocused();
    }
  });

  await test.step('a section', async () => {
    await main.getByRole('textbox', { name: 'New section' }).fill('A part');
    await page.keyboard.press('Enter');
    const section = main.getByRole('button', { name: 'More actions for the section “A part”' });
    await section.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Delete…' }).focus();
    await page.keyboard.press('Enter');
    await confirm(page, 'Delete “A part”?', 'Delete');
    await expect(section).toHaveCount(0);
    await expect(main.getByRole('link', { name: 'One', exact: true })).toBeFocused();
  });

  await test.step('tags, dependencies, links and questions', async () => {
    await main.getByRole('link', { name: 'Details' }).click();
    const details = page.getByRole('form', { name: 'Details' });
    const tag = details.getByRole('combobox', { name: 'Tags' });
    for (const name of ['Ducks', 'Geese']) {
      await tag.fill(name);
      await tag.press('Enter');
    }
    const ofTag = (name: string) => details.getByRole('button', { name: `Remove the tag ${name}` });
    await press(ofTag('Ducks'), ofTag('Geese'));
    await press(ofTag('Geese'), details.getByRole('button', { name: 'Add the tag' }));
    for (const one of ['dependency', 'link', 'question']) {
      const adding = details.getByRole('button', { name: `Add a ${one}`, exact: true });
      const removing = (at: number) => details.getByRole('button', { name: `Remove ${one} ${at}`, exact: true });
      await adding.click();
      await adding.click();
      await press(removing(2), removing(1));
      await press(removing(1), adding);
    }
  });

  await test.step('writers', async () => {
    await main.getByRole('link', { name: 'People' }).click();
    await main.getByRole('textbox', { name: 'Username' }).fill(other.username);
    await page.keyboard.press('Enter');
    const remove = (name: string) => main.getByRole('button', { name: `Remove ${name}` });
    await expect(remove(other.name)).toBeVisible();
    await pressAndConfirm(page, remove(other.name), `Remove ${other.name}?`, 'Remove', remove(author.name));
  });
});

test('ending, undoing and removing in administration keep the focus nearby @ADMIN-01', { tag: '@desk' }, async ({ page, people, rows }) => {
  const mark = suffix();
  await people.enter('admin');
  const learner = await people.make('pro', 'Lea');
  const main = page.getByRole('main');
  for (const prefix of ['a', 'b'])
    await rows.run(
      `insert into app_private.newsletter_subscribers (email, first_name, list_id, tags, state, confirmed_at, token_hash)
       values ($1, 'Lea', 'list', '{}', 'CONFIRMED', now(), sha256(convert_to($1, 'UTF8')))`,
      [`${prefix}-${mark}@example.com`],
    );

  await test.step('a subscription is ended', async () => {
    await page.goto(`/admin/subscriptions?person=${learner.username}&status=ACTIVE`);
    const end = main.getByRole('button', { name: `End subscription of ${learner.name}` });
    await end.focus();
    await page.keyboard.press('Enter');
    await confirm(page, `End subscription of ${learner.name}?`, 'End subscription');
    await expect(end).toHaveCount(0);
    await expectFocusIn(main);
  });

  await test.step('an account is suspended and reinstated', async () => {
    await page.goto(`/admin/people/${learner.id}`);
    const suspend = main.getByRole('button', { name: `Suspend ${learner.name}` });
    const undo = main.getByRole('button', { name: `End suspension of ${learner.name}` });
    await suspend.focus();
    await page.keyboard.press('Enter');
    await confirm(page, `Suspend ${learner.name} for a week?`, 'Suspend');
    await expect(undo).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(undo).toHaveCount(0);
    await expectFocusIn(main);
  });

  await test.step('a newsletter subscriber is removed', async () => {
    await page.goto(`/admin/newsletter?q=${mark}`);
    const remove = main.getByRole('button', { name: /^Remove / });
    await expect(remove).toHaveCount(2);
    const [first, second] = await remove.evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''));
    const named = (name = '') => main.getByRole('button', { name, exact: true });
    await pressAndConfirm(page, named(first), `${first}?`, 'Remove', named(second));
    await named(second).focus();
    await page.keyboard.press('Enter');
    await confirm(page, `${second}?`, 'Remove');
    await expect(named(second)).toHaveCount(0);
    await expectFocusIn(main);
  });
});

/** Expects the focus on something in the page's content, not at its start. */
async function expectFocusIn(part: Locator): Promise<void> {
  await expect
    .poll(() => part.evaluate((element) => element !== document.activeElement && element.contains(document.activeElement)))
    .toBe(true);
}
