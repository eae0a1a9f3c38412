/** Why code could not be had, in a sentence for the person who asked. */
export class RemoteCodeError extends Error {
  override readonly name = 'RemoteCodeError';
  /** `gone`: the repository, the commit or the file is not there. `later`: it may work at another time. */
  readonly fault: 'refused' | 'gone' | 'later';

  constructor(fault: RemoteCodeError['fault'], message: string, cause?: unknown) {
    super(message, { cause });
    this.fault = fault;
  }
}
