/** Settings of Mux, which receives, processes and serves videos. They contain secrets: never log them. */
export type MuxSettings = {
  /** The access token of the API. */
  readonly tokenId: string;
  readonly tokenSecret: string;
  /** Secret that signs Mux's webhooks. */
  readonly webhookSecret: string;
  /** The key that signs URLs, with its private half as PEM. */
  readonly signingKeyId: string;
  readonly signingKey: string;
  /** Base URL of streams, without a trailing slash: Mux's own host, or a custom domain there. */
  readonly streamUrl: string;
  /** Base URL of posters and storyboards, without a trailing slash. */
  readonly imageUrl: string;
};

/** Other hosts that a page may load from, in the syntax of Content-Security-Policy. */
export type MuxSources = { readonly img: readonly string[]; readonly media: readonly string[]; readonly connect: readonly string[] };

/** Segments come from hosts that Mux chooses; files are sent to Google's storage (mux.com/docs/core/content-security-policy). */
const hosts = 'https://*.mux.com';
const uploadHosts = ['https://storage.googleapis.com'];

/** Returns the hosts that pages of a site with Mux may load from and send to; none without Mux. */
export function muxSources(mux: MuxSettings | null): MuxSources {
  if (mux === null) return { img: [], media: [], connect: [] };
  const streams = new URL(mux.streamUrl).origin;
  const images = new URL(mux.imageUrl).origin;
  const distinct = (...sources: string[]) => [...new Set(sources)];
  return { img: [images], media: distinct(hosts, streams, images), connect: distinct(hosts, streams, ...uploadHosts) };
}
