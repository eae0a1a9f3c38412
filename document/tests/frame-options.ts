import { createFrameFor } from '../src/embeds/frame-for.ts';

/** Rendering for a site where frames may show one host, and the names below it. */
export const framesOfYouTube = {
  siteOrigin: 'https://newline.example',
  frameFor: createFrameFor({
    providers: [{ name: 'A provider without a rule', kind: 'iframe', hosts: ['youtube.com'], frames: ['youtube.com', '*.youtube.com'] }],
    siteOrigin: 'https://newline.example',
    embedOrigin: null,
  }),
} as const;
