import { escapeHtml } from '@newline/document/escape-html';
import { plainPage } from '../../plain-page.ts';
import type { MailboxMessage } from './mailbox.ts';

/** Returns the page that lists all emails. */
export function mailboxListPage(messages: readonly MailboxMessage[]): string {
  const rows = messages.map(
    ({ id, subject, to, sentAt }) =>
      `<li><a href="/dev/mailbox/${escapeHtml(id)}">${escapeHtml(subject)}</a><span>to ${escapeHtml(to)}, ${time(sentAt)}</span></li>`,
  );
  const list = rows.length > 0 ? `<ol>${rows.join('')}</ol>` : '<p>No email yet. Sign up to see one here.</p>';
  return page('Mailbox', `<h1>Mailbox</h1><p>Every email this site would have sent, newest first.</p>${list}`);
}

/** Returns the page of an email: as HTML in a frame without scripts, and as text. */
export function mailboxMessagePage({ id, subject, from, to, sentAt, text }: MailboxMessage): string {
  return page(
    subject,
    `<p><a href="/dev/mailbox">Mailbox</a></p><h1>${escapeHtml(subject)}</h1>
<dl><dt>From</dt><dd>${escapeHtml(from)}</dd><dt>To</dt><dd>${escapeHtml(to)}</dd><dt>Sent</dt><dd>${time(sentAt)}</dd></dl>
<h2>HTML</h2>
<iframe title="The email as HTML" sandbox="allow-top-navigation-by-user-activation" src="/dev/mailbox/${escapeHtml(id)}/html"></iframe>
<h2>Plain text</h2>
<pre tabindex="0">${withLinks(text)}</pre>`,
  );
}

/** Returns the HTML of an email for the frame: its links open in the whole window. */
export function mailboxEmail({ html }: MailboxMessage): string {
  return html.replace('<head>', '<head><base target="_top">');
}

function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part) => (/^https?:/.test(part) ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part)))
    .join('');
}

function time(iso: string): string {
  return `<time datetime="${escapeHtml(iso)}">${escapeHtml(iso.replace('T', ' ').slice(0, 19))} UTC</time>`;
}

function page(title: string, main: string): string {
  return plainPage(title, main, style);
}

const style = `main { max-width: 46rem; }
h2 { font-size: 1rem; margin: 2rem 0 .5rem; }
ol { border-top: 1px solid; list-style: none; margin: 1.5rem 0 0; padding: 0; }
li { border-bottom: 1px solid light-dark(#c9cec7, #343c37); display: flex; flex-wrap: wrap; gap: .25rem 1rem; justify-content: space-between; padding: .6rem 0; }
li span, dl, pre { color: light-dark(#414b45, #b4bdb5); font: 14px/1.5 "JetBrains Mono", Menlo, Consolas, monospace; }
dl { display: grid; gap: .1rem 1rem; grid-template-columns: auto 1fr; margin: 0; } dd { margin: 0; overflow-wrap: anywhere; }
iframe { background: #f4f5f1; border: 1px solid light-dark(#8b948d, #6b756e); height: 30rem; width: 100%; }
pre { overflow-wrap: anywhere; white-space: pre-wrap; }
`;
