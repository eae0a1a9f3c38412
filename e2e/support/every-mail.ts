import type { Mail } from '@newline/api/mail';

const to = 'wren@newline.example';
const longWord = 'Pneumono'.repeat(12);
const url = `https://newline.example/api/confirm/${'t'.repeat(120)}`;

/** One email of each kind that the site sends besides notifications, with the longest of what users write in it. */
export const everyMail: { readonly [Kind in Mail['kind']]: Extract<Mail, { kind: Kind }> } = {
  'verify-address': { kind: 'verify-address', to, url },
  'already-registered': { kind: 'already-registered', to, url },
  'sign-in-link': { kind: 'sign-in-link', to, url },
  'confirm-newsletter': { kind: 'confirm-newsletter', to, url, leaveUrl: url },
  'allow-email-change': { kind: 'allow-email-change', to, url, newEmail: `${longWord}@newline.example` },
  'confirm-new-email': { kind: 'confirm-new-email', to, url },
  'email-in-use': { kind: 'email-in-use', to, url },
  'two-step-changed': { kind: 'two-step-changed', to, url, isOn: true },
  'access-token-created': { kind: 'access-token-created', to, url, name: longWord },
  'password-changed': { kind: 'password-changed', to, url, tokens: ['laptop', longWord] },
  'second-step-removed': { kind: 'second-step-removed', to, url },
  'webhook-disabled': { kind: 'webhook-disabled', to, url, host: `${longWord}.example` },
  'reset-password': { kind: 'reset-password', to, url },
  'payment-failed': {
    kind: 'payment-failed',
    to,
    url,
    planName: longWord,
    amountCents: 4000,
    currency: 'USD',
    accessEndsAt: '2027-01-04T00:00:00Z',
  },
  gift: { kind: 'gift', to, url, giver: longWord, recipientName: 'Wren', title: longWord, message: `For you,\n${longWord}` },
  'team-invitation': { kind: 'team-invitation', to, url, teamName: longWord, inviter: longWord },
};
