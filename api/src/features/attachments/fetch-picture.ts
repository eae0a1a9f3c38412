import { codedError } from '../../errors/error-codes.ts';
import type { Outbound } from '../../outbound.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';
import { uploadLimits } from './upload-limits.ts';

/** What is asked for. What comes is judged by its content all the same. */
const accept = ['image/webp', 'image/avif', 'image/png', 'image/jpeg', 'image/gif'] as const;

/**
 * Fetches a picture from any public host, by the one way to the network.
 *
 * @throws BAD_INPUT with the reason
 */
export async function fetchPicture(outbound: Outbound, url: string): Promise<{ readonly bytes: Buffer; readonly name: string }> {
  const answer = await outbound.fetch(url, { accept, hosts: 'any', maxBytes: uploadLimits.fileBytes, timeoutMs: 8_000 }).catch(refuse);
  if (answer.status !== 200) throw codedError('BAD_INPUT', `url: expected a picture, got status ${answer.status}.`, { field: 'url' });
  return { bytes: answer.body, name: lastPart(answer.url) };
}

function refuse(error: unknown): never {
  if (error instanceof OutboundError) {
    const reason = error.fault === 'too-large' ? 'expected at most 10 MB, got more.' : error.reason;
    throw codedError('BAD_INPUT', `url: ${reason}`, { field: 'url' });
  }
  throw error;
}

function lastPart(address: string): string {
  const part = new URL(address).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
