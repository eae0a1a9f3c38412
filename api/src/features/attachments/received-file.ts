/** A file that came with a request: a value of the scalar `Upload`. It lies in a folder of this machine until the request ends. */
export class ReceivedFile {
  /** Where its bytes are. */
  readonly path: string;
  /** The name that the browser gave, unchecked. */
  readonly name: string;
  /** The media type that the browser gave, unchecked. */
  readonly contentType: string;
  /** The key under which the upload was admitted. */
  readonly key: string;

  /** What an error message may show of it: GraphQL prints values that are of the wrong type, and the path is nobody's business. */
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
