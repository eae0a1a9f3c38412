import type { PricingKind } from '@newline/api/rules/site/page-sections';
import { pricingPage } from '../../../../pages.config.ts';

/** A question with its answer. */
export type Question = { readonly question: string; readonly answer: string };

/** The default content of each section of the pricing page. */
export const standardPricing = {
  TOP: { headline: pricingPage.headline as string, lead: pricingPage.lead as string },
  PLANS: {},
  TITLES: { heading: 'Titles sold separately' as string },
  COMPARE: { heading: 'What you get' as string, extras: [] as readonly string[] },
  QUESTIONS: { heading: 'Frequently asked questions' as string, questions: pricingPage.questions as readonly Question[] },
} as const satisfies Record<PricingKind, object>;

/** The content of each section of the pricing page. */
export type PricingContent = { readonly [Kind in PricingKind]: (typeof standardPricing)[Kind] };

/** The values that differ from the defaults: the visible sections in order, and their texts. */
export type PricingChanges = { readonly shown: readonly PricingKind[]; readonly content: PricingContent };
