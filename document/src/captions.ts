/** What the number of a caption counts. */
export type CaptionKind = 'Listing' | 'Table' | 'Figure';

/** The nodes that can have a caption in a `captioned`. Images contain theirs. */
export const captionKinds: Readonly<Record<string, CaptionKind | undefined>> = {
  codeBlock: 'Listing',
  remoteCodeBlock: 'Listing',
  table: 'Table',
  mermaid: 'Figure',
};

/** A node with a caption, as any source has it: unchecked. */
export interface CaptionSource {
  readonly type: unknown;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** The name of the node's first child. */
  readonly first: unknown;
}

/** The number and the anchor of a node with a caption. */
export interface Caption {
  /** `Listing 2`, or '' without a number. */
  readonly label: string;
  /** The anchor that the page has for it, or '' if there is none. */
  readonly id: string;
}

/** Numbers the captions of one document in reading order. */
export class CaptionNumbers {
  readonly #last = new Map<CaptionKind, string>();

  /** Returns the number and the anchor of the next node with a caption, or null for any other node. */
  next({ type, attributes, first }: CaptionSource): Caption | null {
    const kind = type === 'image' ? 'Figure' : type === 'captioned' && typeof first === 'string' ? captionKinds[first] : undefined;
    if (kind === undefined) return null;
    const { isNumbered, anchor, uniqueId } = attributes;
    const hasNumber = type === 'image' ? isNumbered === true : isNumbered !== false;
    let label = '';
    if (hasNumber) {
      const number = readCaptionNumber(attributes['number']) ?? numberAfter(this.#last.get(kind) ?? '0');
      this.#last.set(kind, number);
      label = `${kind} ${number}`;
    }
    const own = readAnchor(anchor);
    if (own !== null) return { label, id: own };
    const isBlock = typeof uniqueId === 'string' && (hasNumber || type !== 'image');
    return { label, id: (isBlock ? readAnchor(`${kind}-${uniqueId}`.toLowerCase()) : null) ?? '' };
  }
}

function numberAfter(number: string): string {
  return number.replace(/\d+$/u, (digits) => `${Number(digits) + 1}`);
}

/** Returns a number of a caption such as `2`, `3-2` or `A.1`, or null for anything else. */
export function readCaptionNumber(value: unknown): string | null {
  return typeof value === 'string' && /^(?:[\p{L}\d]{1,4}[-.]){0,3}\d{1,6}$/u.test(value) ? value : null;
}

/** Returns the anchor of a caption, or null for a value that can't be one. */
export function readAnchor(value: unknown): string | null {
  return typeof value === 'string' && /^[a-z][a-z\d_-]{0,63}$/u.test(value) ? value : null;
}

/** Returns the anchor that a number suggests: `listing-3-2`. */
export function anchorFor(label: string): string {
  return label.toLowerCase().replaceAll(/[^a-z\d]+/gu, '-');
}
