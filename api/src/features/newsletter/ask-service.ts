import type { Outbound } from '../../outbound.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';
import { NewsletterServiceError } from './newsletter-provider.ts';

/** Asks a service for something: its JSON, or null where it answers without, or with a status of `alright`. */
export type AskService = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  path: string,
  body?: object,
  options?: { readonly alright?: readonly number[]; readonly headers?: Readonly<Record<string, string>> },
) => Promise<unknown>;

/** Creates what asks one service by the one way to the network, at its own host and no other. */
export function createAskService({
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
}): AskService {
  return async (method, path, body, { alright = [], headers: more = {} } = {}) => {
    let answer;
    try {
      answer = await outbound.fetch(`${origin}${path}`, {
        method,
        accept: ['application/json', 'application/problem+json'],
        hosts: [new URL(origin).hostname],
        headers: { ...headers, ...more, ...(body && { 'content-type': 'application/json' }) },
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
    if (alright.includes(status)) return null;
    // What it says beside the status may have the address in it.
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
