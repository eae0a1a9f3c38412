import { ApiError, dataOf, type TypedDocument } from '../../shared/graphql-document.ts';
import { bodyOf, postDocument } from '../../shared/post-document.ts';

/** A refusal with everything the API says of it: `fields` with the words for each, `current` with what is newer. */
export class StudioError extends ApiError {
  readonly details: Readonly<Record<string, unknown>>;
  constructor(code: string, message: string, details: Readonly<Record<string, unknown>>) {
    super(code, message);
    this.details = details;
  }
}

/** A browser sends no more than 64 kB after the page has gone; what surrounds the text counts too. */
const maxKeepaliveBytes = 60_000;

/**
 * Runs a document of the studio from the browser. With `isLeaving` the request outlives the page, as far as it is small enough.
 *
 * @throws StudioError with the API's code and details; TypeError when the network is away
 */
export async function requestStudio<TData, TVariables extends object>(
  document: TypedDocument<TData, TVariables>,
  variables: TVariables,
  { isLeaving = false, signal }: { isLeaving?: boolean; signal?: AbortSignal } = {},
): Promise<TData> {
  const usesKeepalive = isLeaving && new TextEncoder().encode(bodyOf(document, variables)).length <= maxKeepaliveBytes;
  const answer = await postDocument(document, variables, { keepalive: usesKeepalive, ...(signal && { signal }) });
  const error = answer.errors?.[0];
  if (error) {
    const { code = 'UNKNOWN', ...details } = (error.extensions ?? {}) as { code?: string } & Record<string, unknown>;
    throw new StudioError(code, error.message, details);
  }
  return dataOf(answer);
}
