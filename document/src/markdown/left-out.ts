/** Examples of the CommonMark specification 0.31.2, by number, that are read otherwise on purpose. */
export interface LeftOut {
  readonly what: string;
  readonly why: string;
  readonly examples: readonly number[];
}

/** What of CommonMark is left out; a test holds every other example to the specification, and these to being different. */
export const leftOut: readonly LeftOut[] = [
  {
    what: 'Raw HTML',
    why: 'Text is written by anybody, and a page shows only what the format knows; tags and comments are words. HTML comes in by paste and import.',
    examples: [
      21, 31, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172,
      173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191, 201, 308, 309, 344, 475, 476, 477, 491,
      494, 524, 536, 613, 614, 615, 616, 617, 623, 625, 626, 627, 628, 629, 630, 631, 642, 643,
    ],
  },
  {
    what: 'Links without an address',
    why: 'They lead nowhere; what was written stays to be seen.',
    examples: [200, 486],
  },
  {
    what: 'Addresses of other schemes than http, https, mailto and tel',
    why: 'A browser may run them or hand them to another program; what was written stays to be seen.',
    examples: [500, 596, 598, 599, 601],
  },
  {
    what: 'A no-break space in an address',
    why: 'It is invisible there and is written as any other space, %20.',
    examples: [507],
  },
];
