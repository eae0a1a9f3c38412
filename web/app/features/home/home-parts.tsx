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
  switch (part) {
    case 'opening':
      return <Headline />;
    case 'strips':
      return (
        <>
          <HighlightStrip number={4} items={facts.highlights} />
          <StudentLogos number={5} logos={facts.students} />
        </>
      );
    case 'pro':
      return <ProCall number={7} covers={facts.stack} />;
    case 'voices':
      return (
        <>
          <Testimonials number={9} voices={facts.voices} customers={facts.customers} />
          <AuthorQuotes number={10} authors={facts.authors} />
          <AuthorBubbles number={11} bubbles={facts.bubbles} />
          <Ways number={12} />
        </>
      );
  }
}
