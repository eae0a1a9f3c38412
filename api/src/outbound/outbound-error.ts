/** The kind of a failure, for code. */
export type OutboundFault = 'refused' | 'unreachable' | 'timeout' | 'too-large' | 'wrong-type' | 'redirects';

/** Error of a request that wasn't sent, or whose response was rejected. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  /** A message for users. It contains at most what they entered, never what was found inside a network. */
  readonly reason: string;
  readonly fault: OutboundFault;

  constructor(fault: OutboundFault, reason: string, cause?: unknown) {
    super(reason, { cause });
    this.fault = fault;
    this.reason = reason;
  }
}
