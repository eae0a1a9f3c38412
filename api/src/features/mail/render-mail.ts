import { createElement } from 'react';
import type { EmailContent } from './email.ts';
import type { Mail, RenderedMail } from '../../mail.ts';
import { nameInSentence } from './name-in-sentence.ts';

const mistake = 'Didn’t request this? You can ignore this email.';

/** Writes a mail out as HTML and as text. */
export async function renderMail(mail: Mail, site: { readonly siteName: string; readonly publicUrl: string }): Promise<RenderedMail> {
  const headers =
    mail.kind === 'confirm-newsletter'
      ? { 'List-Unsubscribe': `<${mail.leaveUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
      : null;
  return { to: mail.to, ...(await renderEmail(contentOf(mail, site.siteName), site)), ...(headers && { headers }) };
}

/** Writes the content of a letter out. */
export async function renderEmail(
  content: EmailContent,
  site: { readonly siteName: string; readonly publicUrl: string },
): Promise<Pick<RenderedMail, 'subject' | 'html' | 'text'>> {
  // Loaded when the first mail is sent: the renderer is the largest thing this package imports.
  const [{ Email, emailText }, { render }] = await Promise.all([import('./email.ts'), import('@react-email/render')]);
  const html = await render(createElement(Email, { content, siteName: site.siteName, publicUrl: site.publicUrl }));
  return { subject: content.subject, html, text: emailText(content, site) };
}

function contentOf(mail: Mail, siteName: string): EmailContent {
  switch (mail.kind) {
    case 'verify-address':
      return {
        subject: `Confirm your email address for ${siteName}`,
        lines: ['Confirm your email address to finish signing up. The link signs you in and takes you back to where you were.'],
        action: { label: 'Confirm and sign in', url: mail.url },
        notes: [
          'The link expires in 24 hours.',
          'Open it in the browser you signed up with. In another browser you’ll have to choose a new password.',
          mistake,
        ],
      };
    case 'already-registered':
      return {
        subject: `You already have an account at ${siteName}`,
        lines: ['Someone tried to sign up with this email address, but it already has an account. If it was you, sign in.'],
        action: { label: 'Sign in', url: mail.url },
        notes: ['Forgot your password? Request a sign-in link on the sign-in page.', mistake],
      };
    case 'sign-in-link':
      return {
        subject: `Your sign-in link for ${siteName}`,
        lines: ['Use this link to sign in. It works once.'],
        action: { label: 'Sign in', url: mail.url },
        notes: ['The link expires in 15 minutes.', mistake],
      };
    case 'confirm-newsletter':
      return {
        subject: `Confirm your subscription to the ${siteName} newsletter`,
        lines: ['Someone subscribed this email address to our newsletter. If it was you, confirm on the next page.'],
        action: { label: 'Confirm', url: mail.url },
        notes: [
          'The link expires in 14 days.',
          mistake,
          { text: 'Don’t want our newsletter?', link: { label: 'Unsubscribe', url: mail.leaveUrl } },
        ],
      };
    case 'reset-password':
      return {
        subject: `Choose a new password for ${siteName}`,
        lines: ['Choose a new password on the next page. You’ll be signed out everywhere else.'],
        action: { label: 'Choose a new password', url: mail.url },
        notes: ['The link expires in one hour.', 'Didn’t request this? You can ignore this email. Your password stays the same.'],
      };
    case 'team-invitation':
      return {
        subject: `${nameInSentence(mail.inviter)} invites you to ${siteName} Pro`,
        lines: [
          `${nameInSentence(mail.inviter)} invited you to ${nameInSentence(mail.teamName)}. Your seat includes every book, guide and course of ${siteName} Pro, at no cost to you.`,
        ],
        action: { label: 'Accept invitation', url: mail.url },
        notes: [
          'The link expires in 14 days and works once, for the account that is signed in.',
          'Don’t know them? You can ignore this email.',
        ],
      };
  }
}
