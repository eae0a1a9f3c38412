/** An entry in the list of sites that can be embedded. */
export interface EmbedProvider {
  readonly name: string;
  /**
   * `iframe`: shown in a frame in the text. `script`: rendered by the provider's script on a page of another origin, which is shown in a
   * frame.
   */
  readonly kind: 'iframe' | 'script';
  /** Hosts of the URLs that people paste; subdomains are included. */
  readonly hosts: readonly string[];
  /** Hosts that a frame may show, exactly; `*.example.com` means the subdomains of that host. */
  readonly frames: readonly string[];
}
