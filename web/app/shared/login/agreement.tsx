import type { LegalPage } from '@newline/api/rules/site/settings';
import { site } from '@newline/api/rules/site/site';
import { Fragment } from 'react';

const names: Readonly<Record<LegalPage, string>> = { terms: 'Terms', privacy: 'Privacy Policy', refunds: 'Refund Policy' };

type Props = {
  /** The start of the sentence: 'By creating an account you agree to the'. */
  start: string;
  /** The pages to link; unpublished ones are left out. */
  pages: readonly LegalPage[];
};

/** The sentence next to a button that says which pages the user agrees to, with links. Empty if none of them is published. */
export function Agreement({ start, pages }: Props) {
  const published = pages.filter((page) => site.legalPages.includes(page));
  if (published.length === 0) return null;
  return (
    <p className="meta">
      {start}{' '}
      {published.map((page, at) => (
        <Fragment key={page}>
          {at > 0 && <span>{at === published.length - 1 ? ' and ' : ', '}</span>}
          {/* In a new tab: the form stays as it is. */}
          <a className="link" href={`/${page}`} target="_blank" rel="noopener">
            {names[page]}
          </a>
        </Fragment>
      ))}
      <span>.</span>
    </p>
  );
}
