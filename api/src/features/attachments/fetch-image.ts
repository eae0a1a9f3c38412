import { codedError } from '../../errors/error-codes.ts';
import type { Outbound } from '../../outbound.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';
import { imageLimits } from './upload-limits.ts';

/** What is asked for. What comes is judged by its content all the same. */
const accept = ['image/webp', 'image/avif', 'image/png', 'image/jpeg', 'image/gif'] as const;

/**
 * Fetches a picture from any public host, by the one way to the network.
 *
 * @throws BAD_INPUT with the reason
 */
export async function fetchImage(outbound: Outbound, url: string): Promise<{ readonly bytes: Buffer; readonly name: string }> {
  const answer = await outbound.fetch(url, { accept, hosts: 'any', maxBytes: imageLimits.fileBytes, timeoutMs: 8_000 }).catch(refuse);
  if (answer.status !== 200) throw codedError('IMAGE_URL_STATUS', { status: answer.status });
  return { bytes: answer.body, name: lastPart(answer.url) };
}

function refuse(error: unknown): never {
  if (error instanceof OutboundError) {
    throw error.fault === 'too-large' ? codedError('IMAGE_URL_TOO_LARGE') : codedError('IMAGE_URL_FAILED', { fault: error.reason });
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
