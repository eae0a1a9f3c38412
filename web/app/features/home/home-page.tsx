import avatar from '@newline/ui/components/avatar.css';
import field from '@newline/ui/components/field.css';
import { type ReactNode } from 'react';
import { lazyComponent } from '../../shared/lazy-component.ts';
import cover from '../../shared/catalogue/cover.module.css';
import logos from '../../shared/logo-strip.module.css';
import image from '../../shared/safe-image.module.css';
import carousel from './carousel.module.css';
import home from './home.module.css';
import { StaticPart } from '../../shared/static-part.tsx';
import type { HomeFacts, HomePart } from './home-facts.ts';
import { Newsletter } from './newsletter.tsx';
import letter from './newsletter.module.css';
import { RecentTitles } from './recent-titles.tsx';
import type { Slide } from './slide.ts';

// Only after a navigation within the browser: a page that came as HTML has its sections already.
const HomeSections = lazyComponent(() => import('./home-parts.tsx').then((module) => module.HomeSections));

// A style sheet travels with the code that names it: what stands in the still parts is named here.
const sheets = [avatar, cover, logos, image, carousel, home, letter, field];

type Props = {
  slides: readonly Slide[];
  facts: HomeFacts | null;
  /** The catalogue below the headline, and the demo at the end: sections of other features. */
  explore: ReactNode;
  desk: ReactNode;
};

/** The home page: eleven sections, in which next to nothing moves. */
export function HomePage({ slides, facts, explore, desk }: Props) {
  const still = (part: HomePart) => (
    <StaticPart name={`home:${part}`} sheets={sheets} lazyComponent={facts === null ? null : <HomeSections part={part} facts={facts} />} />
  );
  return (
    <main id="content" className="listing" tabIndex={-1}>
      {still('opening')}
      {explore}
      {still('strips')}
      <RecentTitles number={6} slides={slides} />
      {still('pro')}
      <Newsletter number={8} />
      {still('voices')}
      {desk}
    </main>
  );
}
