import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { confirm } from './support/destructive-buttons.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/journey.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';

// An empty site whose webhooks are received by a server of this test.
test.describe.configure({ mode: 'default' });

type Received = { headers: IncomingHttpHeaders; body: string };

let site: SiteProcess;
let receiver: Server;
const received: Received[] = [];

test.beforeAll(async () => {
  test.setTimeout(300_000);
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      response.writeHead(200, { 'content-type': 'text/plain' }).end('Thank you');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  site = await prepareSite({ DEMO: 'off', FETCH_TEST_MAP: `receiver.example=127.0.0.1:${port}` });
  await site.start();
});
test.afterAll(async () => {
  await site.remove();
  await new Promise((resolve) => receiver.close(resolve));
});

test('an administrator adds an endpoint, gets signed events, sees the deliveries and redelivers one @ADMIN-01 @LOGIN-03 @desk', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: site.origin, viewport: { width: 360, height: 800 } });
  const page = await context.newPage();
  const main = page.getByRole('main');
  await page.goto((await readFile(join(site.dataDir, 'first-administrator.txt'), 'utf8')).trim());
  await page.getByLabel('Name').fill('Olga Owner');
  await page.getByLabel('Email').fill('owner@example.com');
  await page.getByLabel(/^Password/).fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(`${site.origin}/admin`);

  await page.goto('/admin/webhooks');
  await expect(main.getByText('No endpoints yet')).toBeVisible();
  await expectAccessible(page);
  await main.getByRole('link', { name: 'Add endpoint' }).click();
  const url = main.getByRole('textbox', { name: 'URL' });
  await url.fill('http://receiver.example');
  await main.getByRole('button', { name: 'Add endpoint' }).click();
  await expect(main.getByText('Enter a URL such as')).toBeVisible();
  await expect(main.getByText('Choose at least one event.')).toBeVisible();
  await expect(url).toBeFocused();
  await expectAccessible(page);
  await url.fill('https://10.0.0.1/webhooks');
  await main.getByRole('checkbox', { name: 'A user signed up' }).check();
  await main.getByRole('button', { name: 'Add endpoint' }).click();
  await expect(main.getByText(/with a public host/)).toBeVisible();
  await url.fill('https://receiver.example/webhooks');
  await main.getByRole('textbox', { name: 'Description' }).fill('Our CRM');
  await main.getByRole('button', { name: 'Add endpoint' }).click();
  const secretField = main.getByRole('textbox', { name: 'Secret' });
  await expect(secretField).toBeFocused();
  const secret = await secretField.inputValue();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await main.getByRole('button', { name: 'I’ve saved it' }).click();

  await expect(main.getByText('Nothing sent yet')).toBeVisible();
  await main.getByRole('button', { name: 'Send test event' }).click();
  await expect.poll(() => received.length).toBe(1);
  expect(verified(secret, received[0])).toMatchObject({ type: 'test' });
  const deliveries = main.getByRole('list', { name: 'Deliveries' });
  await expect(async () => {
    await page.reload();
    await expect(deliveries.getByRole('listitem').first()).toContainText('Delivered', { timeout: 5_000 });
  }).toPass();
  await deliveries.getByText('Body and 1 request').click();
  await expect(deliveries.getByText('Thank you')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  // An event of the site: a user signs up.
  const other = await browser.newContext({ baseURL: site.origin });
  await other.request.post('/api/auth/sign-up/email', {
    data: { email: 'lea@example.com', password: 'correct horse battery', name: 'Lea', callbackURL: '/' },
    headers: { origin: site.origin },
  });
  const learner = await other.newPage();
  await learner.goto(await linkFor(learner, 'lea@example.com'));
  await learner.getByRole('button').first().click();
  await expect.poll(() => received.length).toBe(2);
  expect(verified(secret, received[1])).toMatchObject({ type: 'user.created', data: { username: 'lea' } });
  await other.close();

  await page.goto('/admin/webhooks');
  await main.getByRole('link', { name: 'https://receiver.example/webhooks' }).click();
  await deliveries.getByRole('button', { name: 'Redeliver user.created' }).click();
  await expect.poll(() => received.length).toBe(3);
  expect(received[2]?.headers['webhook-id']).toBe(received[1]?.headers['webhook-id']);
  verified(secret, received[2]);

  await main.getByRole('button', { name: 'Rotate secret' }).click();
  await confirm(page, 'Rotate secret of this endpoint?', 'Rotate secret');
  await expect(secretField).toBeVisible();
  await expect(secretField).not.toHaveValue(secret);
  await main.getByRole('button', { name: 'Disable endpoint' }).click();
  await expect(main.getByText('Off', { exact: true })).toBeVisible();
  await expect(main.getByRole('button', { name: 'Send test event' })).toBeDisabled();
  await main.getByRole('button', { name: 'Delete endpoint' }).click();
  await confirm(page, 'Delete endpoint https://receiver.example/webhooks?', 'Delete endpoint');
  await expect(main.getByText('No endpoints yet')).toBeVisible();
  await page.goto('/admin/audit');
  for (const words of ['added a webhook endpoint', 'sent a test event', 'redelivered a webhook', 'deleted a webhook endpoint'])
    await expect(main.getByRole('list', { name: 'Audit log' }).getByText(words)).toBeVisible();
  await context.close();
});

/** Returns the payload of a webhook whose signature is valid according to Standard Webhooks. */
function verified(secret: string, request: Received | undefined): unknown {
  if (!request) throw new Error('Expected a request, got none');
  const { headers, body } = request;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const signature = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  expect(String(headers['webhook-signature']).split(' ')).toContain(signature);
  return JSON.parse(body);
}

/** Returns the link in the newest email to an address. */
async function linkFor(page: Page, to: string): Promise<string> {
  let link = '';
  await expect
    .poll(async () => {
      const { messages } = (await (await page.request.get('/dev/mailbox.json')).json()) as { messages: { to: string; text: string }[] };
      link = /https?:\/\/\S+\/api\/auth\/\S+/.exec(messages.find((message) => message.to === to)?.text ?? '')?.[0] ?? '';
      return link;
    })
    .not.toBe('');
  return link;
}
