/** Examples from the CommonMark 0.31.2 specification, by number, that are intentionally read differently. */
export interface LeftOut {
  readonly what: string;
  readonly why: string;
  readonly examples: readonly number[];
}

/** Parts of CommonMark that aren't supported. A test checks all other examples against the specification, and that these differ. */
export const leftOut: readonly LeftOut[] = [
  {
    what: 'Raw HTML',
    why: 'Anyone can write a text, and pages only show what the format has, so tags and comments are read as text. Pasted and imported HTML is converted.',
    examples: [
      21, 31, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172,
      173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191, 201, 308, 309, 344, 475, 476, 477, 491,
      494, 524, 536, 613, 614, 615, 616, 617, 623, 625, 626, 627, 628, 629, 630, 631, 642, 643,
    ],
  },
  {
    what: 'Links without a URL',
    why: 'They lead nowhere, so their source stays visible.',
    examples: [200, 486],
  },
  {
    what: 'URLs with schemes other than http, https, mailto and tel',
    why: 'A browser may run them or pass them to another program, so their source stays visible.',
    examples: [500, 596, 598, 599, 601],
  },
  {
    what: 'A no-break space in a URL',
    why: "It's invisible there, and is written as %20, like any other space.",
    examples: [507],
  },
];
