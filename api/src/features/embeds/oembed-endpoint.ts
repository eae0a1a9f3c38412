import { z } from 'zod';

/** Names of our providers in the data of oembed-providers. */
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

/** Endpoints of providers that are missing in that data. The other providers have no oEmbed: rules build their player URLs. */
const endpointsByHand: Readonly<Record<string, string>> = {
  'Speaker Deck': 'https://speakerdeck.com/oembed.json',
  'mastodon.social': 'https://mastodon.social/api/oembed',
};

const dataSchema = z.array(z.object({ provider_name: z.string(), endpoints: z.array(z.object({ url: z.string() })) }));

let loadedData: Promise<ReadonlyMap<string, string>> | null = null;

/** Returns the oEmbed endpoint of a provider for a URL; null if it has none. */
export async function oembedEndpoint(provider: string, url: string): Promise<URL | null> {
  const name = Object.hasOwn(namesInData, provider) ? namesInData[provider] : undefined;
  const byHand = Object.hasOwn(endpointsByHand, provider) ? endpointsByHand[provider] : undefined;
  const template = byHand ?? (name === undefined ? undefined : (await loadData()).get(name));
  if (template === undefined) return null;
  const endpoint = new URL(template.replace('{format}', 'json'));
  endpoint.searchParams.set('url', url);
  endpoint.searchParams.set('format', 'json');
  endpoint.searchParams.set('maxwidth', '800');
  return endpoint;
}

/** Loads the endpoints on first use: the data has 350 providers, of which fifteen are kept. */
function loadData(): Promise<ReadonlyMap<string, string>> {
  loadedData ??= import('oembed-providers/providers.json', { with: { type: 'json' } }).then(({ default: data }) => {
    const ourNames = new Set(Object.values(namesInData));
    const endpointByName = new Map<string, string>();
    for (const { provider_name: name, endpoints } of dataSchema.parse(data)) {
      const url = endpoints[0]?.url;
      if (ourNames.has(name) && url !== undefined) endpointByName.set(name, url);
    }
    return endpointByName;
  });
  return loadedData;
}
