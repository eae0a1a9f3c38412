/** Why nothing came back, as code may ask for it. */
export type OutboundFault = 'refused' | 'unreachable' | 'timeout' | 'too-large' | 'wrong-type' | 'redirects';

/** A request that was not made, or whose answer was not taken. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  /** A sentence for people. It names at most what they asked for, never what was found inside. */
  readonly reason: string;
  readonly fault: OutboundFault;

  constructor(fault: OutboundFault, reason: string, cause?: unknown) {
    super(reason, { cause });
    this.fault = fault;
    this.reason = reason;
  }
}
