/**
 * The anchors of a document's headings, as on GitHub: `What a cost is` is `what-a-cost-is`, the second time `what-a-cost-is-1`.
 * They are github-slugger's, by the Unicode properties from which its table of 8 kB was generated; a test compares the two.
 */
export class Anchors {
  readonly #taken = new Map<string, number>();

  /** The anchor of the next heading with this text. */
  next(text: string): string {
    const plain = text
      .toLowerCase()
      .replaceAll(/[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-');
    let anchor = plain;
    while (this.#taken.has(anchor)) {
      const count = (this.#taken.get(plain) ?? 0) + 1;
      this.#taken.set(plain, count);
      anchor = `${plain}-${count}`;
    }
    this.#taken.set(anchor, 0);
    return anchor;
  }
}
