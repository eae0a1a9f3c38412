import { z } from 'zod';

/** Providers of our list by what they are called in the data of oembed-providers. */
const namesInData: Readonly<Record<string, string>> = {
  YouTube: 'YouTube',
  Vimeo: 'Vimeo',
  Wistia: 'Wistia, Inc.',
  Loom: 'Loom',
  SoundCloud: 'SoundCloud',
  Spotify: 'Spotify',
  CodeSandbox: 'CodeSandbox',
  CodePen: 'CodePen',
  Replit: 'Replit',
  Observable: 'Observable',
  RunKit: 'Runkit',
  SlideShare: 'SlideShare',
  X: 'X',
  Bluesky: 'Bluesky Social',
  Reddit: 'Reddit',
};

/** Providers that answer oEmbed and are missing there. The others of our list answer none: their players are known by rule. */
const endpointsByHand: Readonly<Record<string, string>> = {
  'Speaker Deck': 'https://speakerdeck.com/oembed.json',
  'mastodon.social': 'https://mastodon.social/api/oembed',
};

const dataSchema = z.array(z.object({ provider_name: z.string(), endpoints: z.array(z.object({ url: z.string() })) }));

let loadedData: Promise<ReadonlyMap<string, string>> | null = null;

/** Where a provider of our list answers oEmbed about an address; null when it does not. */
export async function oembedEndpoint(provider: string, url: string): Promise<URL | null> {
  const name = Object.hasOwn(namesInData, provider) ? namesInData[provider] : undefined;
  const byHand = Object.hasOwn(endpointsByHand, provider) ? endpointsByHand[provider] : undefined;
  const address = byHand ?? (name === undefined ? undefined : (await loadData()).get(name));
  if (address === undefined) return null;
  const endpoint = new URL(address.replace('{format}', 'json'));
  endpoint.searchParams.set('url', url);
  endpoint.searchParams.set('format', 'json');
  endpoint.searchParams.set('maxwidth', '800');
  return endpoint;
}

/** Read when it is first needed: 350 providers, of which fifteen stay. */
function loadData(): Promise<ReadonlyMap<string, string>> {
  loadedData ??= import('oembed-providers/providers.json', { with: { type: 'json' } }).then(({ default: data }) => {
    const wanted = new Set(Object.values(namesInData));
    const found = new Map<string, string>();
    for (const { provider_name: name, endpoints } of dataSchema.parse(data)) {
      const url = endpoints[0]?.url;
      if (wanted.has(name) && url !== undefined) found.set(name, url);
    }
    return found;
  });
  return loadedData;
}
