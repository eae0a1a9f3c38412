import { createElement } from 'react';
import type { LetterContent } from './letter.ts';
import type { Mail, RenderedMail } from '../../mail.ts';
import { nameInSentence } from './name-in-sentence.ts';

const mistake = 'You did not ask for this? Then do nothing; nothing happens.';

/** Writes a mail out as HTML and as text. */
export async function renderMail(mail: Mail, site: { readonly siteName: string; readonly publicUrl: string }): Promise<RenderedMail> {
  const headers =
    mail.kind === 'confirm-newsletter'
      ? { 'List-Unsubscribe': `<${mail.leaveUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
      : null;
  return { to: mail.to, ...(await renderLetter(contentOf(mail, site.siteName), site)), ...(headers && { headers }) };
}

/** Writes the content of a letter out. */
export async function renderLetter(
  content: LetterContent,
  site: { readonly siteName: string; readonly publicUrl: string },
): Promise<Pick<RenderedMail, 'subject' | 'html' | 'text'>> {
  // Loaded when the first mail is sent: the renderer is the largest thing this package imports.
  const [{ Letter, letterText }, { render }] = await Promise.all([import('./letter.ts'), import('@react-email/render')]);
  const html = await render(createElement(Letter, { content, siteName: site.siteName, publicUrl: site.publicUrl }));
  return { subject: content.subject, html, text: letterText(content, site) };
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
    case 'confirm-newsletter':
      return {
        subject: `One press is left: letters from ${siteName}`,
        lines: ['Somebody wants our letters to come to this address. If it was you, open the page and press once more.'],
        action: { label: 'Confirm', url: mail.url },
        notes: [
          'The link holds for 14 days.',
          mistake,
          { text: 'No letters to this address, now or later?', link: { label: 'Unsubscribe', url: mail.leaveUrl } },
        ],
      };
    case 'reset-password':
      return {
        subject: `Choose a new password at ${siteName}`,
        lines: ['Choose a new password on the next page. Every browser that is signed in is then signed out.'],
        action: { label: 'Choose a new password', url: mail.url },
        notes: ['The link holds for one hour.', 'You did not ask for this? Then do nothing; your password stays.'],
      };
    case 'team-invitation':
      return {
        subject: `${nameInSentence(mail.inviter)} invites you to ${siteName} Pro`,
        lines: [
          `${nameInSentence(mail.inviter)} has a seat for you in ${nameInSentence(mail.teamName)}. It opens every book, guide and course of ${siteName} Pro, and costs you nothing.`,
        ],
        action: { label: 'Take the seat', url: mail.url },
        notes: [
          'The link holds for 14 days, once, for whoever opens it signed in.',
          'You do not know them? Then do nothing; nothing happens.',
        ],
      };
  }
}
