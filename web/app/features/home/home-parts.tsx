import { AuthorBubbles } from './author-bubbles.tsx';
import { AuthorQuotes } from './author-quotes.tsx';
import { Headline } from './headline.tsx';
import { HighlightStrip } from './highlight-strip.tsx';
import type { HomeFacts, HomePart } from './home-facts.ts';
import { ProCall } from './pro-call.tsx';
import { StudentLogos } from './student-logos.tsx';
import { Testimonials } from './testimonials.tsx';
import { Ways } from './ways.tsx';

/** The static sections, in order. Lines 1 to 3 are the headline, followed by the catalog; the other sections continue the numbering. */
export function HomeSections({ part, facts }: { part: HomePart; facts: HomeFacts }) {
  const { lines } = facts;
  switch (part) {
    case 'opening':
      return <Headline claims={facts.claims} />;
    case 'strips':
      return (
        <>
          <HighlightStrip number={lines.highlights} items={facts.highlights} />
          <StudentLogos number={lines.students} logos={facts.students} />
        </>
      );
    case 'pro':
      return <ProCall number={lines.pro} plan={facts.plan} covers={facts.stack} catalogFigure={facts.catalogFigure} />;
    case 'voices':
      return (
        <>
          <Testimonials number={lines.voices} voices={facts.voices} customers={facts.customers} />
          <AuthorQuotes number={lines.authors} authors={facts.authors} />
          <AuthorBubbles number={lines.bubbles} bubbles={facts.bubbles} />
          <Ways number={lines.ways} />
        </>
      );
  }
}
