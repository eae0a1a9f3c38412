import { createElement } from 'react';
import type { EmailContent } from './email.ts';
import type { Mail, RenderedMail } from '../../mail.ts';
import type { EmailSite } from './email-site.ts';
import { money } from '../../rules/money.ts';
import { nameInSentence } from './name-in-sentence.ts';

const mistake = 'Didn’t request this? You can ignore this email.';

/** Renders an email as HTML and as text. */
export async function renderMail(mail: Mail, site: EmailSite): Promise<RenderedMail> {
  const headers =
    mail.kind === 'confirm-newsletter'
      ? { 'List-Unsubscribe': `<${mail.leaveUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
      : null;
  return { to: mail.to, ...(await renderEmail(contentOf(mail, site.siteName), site)), ...(headers && { headers }) };
}

/** Renders the content of an email as HTML and as text. */
export async function renderEmail(content: EmailContent, site: EmailSite): Promise<Pick<RenderedMail, 'subject' | 'html' | 'text'>> {
  // Loaded when the first email is sent, because the renderer is the largest import of this package.
  const [{ Email, emailText }, { render }] = await Promise.all([import('./email.ts'), import('@react-email/render')]);
  const html = await render(createElement(Email, { content, site }));
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
    case 'allow-email-change':
      return {
        subject: `Allow your new email address for ${siteName}`,
        lines: [
          `Someone asked to change the email address of your account to ${nameInSentence(mail.newEmail)}. If it was you, allow the change on the next page.`,
          'We also sent a link to the new email address. Your email address changes once you’ve used both links.',
        ],
        action: { label: 'Review the change', url: mail.url },
        notes: [
          'The link expires in 24 hours.',
          'Didn’t request this? Don’t allow it. Change your password: this signs out everyone else and cancels the change.',
        ],
      };
    case 'confirm-new-email':
      return {
        subject: `Confirm your new email address for ${siteName}`,
        lines: [
          'Confirm that your account should use this email address.',
          'We also sent a link to your current email address. Your email address changes once you’ve used both links.',
        ],
        action: { label: 'Confirm email address', url: mail.url },
        notes: ['The link expires in 24 hours.', mistake],
      };
    case 'email-in-use':
      return {
        subject: `You already have an account at ${siteName}`,
        lines: [
          'Someone asked to use this email address for another account, but it already has one. If it was you, sign in to that account.',
        ],
        action: { label: 'Sign in', url: mail.url },
        notes: [
          'To use this email address for the other account, first change the email address of this account, or delete the account.',
          mistake,
        ],
      };
    case 'two-step-changed':
      return {
        subject: `Two-step sign-in is ${mail.isOn ? 'on' : 'off'} at ${siteName}`,
        lines: [
          mail.isOn
            ? 'Signing in to your account now requires a code from your authenticator app. You’ve been signed out everywhere else.'
            : 'Signing in to your account no longer requires a code from an authenticator app.',
        ],
        action: { label: 'Review your sign-in settings', url: mail.url },
        notes: ['Wasn’t this you? Change your password: this signs out everyone else.'],
      };
    case 'access-token-created':
      return {
        subject: `A new access token for your account at ${siteName}`,
        lines: [
          `The access token “${nameInSentence(mail.name)}” was created. Any program that has it can use your account.`,
          'If you created it, you don’t have to do anything.',
        ],
        action: { label: 'Review your access tokens', url: mail.url },
        notes: ['Wasn’t this you? Revoke the token, and change your password.'],
      };
    case 'password-changed':
      return {
        subject: `Your password for ${siteName} was changed`,
        lines: [
          'The password of your account was changed. You’ve been signed out everywhere else.',
          ...(mail.tokens.length === 0
            ? []
            : [
                `Your access tokens still work: ${mail.tokens.map((name) => `“${nameInSentence(name)}”`).join(', ')}. Revoke any that you don’t need or recognize.`,
              ]),
        ],
        action: { label: 'Review your sign-in settings', url: mail.url },
        notes: ['Wasn’t this you? Choose a new password with “Forgot your password?” on the sign-in page, then revoke all access tokens.'],
      };
    case 'second-step-removed':
      return {
        subject: `Two-step sign-in and passkeys were removed from your account at ${siteName}`,
        lines: [
          'An administrator removed two-step sign-in and all passkeys from your account, and signed you out everywhere. You can sign in without them now.',
          'Set up a new second step as soon as you’re signed in.',
        ],
        action: { label: 'Review your sign-in settings', url: mail.url },
        notes: ['Didn’t request this? Change your password, and contact an administrator.'],
      };
    case 'webhook-disabled':
      return {
        subject: `A webhook endpoint of ${siteName} was disabled`,
        lines: [
          `${nameInSentence(mail.host)} gets no more webhooks. It accepted none for three days, or answered that it’s gone (410).`,
          'Fix the receiver, then enable the endpoint. Webhooks that are still waiting are sent then.',
        ],
        action: { label: 'Open the endpoint', url: mail.url },
        notes: ['Don’t need it anymore? Delete the endpoint.'],
      };
    case 'reset-password':
      return {
        subject: `Choose a new password for ${siteName}`,
        lines: ['Choose a new password on the next page. You’ll be signed out everywhere else.'],
        action: { label: 'Choose a new password', url: mail.url },
        notes: ['The link expires in one hour.', 'Didn’t request this? You can ignore this email. Your password stays the same.'],
      };
    case 'payment-failed': {
      const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(mail.accessEndsAt));
      return {
        subject: `Your payment to ${siteName} failed`,
        lines: [
          `We couldn’t charge ${money(mail.amountCents, mail.currency)} for ${nameInSentence(mail.planName)}.`,
          `Update your card by ${day} to keep your access. We’ll try the payment again.`,
        ],
        action: { label: 'Update your card', url: mail.url },
        notes: ['On your account page, choose “Payment method and invoices”.'],
      };
    }
    case 'gift': {
      const giver = nameInSentence(mail.giver ?? 'Someone');
      return {
        subject: `${giver} gives you ${nameInSentence(mail.title)}`,
        lines: [
          ...(mail.recipientName === null ? [] : [`${nameInSentence(mail.recipientName)},`]),
          `${giver} bought ${nameInSentence(mail.title)} at ${siteName} for you. It’s yours for good, at no cost to you.`,
        ],
        ...(mail.message !== null && { entries: [{ heading: `${giver} writes`, text: mail.message, url: mail.url }] }),
        action: { label: 'Redeem your gift', url: mail.url },
        notes: [
          'The link works once, for the account that is signed in. It doesn’t expire, so you can use it later.',
          'Don’t know them? You can ignore this email.',
        ],
      };
    }
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
