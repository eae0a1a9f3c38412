import type { HitKind } from '../../shared/search/search-document.ts';

/** The groups by which a search can be filtered. */
export const groups: readonly { name: string; label: string; kinds: readonly HitKind[] }[] = [
  { name: 'titles', label: 'Titles', kinds: ['COURSE', 'BOOK', 'ARTICLE', 'LESSON', 'CLIP'] },
  { name: 'text', label: 'Text', kinds: ['TEXT'] },
  { name: 'code', label: 'Code', kinds: ['CODE'] },
  { name: 'said', label: 'Transcripts', kinds: ['TRANSCRIPT'] },
  { name: 'comments', label: 'Comments', kinds: ['COMMENT'] },
  { name: 'people', label: 'People', kinds: ['PERSON'] },
  { name: 'pages', label: 'Pages', kinds: ['PAGE'] },
];
