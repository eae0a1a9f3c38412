import type { WriteKind } from '@newline/api/rules/site/page-sections';
import { writePage } from '../../../../pages.config.ts';

/** The default content of each section of the page for authors. */
export const standardWrite = {
  TOP: { headline: writePage.headline as string, lead: writePage.lead as string },
  STEPS: { heading: 'How it works' as string, steps: writePage.steps as readonly { readonly title: string; readonly text: string }[] },
  QUESTIONS: {
    heading: 'Frequently asked questions' as string,
    questions: writePage.questions as readonly { readonly question: string; readonly answer: string }[],
  },
} as const satisfies Record<WriteKind, object>;

/** The content of each section of the page for authors. */
export type WriteContent = { readonly [Kind in WriteKind]: (typeof standardWrite)[Kind] };

/** The values that differ from the defaults: the visible sections in order, and their texts. */
export type WriteChanges = { readonly shown: readonly WriteKind[]; readonly content: WriteContent };
