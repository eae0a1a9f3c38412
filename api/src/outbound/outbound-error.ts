import { type AnyParams, type ErrorParams, sentenceOfReason } from '../rules/errors/error-messages.ts';
import type { outboundErrors } from '../rules/errors/outbound-errors.ts';

/** The kind of a failure, for code. */
export type OutboundFault = 'refused' | 'unreachable' | 'timeout' | 'too-large' | 'wrong-type' | 'redirects';

/** A reason for which a request wasn't sent, or its response was rejected. */
export type OutboundReason = keyof typeof outboundErrors;

/**
 * Error of a request that wasn't sent, or whose response was rejected. Its message is the sentence of its reason in the catalog. It contains
 * at most what the user entered, never what was found inside a network.
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly fault: OutboundFault;
  readonly reason: OutboundReason;
  readonly params: AnyParams;

  constructor(fault: OutboundFault, { reason, params }: { readonly reason: OutboundReason; readonly params: AnyParams }, cause?: unknown) {
    super(sentenceOfReason(reason, params), { cause });
    this.fault = fault;
    this.reason = reason;
    this.params = params;
  }
}

/** Creates the error of a request: its kind, its reason with the parameters of the sentence, and the cause if there is one. */
export function outboundError<TReason extends OutboundReason>(
  fault: OutboundFault,
  reason: TReason,
  params: ErrorParams<TReason>,
  cause?: unknown,
): OutboundError {
  return new OutboundError(fault, { reason, params }, cause);
}
