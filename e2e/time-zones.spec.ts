import { expect, linkInMail, test } from './support/journey.ts';
import { ownSubnet } from './support/network.ts';
import { suffix } from './support/people.ts';
import { variablesOf } from './support/variables-of.ts';

test('the time zone is that of the browser, from the first visit after signing up, until the user picks one @STUDY-01', {
  tag: '@desk',
}, async ({ people, browser, rows }) => {
  const account = { email: `reader-${suffix()}@example.net`, password: 'seven quiet lines' };
  const stored = async () => {
    const result = await rows.run(
      `select s.time_zone as zone, s.follows_browser_time_zone as follows from app_public.user_settings s
       join auth."user" u on u."id" = s.user_id where u."email" = $1`,
      [account.email],
    );
    return result[0];
  };

  await test.step('in Kathmandu, a new account', async () => {
    const page = await people.open(null, { timezoneId: 'Asia/Kathmandu', extraHTTPHeaders: ownSubnet() });
    await page.goto('/sign-up');
    await page.getByLabel('Name').fill('Ada Lindqvist');
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password').fill(account.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('status')).toContainText('Check your email');
    await page.goto(await linkInMail(browser, account.email, /Confirm/));
    await page.getByRole('button', { name: 'Confirm and sign in' }).click();
    // The browser has an older name for it.
    const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(zone).toMatch(/^Asia\/Kath?mandu$/);
    await expect.poll(stored).toEqual({ zone, follows: true });
  });

  const travel = await people.open(account, { timezoneId: 'Pacific/Kiritimati' });
  const reported: unknown[] = [];
  travel.on('request', (request) => {
    const variables = variablesOf(request);
    if ('timeZone' in variables) reported.push(variables['timeZone']);
  });
  await test.step('on a journey to Kiritimati, any page', async () => {
    await travel.goto('/courses');
    await expect.poll(stored).toEqual({ zone: 'Pacific/Kiritimati', follows: true });
    expect(reported).toEqual(['Pacific/Kiritimati']);
  });

  await test.step('a time zone that was picked stays, wherever the browser is', async () => {
    await travel.goto('/account');
    const settings = travel.getByRole('form', { name: 'Settings' });
    await settings.getByLabel('Time zone').selectOption('America/Los_Angeles');
    await settings.getByRole('button', { name: 'Save settings' }).click();
    await expect(settings.getByRole('status')).toContainText('Settings saved.');
    reported.length = 0;
    // By then the page would have reported it.
    await travel.goto('/courses');
    await expect(travel.locator('html[data-hydrated]')).toHaveCount(1);
    expect(reported).toEqual([]);
    expect(await stored()).toEqual({ zone: 'America/Los_Angeles', follows: false });
  });

  await test.step('until the browser is followed again', async () => {
    await travel.goto('/account');
    const settings = travel.getByRole('form', { name: 'Settings' });
    await settings.getByLabel('Time zone').selectOption('');
    await settings.getByRole('button', { name: 'Save settings' }).click();
    await expect.poll(stored).toEqual({ zone: 'Pacific/Kiritimati', follows: true });
  });
});
