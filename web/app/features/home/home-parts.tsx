import { AuthorBubbles } from './author-bubbles.tsx';
import { AuthorWordsSection } from './author-words.tsx';
import { Headline } from './headline.tsx';
import { HighlightStrip } from './highlight-strip.tsx';
import type { HomeFacts, HomePart } from './home-facts.ts';
import { ProCall } from './pro-call.tsx';
import { StudentLogos } from './student-logos.tsx';
import { Testimonials } from './testimonials.tsx';
import { Ways } from './ways.tsx';

/**
 * The sections in which nothing moves, in their order. Lines 1 to 3 are the headline, below which the catalogue stands; the
 * others count on from there.
 */
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
          <AuthorWordsSection number={lines.authors} authors={facts.authors} />
          <AuthorBubbles number={lines.bubbles} bubbles={facts.bubbles} />
          <Ways number={lines.ways} />
        </>
      );
  }
}
