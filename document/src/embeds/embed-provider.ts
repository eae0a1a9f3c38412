/** One line of the list of what may be embedded. */
export interface EmbedProvider {
  readonly name: string;
  /** `iframe`: framed in the text. `script`: drawn by the provider's script on a page of another origin, which is framed. */
  readonly kind: 'iframe' | 'script';
  /** Hosts of the addresses that people paste, each with the names below it. */
  readonly hosts: readonly string[];
  /** Hosts that a frame may show, exactly; `*.example.com` stands for the names below that one. */
  readonly frames: readonly string[];
}
