import type { TypeRun } from './type-setter.ts';

/** A line of a logo: pieces of type on one baseline. */
type Line = readonly TypeRun[];

/** A name set as type, in one or two lines, perhaps between hairlines. */
export type LogoDesign = {
  readonly slug: string;
  readonly lines: readonly [Line] | readonly [Line, Line];
  /** A rule between two lines, or under one. */
  readonly hasRule?: boolean;
};

/** The invented companies and schools of logos.json. Sizes are in px for a logo that is 32 px high. */
export const LOGO_DESIGNS: readonly LogoDesign[] = [
  { slug: 'tallowmere', lines: [[{ text: 'Tallowmere', face: 'serif', weight: 600, size: 23, spacing: -0.02 }]] },
  { slug: 'bracken', lines: [[{ text: 'BRACKEN', face: 'sans', weight: 700, size: 17.5, spacing: 0.16 }]] },
  { slug: 'pellucid-rail', lines: [[{ text: 'pellucid/rail', face: 'mono', weight: 500, size: 19.5, spacing: -0.04 }]] },
  { slug: 'oxbow-and-daughters', lines: [[{ text: 'Oxbow & Daughters', face: 'serifItalic', weight: 500, size: 24 }]] },
  { slug: 'ferrofern', lines: [[{ text: 'ferrofern', face: 'sans', weight: 800, size: 21, spacing: -0.05 }]] },
  {
    slug: 'quillpost',
    lines: [
      [
        { text: 'Quill', face: 'sans', weight: 300, size: 22, spacing: 0.02 },
        { text: 'post', face: 'sans', weight: 700, size: 22, spacing: 0.01 },
      ],
    ],
  },
  { slug: 'lanternworks', lines: [[{ text: 'LANTERNWORKS', face: 'mono', weight: 300, size: 16, spacing: 0.1 }]], hasRule: true },
  {
    slug: 'norrsken-freight',
    lines: [
      [{ text: 'NORRSKEN', face: 'sans', weight: 900, size: 15.5, spacing: 0.04 }],
      [{ text: 'FREIGHT', face: 'sans', weight: 400, size: 11.5, spacing: 0.42 }],
    ],
  },
  {
    slug: 'cobalt-harbor',
    lines: [
      [
        { text: 'Cobalt ', face: 'serif', weight: 700, size: 21, spacing: -0.02 },
        { text: 'Harbor', face: 'serifItalic', weight: 350, size: 21, spacing: -0.01 },
      ],
    ],
  },
  { slug: 'mossgate', lines: [[{ text: 'mossgate', face: 'serif', weight: 300, size: 25, spacing: 0.01 }]] },
  {
    slug: 'stillwater-instruments',
    lines: [
      [{ text: 'Stillwater', face: 'serif', weight: 480, size: 18, spacing: 0 }],
      [{ text: 'INSTRUMENTS', face: 'sans', weight: 500, size: 9, spacing: 0.24 }],
    ],
    hasRule: true,
  },
  {
    slug: 'vantage-tide',
    lines: [
      [
        { text: 'vantage', face: 'sans', weight: 600, size: 20, spacing: -0.03 },
        { text: '~', face: 'mono', weight: 700, size: 20 },
        { text: 'tide', face: 'sans', weight: 300, size: 20, spacing: -0.01 },
      ],
    ],
  },
  { slug: 'harrow-and-finch', lines: [[{ text: 'Harrow & Finch', face: 'serif', weight: 400, size: 22, spacing: -0.01 }]] },
  { slug: 'opaline', lines: [[{ text: 'opaline', face: 'sans', weight: 200, size: 23, spacing: 0.08 }]] },
  { slug: 'sparrowgate', lines: [[{ text: 'Sparrowgate', face: 'serifItalic', weight: 700, size: 22, spacing: -0.02 }]] },
  {
    slug: 'fieldnote-atlas',
    lines: [
      [
        { text: 'fieldnote', face: 'mono', weight: 700, size: 17, spacing: -0.03 },
        { text: '.atlas', face: 'mono', weight: 300, size: 17, spacing: -0.03 },
      ],
    ],
  },
  {
    slug: 'halfpage-press',
    lines: [
      [{ text: 'Halfpage', face: 'serif', weight: 800, size: 17, spacing: -0.01 }],
      [{ text: 'Press', face: 'serifItalic', weight: 400, size: 14 }],
    ],
  },
  { slug: 'brightwell-co-op', lines: [[{ text: 'Brightwell Co-op', face: 'sans', weight: 650, size: 19, spacing: -0.025 }]] },
  {
    slug: 'university-of-skerry',
    lines: [
      [{ text: 'UNIVERSITY OF', face: 'serif', weight: 500, size: 9.5, spacing: 0.14 }],
      [{ text: 'Skerry', face: 'serif', weight: 500, size: 19, spacing: 0.01 }],
    ],
  },
  {
    slug: 'fjord-technical-college',
    lines: [
      [{ text: 'FJORD', face: 'sans', weight: 800, size: 16, spacing: 0.12 }],
      [{ text: 'technical college', face: 'sans', weight: 400, size: 10.5, spacing: 0.01 }],
    ],
  },
  {
    slug: 'city-library-of-auchtern',
    lines: [
      [{ text: 'City Library', face: 'serif', weight: 600, size: 15.5 }],
      [{ text: 'of Auchtern', face: 'serifItalic', weight: 400, size: 15.5 }],
    ],
  },
  { slug: 'orrery-labs', lines: [[{ text: 'orrery(labs)', face: 'mono', weight: 400, size: 18.5, spacing: -0.03 }]] },
  { slug: 'pennywhistle-bank', lines: [[{ text: 'PENNYWHISTLE', face: 'serif', weight: 400, size: 16.5, spacing: 0.1 }]], hasRule: true },
  {
    slug: 'two-herons',
    lines: [
      [
        { text: 'two', face: 'serifItalic', weight: 300, size: 23 },
        { text: 'herons', face: 'serif', weight: 700, size: 23, spacing: -0.02 },
      ],
    ],
  },
];
