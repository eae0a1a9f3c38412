/** Error of code that can't be loaded, with a message for the user. */
export class RemoteCodeError extends Error {
  override readonly name = 'RemoteCodeError';
  /** `gone`: the repository, commit or file doesn't exist. `later`: it may work later. */
  readonly fault: 'refused' | 'gone' | 'later';

  constructor(fault: RemoteCodeError['fault'], message: string, cause?: unknown) {
    super(message, { cause });
    this.fault = fault;
  }
}
