import { createElement } from 'react';
import type { LetterContent } from './letter.ts';
import type { Mail, RenderedMail } from './mail.ts';

const mistake = 'You did not ask for this? Then do nothing; nothing happens.';

/** Writes a mail out as HTML and as text. */
export async function renderMail(mail: Mail, site: { readonly siteName: string; readonly publicUrl: string }): Promise<RenderedMail> {
  // Loaded when the first mail is sent: the renderer is the largest thing this package imports.
  const [{ Letter }, { render, toPlainText }] = await Promise.all([import('./letter.ts'), import('@react-email/render')]);
  const content = contentOf(mail, site.siteName);
  const html = await render(createElement(Letter, { content, ...site }));
  return { to: mail.to, subject: content.subject, html, text: toPlainText(html) };
}

function contentOf(mail: Mail, siteName: string): LetterContent {
  switch (mail.kind) {
    case 'verify-address':
      return {
        subject: `Confirm your address at ${siteName}`,
        lines: ['One step is left: confirm that this address is yours. The link signs you in and takes you back to where you were.'],
        action: { label: 'Confirm and sign in', url: mail.url },
        notes: [
          'The link holds for 24 hours.',
          'Open it in the browser in which you signed up. Elsewhere it works too, but then you choose a new password.',
          mistake,
        ],
      };
    case 'already-registered':
      return {
        subject: `You already have an account at ${siteName}`,
        lines: ['Somebody signed up with this address, and it has an account already. If it was you: sign in.'],
        action: { label: 'Sign in', url: mail.url },
        notes: ['Forgot the password? The sign-in page sends you a link instead.', mistake],
      };
    case 'sign-in-link':
      return {
        subject: `Your link to sign in at ${siteName}`,
        lines: ['This link signs you in, once.'],
        action: { label: 'Sign in', url: mail.url },
        notes: ['The link holds for 15 minutes.', mistake],
      };
    case 'reset-password':
      return {
        subject: `Choose a new password at ${siteName}`,
        lines: ['Choose a new password on the next page. Every browser that is signed in is then signed out.'],
        action: { label: 'Choose a new password', url: mail.url },
        notes: ['The link holds for one hour.', 'You did not ask for this? Then do nothing; your password stays.'],
      };
  }
}
