/** What the environment says about Mux, which takes in, keeps and serves videos. Holds secrets: never log it. */
export type MuxSettings = {
  /** The access token, which asks the API. */
  readonly tokenId: string;
  readonly tokenSecret: string;
  /** Signs what Mux reports. */
  readonly webhookSecret: string;
  /** The key that signs addresses, and its private half as PEM. */
  readonly signingKeyId: string;
  readonly signingKey: string;
  /** Where streams come from, without a slash at the end: Mux's own host, or a domain of one's own there. */
  readonly streamUrl: string;
  /** Where posters and storyboards come from, likewise. */
  readonly imageUrl: string;
};

/** Other hosts that a page may load from, in the form of Content-Security-Policy. */
export type MuxSources = { readonly img: readonly string[]; readonly media: readonly string[]; readonly connect: readonly string[] };

/** Segments come from hosts that Mux chooses; files are sent to Google's storage (mux.com/docs/core/content-security-policy). */
const hosts = 'https://*.mux.com';
const uploadHosts = ['https://storage.googleapis.com'];

/** What pages of a site with Mux may load and where they may send; nothing more without. */
export function muxSources(mux: MuxSettings | null): MuxSources {
  if (mux === null) return { img: [], media: [], connect: [] };
  const streams = new URL(mux.streamUrl).origin;
  const images = new URL(mux.imageUrl).origin;
  const distinct = (...sources: string[]) => [...new Set(sources)];
  return { img: [images], media: distinct(hosts, streams, images), connect: distinct(hosts, streams, ...uploadHosts) };
}
