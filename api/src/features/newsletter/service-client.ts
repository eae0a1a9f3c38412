import type { Outbound } from '../../outbound.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';
import { NewsletterServiceError } from './newsletter-provider.ts';

/** Sends a request to a newsletter service. Returns its JSON, or null if the response is empty or has one of the accepted statuses. */
export type ServiceClient = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  path: string,
  body?: object,
  options?: { readonly acceptedStatuses?: readonly number[]; readonly headers?: Readonly<Record<string, string>> },
) => Promise<unknown>;

/** Creates the client of one service. It uses the site's module for outgoing requests, and requests only the service's host. */
export function createServiceClient({
  name,
  origin,
  outbound,
  headers = {},
  authorization,
}: {
  readonly name: string;
  readonly origin: string;
  readonly outbound: Outbound;
  readonly headers?: Readonly<Record<string, string>>;
  readonly authorization?: string;
}): ServiceClient {
  return async (method, path, body, { acceptedStatuses = [], headers: extraHeaders = {} } = {}) => {
    let answer;
    try {
      answer = await outbound.fetch(`${origin}${path}`, {
        method,
        accept: ['application/json', 'application/problem+json'],
        hosts: [new URL(origin).hostname],
        headers: { ...headers, ...extraHeaders, ...(body && { 'content-type': 'application/json' }) },
        ...(authorization !== undefined && { authorization }),
        ...(body && { body: JSON.stringify(body) }),
        maxBytes: 256 * 1024,
        timeoutMs: 10_000,
      });
    } catch (error) {
      if (error instanceof OutboundError) throw new NewsletterServiceError(`Can’t reach ${name}: ${error.message}`, null);
      throw error;
    }
    const { status } = answer;
    if (acceptedStatuses.includes(status)) return null;
    // Anything else in the response may contain the email address.
    if (status < 200 || status >= 300)
      throw new NewsletterServiceError(`${name} answered ${status} to ${method} ${path.split(/[/?]/u)[2] ?? ''}.`, status);
    if (answer.body.length === 0) return null;
    try {
      return JSON.parse(answer.body.toString('utf8')) as unknown;
    } catch {
      throw new NewsletterServiceError(`${name} didn’t respond with JSON.`, status);
    }
  };
}
