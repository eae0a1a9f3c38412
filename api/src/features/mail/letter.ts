import { Body, Container, Head, Hr, Html, Link, Preview, Section, Text } from '@react-email/components';
import { createElement as h, type ReactElement } from 'react';

/** What a letter says, in reading order. */
export type LetterContent = {
  readonly subject: string;
  /** What stands before the link. */
  readonly lines: readonly string[];
  readonly action: { readonly label: string; readonly url: string };
  /** What stands after it: how long it holds, and what to do when the mail is a mistake. */
  readonly notes: readonly string[];
};

const ink = '#161c19';
const secondInk = '#414b45';
const rule = '#8b948d';
const serif = '"Source Serif 4", Charter, Georgia, serif';
const mono = '"JetBrains Mono", Menlo, Consolas, monospace';

/** The one form of our mails: numbered lines on listing paper, one thing to do. */
export function Letter({ content, siteName, publicUrl }: { content: LetterContent; siteName: string; publicUrl: string }): ReactElement {
  const text = { color: ink, fontFamily: serif, fontSize: '17px', lineHeight: '26px', margin: '0 0 14px' };
  const note = { ...text, color: secondInk, fontSize: '14px', lineHeight: '21px', margin: '0 0 8px' };
  return h(
    Html,
    { lang: 'en' },
    h(Head),
    h(Preview, null, content.lines[0] ?? content.subject),
    h(
      Body,
      { style: { backgroundColor: '#f4f5f1', margin: 0, padding: '32px 12px' } },
      h(
        Container,
        { style: { maxWidth: '540px' } },
        h(Text, { style: { ...text, fontFamily: mono, fontSize: '14px' } }, siteName),
        h(Hr, { style: { borderColor: ink, margin: '0 0 20px' } }),
        ...content.lines.map((line) => h(Text, { key: line, style: text }, line)),
        h(
          Section,
          { style: { margin: '6px 0 20px' } },
          h(
            Link,
            {
              href: content.action.url,
              style: {
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
        ...content.notes.map((line) => h(Text, { key: line, style: note }, line)),
        h(Hr, { style: { borderColor: rule, margin: '20px 0 12px' } }),
        h(Text, { style: note }, `${siteName}, `, h(Link, { href: publicUrl, style: { color: secondInk } }, publicUrl)),
      ),
    ),
  );
}
