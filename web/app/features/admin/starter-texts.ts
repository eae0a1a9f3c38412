import type { UsualPage } from '@newline/api/rules/site/page-path';
import { site } from '@newline/api/rules/site/site';

const company = '[Fill in: legal name of your company]';
const address = '[Fill in: postal address]';
const country = '[Fill in: country whose law applies]';
const check = '[Fill in: have a lawyer check this text, then delete this line]';
const contact = () => site.contact ?? '[Fill in: support email address]';

/** The templates, as Markdown. Placeholders in brackets have to be replaced before the page can be published. */
const texts: Readonly<Record<UsualPage, () => string>> = {
  terms: () => `${check}

These terms apply to everyone who uses ${site.name}, which is run by ${company}, ${address} (“we”). By creating an account you agree to them.

## Your account

You need an account to take part, buy titles or subscribe. Give a working email address, keep your password to yourself, and tell us if someone else uses your account. You must be at least [Fill in: minimum age] years old.

## What you may do with the content

Courses, books, articles and clips belong to us or to their authors. You may read, watch and use them for yourself, and use code examples in your own projects. You may not publish, resell or share the content, or share your account.

## What you post

Comments, reviews and other texts stay yours. You allow us to show them on this site. Don’t post anything illegal, insulting or misleading, and no advertising. We may remove such posts and suspend accounts that keep posting them.

## Prices, payment and renewal

Prices are shown before you buy, [Fill in: including or excluding] tax. Subscriptions renew automatically for the same period until you cancel them in your account, which you can do at any time. After that you have access until the end of the paid period.

## Refunds

[Fill in: your refund rule in one sentence, or a link to your refunds page]

## Availability and liability

We work to keep the site available, but we can’t promise that it always is. We are liable for damage that we cause on purpose or through gross negligence, and as far as the law doesn’t allow us to limit it. [Fill in: limits of liability that apply to you]

## Changes and contact

We may change these terms. If a change matters, we ask you to accept the new version when you sign in. The law of ${country} applies. Questions: ${contact()}.
`,
  privacy: () => `${check}

This policy says which personal data ${site.name} stores, why, and what you can do about it. ${company}, ${address}, is responsible for it.

## What we store

- **Your account:** name, email address, a hash of your password, and your profile if you fill it in.
- **Your learning:** which titles you start, your progress, highlights, bookmarks and comments.
- **Your purchases:** what you bought and when. Card numbers go to our payment provider, never to us.
- **Sign-ins:** IP address, browser and time of your sessions, to protect your account.
- **Technical logs:** requests and errors, for [Fill in: number] days.

## Cookies

We only use cookies that the site needs: to keep you signed in. [Fill in: other cookies that you or your provider set, or delete this sentence]

## Who gets data from us

- Hosting: [Fill in: name and country of your hosting provider]
- Email delivery: [Fill in: name and country of your email provider]
- Payments: [Fill in: name and country of your payment provider]
- Embedded content, such as videos of other sites: only when you play it.

## Why we may do this

To fulfill our contract with you, to comply with the law (for example when we keep invoices), and because we have a legitimate interest in a secure site. [Fill in: other legal bases, or delete this sentence]

## Your rights

In your account you can download your data, correct it, and delete your account. You can also ask us for information, correction, deletion or a restriction, and complain to a supervisory authority: [Fill in: your supervisory authority].

## Contact

${contact()}
`,
  imprint: () => `## Responsible for this site

${company}

${address}

## Contact

Email: ${contact()}

Phone: [Fill in: phone number]

## Represented by

[Fill in: name of the managing director or owner]

## Register and tax

Register: [Fill in: register court and number, or delete this line]

VAT ID: [Fill in: VAT identification number, or delete this line]
`,
  refunds: () => `[Fill in: when customers get their money back, in one sentence]

## Titles that you bought

Write to ${contact()}. [Fill in: until when, and under which conditions]

## Subscriptions

You can cancel at any time in your account, and keep access until the end of the paid period. [Fill in: whether the first payment is refunded, and until when]

## How you get it

Refunds go to the card that you paid with. [Fill in: how long that takes]

## Consumers in the European Union

[Fill in: right of withdrawal for digital content, or delete this section]
`,
  about: () => `${site.name} is [Fill in: what your site offers, in one sentence].

## Who we are

[Fill in: who runs the site, and why]

## What you’ll find here

[Fill in: the kind of courses, books and articles that you publish]

## Contact

Write to us at ${contact()}.
`,
  help: () => `## I didn’t get the confirmation email

Check your spam folder, and that your email address is spelled right. You can request the email again on the sign-in page.

## I forgot my password

Choose “Forgot your password?” on the sign-in page. We’ll send you a link to set a new one.

## How do I cancel my subscription?

Open your account and choose “Cancel”. You keep access until the end of the paid period.

## How do I get an invoice?

Open your account and choose “Payments”. Each payment has a receipt that you can print or save as a PDF.

## Something else?

Write to ${contact()}.
`,
};

/** Returns the template of a suggested page, as Markdown. */
export function starterTextOf(page: UsualPage): string {
  return texts[page]();
}
