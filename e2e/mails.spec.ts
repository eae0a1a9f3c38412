import { notificationEmail, type NotificationItem } from '@newline/api/features/notifications/notification-email';
import { emailSite } from '@newline/api/features/mail/email-site';
import { renderEmail, renderMail } from '@newline/api/features/mail/render-mail';
import { expectAccessibleEmail } from './support/accessibility.ts';
import { everyMail } from './support/every-mail.ts';
import { expect, expectNoSidewaysScroll, test } from './support/journey.ts';

const site = emailSite('https://newline.example');

function item(n: number, text: string): NotificationItem {
  return {
    kind: 'REPLY',
    discussionId: '01a21240-f99c-7098-84ba-ec6f97f82d21',
    commentId: `01a21240-f99c-7098-84ba-${String(n).padStart(12, '0')}`,
    body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] },
    who: 'Ada Author',
    about: 'Why it is far',
  };
}

test('a notification email fits a phone and a desktop, in both themes, with its Unsubscribe link, and so does its text @DISC-12', {
  tag: '@desk',
}, async ({ page }) => {
  const stopUrl = `${site.publicUrl}/api/unsubscribe/${'t'.repeat(77)}`;
  const words = ['Pneumono'.repeat(40), 'Short.', `https://example.com/${'path-'.repeat(40)}`];
  for (const items of [[item(1, 'Pneumono'.repeat(40))], words.map((text, n) => item(n, text))]) {
    const { html, text } = await renderEmail(notificationEmail(items, { rhythm: 'AT_ONCE', stopUrl, ...site }), site);
    await page.setContent(html);
    for (const width of [360, 700]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
    }
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessibleEmail(page);
    }
    await expect(page.getByRole('link', { name: 'Unsubscribe', exact: true })).toHaveAttribute('href', stopUrl);
    await expect(page.getByText(stopUrl)).toHaveCount(0);
    // Several users' comments are separated: each has a heading, followed by its text.
    const headings = page.getByRole('heading', { level: 2 });
    await expect(headings).toHaveCount(items.length > 1 ? items.length : 0);
    expect(text).toContain(`Unsubscribe:\n${stopUrl}\n`);
    expect(text).not.toContain('\n\n\n');
    for (const { commentId } of items)
      expect(text.split('\n')).toContain(`${site.publicUrl}/discussions/${items[0]?.discussionId}#${commentId}`);
  }
});

test('every other kind of email fits a phone and a desktop, with no axe violations in either theme @AUTH-01 @SITE-10', {
  tag: '@desk',
}, async ({ page }) => {
  for (const mail of Object.values(everyMail))
    await test.step(mail.kind, async () => {
      const { html } = await renderMail(mail, site);
      await page.setContent(html);
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoSidewaysScroll(page);
      }
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        await expectAccessibleEmail(page);
      }
      await expect(page.getByRole('link', { name: 'Unsubscribe' })).toHaveCount(mail.kind === 'confirm-newsletter' ? 1 : 0);
    });
  // What a user typed stays in its lines, apart from our sentences.
  await page.setContent((await renderMail(everyMail.gift, site)).html);
  const message = page.getByText('For you,').filter({ hasNotText: 'gives' });
  await expect(message).toHaveCSS('border-left-style', 'solid');
  expect((await message.innerText()).split('\n')).toEqual(everyMail.gift.message?.split('\n'));
});
