import { codedError, errorOfReason } from '../../errors/error-codes.ts';
import type { Outbound } from '../../outbound.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';
import { imageLimits } from './upload-limits.ts';

/** Media types to request. The response is checked by its content anyway. */
const accept = ['image/webp', 'image/avif', 'image/png', 'image/jpeg', 'image/gif'] as const;

/**
 * Fetches an image from any public host, through the site's module for outgoing requests.
 * @throws BAD_INPUT with the reason
 */
export async function fetchImage(outbound: Outbound, url: string): Promise<{ readonly bytes: Buffer; readonly name: string }> {
  const answer = await outbound.fetch(url, { accept, hosts: 'any', maxBytes: imageLimits.fileBytes, timeoutMs: 8_000 }).catch(refuse);
  if (answer.status !== 200) throw codedError('IMAGE_URL_STATUS', { status: answer.status });
  return { bytes: answer.body, name: lastPart(answer.url) };
}

function refuse(error: unknown): never {
  if (error instanceof OutboundError) {
    throw error.fault === 'too-large' ? codedError('IMAGE_URL_TOO_LARGE') : errorOfReason(error, { field: 'url' });
  }
  throw error;
}

function lastPart(url: string): string {
  const segment = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
