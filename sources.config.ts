/**
 * Other hosts that pages may load from (Content-Security-Policy), as 'https://host'. Frames of embeds.config.ts come by themselves. It stands by
 * itself because every page brings the words of site.config.ts along, and next to none needs these.
 */
export const sources = {
  img: ['https://avatars.githubusercontent.com'],
  media: [],
  frame: [],
  connect: [],
} as const;
