import type { LimitFacts } from './limit-facts.ts';

/** Limits of the sections of the home page, /pricing and /write-with-us. */
export const pageSectionLimits = {
  sections: 60_000,
  text: 2000,
  logos: 60,
} as const;

/** Unit, reason and database checks of each limit. */
export const pageSectionFacts: LimitFacts<typeof pageSectionLimits> = {
  sections: { unit: 'characters', why: 'all sections of a page, as JSON', sql: ['app_private.is_section_list'] },
  text: { unit: 'characters', why: 'a text of a section', sql: ['app_private.is_section_list'] },
  logos: { unit: 'logos', why: 'logos on the home page' },
};
