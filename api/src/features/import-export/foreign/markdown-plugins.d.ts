declare module 'markdown-it-footnote' {
  import type { MarkdownIt } from 'markdown-it';
  /** Footnotes. */
  export default function footnotes(parser: MarkdownIt): void;
}

declare module 'markdown-it-deflist' {
  import type { MarkdownIt } from 'markdown-it';
  /** Definition lists. */
  export default function definitions(parser: MarkdownIt): void;
}
