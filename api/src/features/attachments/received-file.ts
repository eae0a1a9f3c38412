/** A file of a request, the value of the scalar `Upload`. It is in a folder of this machine until the request ends. */
export class ReceivedFile {
  /** Path of its bytes. */
  readonly path: string;
  /** Name according to the browser, unchecked. */
  readonly name: string;
  /** Media type according to the browser, unchecked. */
  readonly contentType: string;
  /** Key of the admitted upload. */
  readonly key: string;

  /** Returns what error messages show: GraphQL prints values of the wrong type, and the path must stay private. */
  toJSON(): string {
    return 'a file';
  }

  constructor(file: { readonly path: string; readonly name: string; readonly contentType: string; readonly key: string }) {
    this.path = file.path;
    this.name = file.name;
    this.contentType = file.contentType;
    this.key = file.key;
  }
}
