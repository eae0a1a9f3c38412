import type Stripe from 'stripe';

/** Gives the client of Stripe's API. The package is loaded when it is first needed: most sites never do. */
export type LoadStripe = () => Promise<Stripe>;

/** Creates what loads it. Every call goes to `apiUrl`, is given up after ten seconds and tried once more when the connection breaks. */
export function createLoadStripe({ secretKey, apiUrl }: { readonly secretKey: string; readonly apiUrl: string }): LoadStripe {
  let loaded: Promise<Stripe> | null = null;
  return () => {
    loaded ??= import('stripe').then(({ default: Client }) => {
      const { protocol, hostname, port } = new URL(apiUrl);
      return new Client(secretKey, {
        protocol: protocol === 'http:' ? 'http' : 'https',
        host: hostname,
        ...(port !== '' && { port }),
        timeout: 10_000,
        maxNetworkRetries: 1,
        telemetry: false,
      });
    });
    // What failed is not kept: the next who asks tries again.
    loaded.catch(() => (loaded = null));
    return loaded;
  };
}
