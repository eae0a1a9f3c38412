import avatar from '@newline/ui/components/avatar.css';
import field from '@newline/ui/components/field.css';
import { Fragment, type ReactNode, Suspense } from 'react';
import { lazyComponent } from '../../shared/lazy-component.ts';
import cover from '../../shared/catalog/cover.module.css';
import logos from '../../shared/logo-strip.module.css';
import image from '../../shared/safe-image.module.css';
import carousel from './carousel.module.css';
import headline from './headline.module.css';
import home from './home.module.css';
import { StaticPart } from '../../shared/static-part.tsx';
import type { HomeFacts, LivingLines, LivingWords } from './home-facts.ts';
import type { LiveEvent } from './live-event.ts';
import { type HomePart, type HomeSlot, standardLayout } from './home-layout.ts';
import { Newsletter } from './newsletter.tsx';
import newsletter from './newsletter.module.css';
import { RecentTitles } from './recent-titles.tsx';
import type { Slide } from './slide.ts';

// Only needed after client-side navigation: a page that came as HTML already has its sections.
const HomeSections = lazyComponent(() => import('./home-parts.tsx').then((module) => module.HomeSections));

const LiveEventSection = lazyComponent(() => import('./live-event-section.tsx').then((module) => module.LiveEventSection));

// A style sheet is loaded with the code that imports it, so those of the static parts are imported here.
const styleSheets = [avatar, cover, logos, image, carousel, headline, home, newsletter, field];

type Props = {
  slides: readonly Slide[];
  facts: HomeFacts | null;
  /** The catalog below the headline, and the demo at the end: sections from other features. */
  explore: ReactNode;
  desk: ReactNode;
  lines: LivingLines;
  /** The live event; absent when there is none. */
  event?: LiveEvent | undefined;
  /** The layout of the page, if it isn't the standard one. */
  layout?: readonly HomeSlot[] | undefined;
  words?: LivingWords | undefined;
};

/** The home page: a headline and the sections below it. */
export function HomePage({ slides, facts, explore, desk, lines, event, layout = standardLayout, words }: Props) {
  const living: Readonly<Record<string, ReactNode>> = {
    EVENT: event && (
      <Suspense>
        <LiveEventSection {...event} />
      </Suspense>
    ),
    EXPLORE: explore,
    RECENT: <RecentTitles number={lines.recent} slides={slides} words={words?.recent} />,
    NEWSLETTER: <Newsletter number={lines.newsletter} words={words?.newsletter} />,
    DESK: desk,
  };
  return (
    <main id="content" className={`listing ${home.page}`} tabIndex={-1}>
      {layout.map((slot) => (
        <Fragment key={slot}>
          {slot in living ? (
            living[slot]
          ) : (
            <StaticPart
              name={`home:${slot}`}
              styleSheets={styleSheets}
              content={facts === null ? null : <HomeSections part={slot as HomePart} facts={facts} />}
            />
          )}
        </Fragment>
      ))}
    </main>
  );
}
