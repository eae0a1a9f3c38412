import { expectFocusShown, tabTo } from './support/by-keyboard.ts';
import { expect, test } from './support/journey.ts';

// A whole journey with keys alone, as in keyboard-only.spec.ts: nothing is clicked, and nothing but Tab moves the focus.

test('the catalog, search results and the library are filtered with keys alone @EXPL-01 @SEARCH-01 @LIB-02 @SITE-10', {
  tag: '@desk',
}, async ({ page, people, rows }) => {
  const learner = await people.enter('learner');
  await rows.run(
    `insert into app_public.enrollments (user_id, course_id)
     select $1, id from (select id from app_public.courses where is_published and is_shown_publicly order by slug limit 2) as chosen`,
    [learner.id],
  );
  const { keyboard } = page;

  await test.step('a category of the catalog', async () => {
    await page.goto('/explore-catalog');
    const category = (name: RegExp) => page.getByRole('main').getByRole('tab', { name });
    // The categories are one stop; the arrow keys choose.
    await tabTo(category(/^All/));
    await keyboard.press('ArrowRight');
    await expect(page).toHaveURL(/\?category=/);
    await expect(page.locator('[role=tab]:focus')).toHaveAttribute('aria-selected', 'true');
    await expectFocusShown(page);
  });

  await test.step('a kind of search results', async () => {
    await page.goto('/search');
    const main = page.getByRole('main');
    await tabTo(main.getByRole('searchbox'));
    await keyboard.type('type');
    await keyboard.press('Enter');
    await expect(page).toHaveURL('/search?q=type');
    const kind = main.getByRole('navigation', { name: 'Filter results' }).getByRole('link', { name: 'Text', exact: true });
    await tabTo(kind);
    await keyboard.press('Enter');
    await expect(kind).toHaveAttribute('aria-current', 'true');
    await expect(page).toHaveURL('/search?q=type&in=text');
    // The next stop is the first result.
    await tabTo(main.getByRole('listitem').getByRole('link').first());
  });

  await test.step('the order of the library', async () => {
    await page.goto('/library');
    const sort = page.getByRole('button', { name: /^Sort By/ });
    await tabTo(sort);
    await keyboard.press('Enter');
    await tabTo(page.getByRole('radio', { name: 'Recently Accessed' }));
    await keyboard.press('ArrowUp');
    await expect(page).toHaveURL('/library?sort=title-descending');
    await expectFocusShown(page);
    await keyboard.press('Escape');
    await expect(sort).toBeFocused();
    await expectFocusShown(page);
  });

  await test.step('a filter of the library, and without it again', async () => {
    const add = page.getByRole('button', { name: 'Add Filter' });
    await tabTo(add);
    await keyboard.press('Enter');
    await tabTo(page.getByRole('checkbox', { name: /^Course/ }));
    await keyboard.press('Space');
    await expect(page).toHaveURL(/kind=course/);
    await keyboard.press('Escape');
    await expect(add).toBeFocused();
    await tabTo(page.getByRole('button', { name: 'Course, remove this filter' }));
    await keyboard.press('Enter');
    await expect(page).not.toHaveURL(/kind=course/);
    const list = page.getByRole('list', { name: 'Courses and books' });
    await expect(list.getByRole('link').first()).toBeFocused();
    await expectFocusShown(page);
  });
});
