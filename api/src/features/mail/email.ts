import { Body, Container, Head, Heading, Hr, Html, Link, Preview, Section, Text } from '@react-email/components';
import { createElement as h, type ReactElement } from 'react';
import type { EmailSite } from './email-site.ts';

/** A sentence that ends with a link. */
export type LinkedNote = { readonly text: string; readonly link: { readonly label: string; readonly url: string } };

/** Content of an email, in reading order. */
export type EmailContent = {
  readonly subject: string;
  /** Paragraphs before the link. */
  readonly lines: readonly string[];
  /** Content by users: each entry has a text, its URL, and a heading unless a line above says whose it is. */
  readonly entries?: readonly { readonly heading?: string; readonly text: string; readonly url: string }[];
  readonly action: { readonly label: string; readonly url: string };
  /** Notes after the link: when it expires, what to do if the email is a mistake, and how to unsubscribe. */
  readonly notes: readonly (string | LinkedNote)[];
};

const ink = '#161c19';
const secondInk = '#414b45';
const rule = '#8b948d';
const serif = '"Source Serif 4", Charter, Georgia, serif';
const mono = '"JetBrains Mono", Menlo, Consolas, monospace';

/** The dark colors, for the mail programs that know them; the others show the light ones, or invert those. */
const darkStyleSheet = (paper: string) => `@media (prefers-color-scheme: dark) {
  .paper, .paper > table > tbody > tr > td { background-color: ${paper} !important; }
  .ink, .ink a { color: #e8ece8 !important; }
  .second, .second a { color: #b4beb7 !important; }
  .rule { border-color: #56605a !important; }
  .press { background-color: #e8ece8 !important; color: #101512 !important; }
}`;

const help = 'Need help? Write to';

/** Long words and URLs break anywhere, so that an email is never wider than the window. */
const breaking = { overflowWrap: 'anywhere', wordBreak: 'break-word' } as const;

/**
 * Returns the direction of a paragraph. A paragraph that starts with an isolated name (`name-in-sentence.ts`) is one of our sentences, in
 * English.
 */
const directionOf = (line: string) => (line.startsWith('\u2068') ? 'ltr' : 'auto');

/** Returns a text with the line breaks that its user typed. */
const linesOf = (text: string) => text.split('\n').flatMap((line, index) => (index === 0 ? [line] : [h('br', { key: index }), line]));

/** The name as the pages show it: on two lines, unless the owner chose another one. */
const nameOf = ({ siteName, hasStandardName }: EmailSite) =>
  hasStandardName ? ['new', h('span', { key: 'mark', 'aria-hidden': true }, '↵'), h('br', { key: 'break' }), 'line'] : siteName;

/** The layout of all our emails: the site's name, sentences, what others wrote beside a margin rule, and one action. */
export function Email({ content, site }: { content: EmailContent; site: EmailSite }): ReactElement {
  const { siteName, publicUrl, supportEmail, papers } = site;
  const text = { ...breaking, color: ink, fontFamily: serif, fontSize: '17px', lineHeight: '26px', margin: '0 0 14px' };
  const written = { ...text, borderLeft: `2px solid ${rule}`, margin: 0, padding: '0 0 0 12px' };
  const note = { ...text, color: secondInk, fontSize: '14px', lineHeight: '21px', margin: '0 0 8px' };
  const noteLink = { color: secondInk, textDecoration: 'underline' };
  return h(
    Html,
    { lang: 'en' },
    h(
      Head,
      null,
      h('title', null, content.subject),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('style', null, darkStyleSheet(papers.dark)),
    ),
    h(Preview, null, content.lines[0] ?? content.subject),
    h(
      Body,
      { className: 'paper', style: { backgroundColor: papers.light, margin: 0, padding: '32px 12px' } },
      h(
        Container,
        { style: { maxWidth: '540px', tableLayout: 'fixed', width: '100%' } },
        h(Text, { className: 'ink', style: { ...text, fontFamily: mono, fontSize: '16px', lineHeight: '18px' } }, nameOf(site)),
        h(Hr, { className: 'rule', style: { borderColor: ink, margin: '0 0 20px' } }),
        ...content.lines.map((line) => h(Text, { key: line, className: 'ink', dir: directionOf(line), style: text }, line)),
        ...(content.entries ?? []).map(({ heading, text: entryText, url }) =>
          h(
            Section,
            { key: url, style: { margin: '0 0 20px', tableLayout: 'fixed', width: '100%' } },
            heading !== undefined &&
              h(
                Heading,
                { as: 'h2', className: 'ink', dir: 'ltr', style: { ...text, fontSize: '17px', fontWeight: 600, margin: '0 0 4px' } },
                h(Link, { href: url, style: { color: ink, textDecoration: 'underline' } }, heading),
              ),
            entryText !== '' && h(Text, { className: 'ink rule', dir: 'auto', style: written }, linesOf(entryText)),
          ),
        ),
        h(
          Section,
          { style: { margin: '6px 0 20px' } },
          h(
            Link,
            {
              href: content.action.url,
              className: 'press',
              style: {
                ...breaking,
                backgroundColor: ink,
                color: '#f7f8f4',
                display: 'inline-block',
                fontFamily: mono,
                fontSize: '14px',
                padding: '12px 18px',
                textDecoration: 'none',
              },
            },
            content.action.label,
          ),
        ),
        ...content.notes.map((line) =>
          typeof line === 'string'
            ? h(Text, { key: line, className: 'second', style: note }, line)
            : h(
                Text,
                { key: line.link.url, className: 'second', style: note },
                line.text,
                ' ',
                h(Link, { href: line.link.url, style: noteLink }, line.link.label),
              ),
        ),
        h(Hr, { className: 'rule', style: { borderColor: rule, margin: '20px 0 12px' } }),
        h(Text, { className: 'second', style: note }, `${siteName}, `, h(Link, { href: publicUrl, style: noteLink }, publicUrl)),
        supportEmail !== null &&
          h(
            Text,
            { className: 'second', style: note },
            `${help} `,
            h(Link, { href: `mailto:${supportEmail}`, style: noteLink }, supportEmail),
          ),
      ),
    ),
  );
}

/** Returns the same email as plain text: a blank line between blocks, and each URL on a separate line. */
export function emailText(content: EmailContent, site: EmailSite): string {
  return [
    ...content.lines,
    ...(content.entries ?? []).map(({ heading, text, url }) =>
      (heading === undefined ? [text] : [heading, text, url]).filter((line) => line !== '').join('\n'),
    ),
    `${content.action.label}:\n${content.action.url}`,
    ...content.notes.map((note) => (typeof note === 'string' ? note : `${note.text} ${note.link.label}:\n${note.link.url}`)),
    `-- \n${site.siteName}, ${site.publicUrl}${site.supportEmail === null ? '' : `\n${help} ${site.supportEmail}`}`,
  ].join('\n\n');
}
