import type { HomeKind } from '@newline/api/rules/site/page-sections';
import { Fragment } from 'react';
import { AuthorBubbles } from './author-bubbles.tsx';
import { AuthorQuotes } from './author-quotes.tsx';
import { Headline } from './headline.tsx';
import { HighlightStrip } from './highlight-strip.tsx';
import type { HomeFacts } from './home-facts.ts';
import type { HomePart } from './home-layout.ts';
import { PathShelf } from './path-shelf.tsx';
import { ProCall } from './pro-call.tsx';
import { StudentLogos } from './student-logos.tsx';
import { Testimonials } from './testimonials.tsx';
import { Ways } from './ways.tsx';

/** The static sections of a part of the page, in their order. The numbers of their lines continue those of the headline. */
export function HomeSections({ part, facts }: { part: HomePart; facts: HomeFacts }) {
  return facts.parts[part].map((kind) => <Fragment key={kind}>{sectionOf(kind, facts)}</Fragment>);
}

function sectionOf(kind: HomeKind, { lines, content, ...facts }: HomeFacts) {
  const number = lines[kind];
  switch (kind) {
    case 'HEADLINE':
      return <Headline content={content.HEADLINE} claims={facts.claims} clip={facts.clip} page={facts.page} />;
    case 'HIGHLIGHTS':
      return <HighlightStrip number={number} content={content.HIGHLIGHTS} items={facts.highlights} />;
    case 'PATHS':
      return <PathShelf number={number} content={content.PATHS} paths={facts.paths} />;
    case 'STUDENTS':
      return <StudentLogos number={number} title={content.STUDENTS.title} logos={facts.students} />;
    case 'PRO':
      return <ProCall number={number} content={content.PRO} plan={facts.plan} covers={facts.stack} catalogFigure={facts.catalogFigure} />;
    case 'TESTIMONIALS':
      return <Testimonials number={number} title={content.TESTIMONIALS.customers} voices={facts.voices} customers={facts.customers} />;
    case 'AUTHORS':
      return <AuthorQuotes number={number} content={content.AUTHORS} authors={facts.authors} />;
    case 'BUBBLES':
      return <AuthorBubbles number={number} heading={content.BUBBLES.heading} bubbles={facts.bubbles} />;
    case 'WAYS':
      return (
        <Ways
          number={number}
          content={content.WAYS}
          authors={content.AUTHORS}
          hasPlan={facts.plan !== null}
          takesAuthors={facts.takesAuthors}
        />
      );
    default:
      return null;
  }
}
