/**
 * What Fastify's `trustProxy` must be for TRUST_PROXY proxies. A number would trust nobody: Fastify 5.12 ignores
 * numbers, because one alone does not say who the nearest peer is. Here the operator does say so: nothing but the
 * proxies reaches the port.
 */
export function trustProxies(count: number): false | ((address: string, hop: number) => boolean) {
  return count > 0 && ((_address, hop) => hop < count);
}
