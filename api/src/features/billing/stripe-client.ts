import type Stripe from 'stripe';

/** Returns the client of Stripe's API. Loads the package on first use: most sites never need it. */
export type LoadStripe = () => Promise<Stripe>;

/** Creates the loader. Every call goes to `apiUrl`, times out after ten seconds and is retried once if the connection breaks. */
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
    // A failure isn't cached: the next call tries again.
    loaded.catch(() => (loaded = null));
    return loaded;
  };
}
