import { createFrameFor } from '../src/embeds/frame-for.ts';

/** Rendering options of a site where frames can show one host and its subdomains. */
export const framesOfYouTube = {
  siteOrigin: 'https://newline.example',
  frameFor: createFrameFor({
    providers: [{ name: 'A provider without a rule', kind: 'iframe', hosts: ['youtube.com'], frames: ['youtube.com', '*.youtube.com'] }],
    siteOrigin: 'https://newline.example',
    embedOrigin: null,
  }),
} as const;
