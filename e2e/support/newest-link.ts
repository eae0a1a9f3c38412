import { expect, type Page } from '@playwright/test';

/** Returns the first link in the newest email to an address, of the site that the page is on. */
export async function newestLink(page: Page, to: string): Promise<string> {
  let href = '';
  await expect
    .poll(async () => {
      const { messages } = (await (await page.request.get('/dev/mailbox.json')).json()) as { messages: { id: string; to: string }[] };
      const id = messages.find((message) => message.to === to)?.id;
      const html = id === undefined ? '' : await (await page.request.get(`/dev/mailbox/${id}/html`)).text();
      href = /<a\b[^>]*\bhref="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
      return href;
    })
    .not.toBe('');
  return href;
}
