import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { password, readMail, signIn, signUp } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

let site: TestApi;
beforeAll(async () => {
  site = await startTestApi();
});
afterAll(() => site.stop());

describe('signing up', () => {
  test('ends at "check your mail"; the link verifies, signs in and returns to where the person was @AUTH-01 @AUTH-02', async () => {
    const browser = site.newBrowser();
    const answer = await browser.post('/api/auth/sign-up/email', { email: 'ada@example.com', password, name: 'Ada Example', callbackURL: '/clips/7?from=3&commentText=a%20b' });
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({ status: 'CHECK_YOUR_MAIL', message: 'Check your mail.' });
    expect(browser.cookies.has('newline.session_token')).toBe(false);
    expect((await browser.get('/api/auth/get-session')).json()).toBeNull();

    const mail = await readMail(site, 'ada@example.com', /Confirm your address/);
    const opened = await browser.open(mail.link);
    expect(opened.status).toBe(302);
    expect(opened.headers.get('location')).toBe('/clips/7?from=3&commentText=a+b');
    expect((await browser.get('/api/auth/get-session')).json().user).toMatchObject({ email: 'ada@example.com', emailVerified: true });
    const viewer = await site.api.viewerOf({ cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') });
    expect(viewer).toMatchObject({ role: 'learner', email: 'ada@example.com' });
    const { rows } = await site.db.superuser.query('select username, name from app_public.users where id = $1', [viewer.userId]);
    expect(rows).toEqual([{ username: 'ada-example', name: 'Ada Example' }]);
  });
});
