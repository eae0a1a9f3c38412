/**
 * Other hosts that pages may load from (Content-Security-Policy), as 'https://host'. Frames in embeds.config.ts are added automatically. They
 * aren't in site.config.ts, because every page loads that, and hardly any needs these.
 */
export const sources = {
  img: ['https://avatars.githubusercontent.com'],
  media: [],
  frame: [],
  connect: [],
} as const;
