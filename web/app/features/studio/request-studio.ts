import { ApiError, dataOf, type TypedDocument } from '../../shared/graphql-document.ts';
import { bodyOf } from '../../shared/document-body.ts';
import { postDocument } from '../../shared/post-document.ts';

/** An API error with its details: `fields` has a message for each field, `current` the newer version. */
export class StudioError extends ApiError {
  readonly details: Readonly<Record<string, unknown>>;
  constructor(code: string, message: string, details: Readonly<Record<string, unknown>>) {
    super(code, message);
    this.details = details;
  }
}

/** Browsers limit keepalive requests to 64 kB, including what surrounds the text. */
const maxKeepaliveBytes = 60_000;

/**
 * Runs an operation of the studio from the browser. With `isLeaving` the request outlives the page, if it's small enough.
 *
 * @throws StudioError with the API's code and details; TypeError when the network is unavailable
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
