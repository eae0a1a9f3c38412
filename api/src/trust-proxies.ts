/**
 * Returns Fastify's `trustProxy` for a number of TRUST_PROXY proxies. A number would trust no proxy: Fastify 5.12 ignores numbers, because
 * a number alone doesn't identify the nearest peer. Here the operator guarantees that only the proxies reach the port.
 */
export function trustProxies(count: number): false | ((address: string, hop: number) => boolean) {
  return count > 0 && ((_address, hop) => hop < count);
}
