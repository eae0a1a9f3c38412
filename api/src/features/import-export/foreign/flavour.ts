/** Another tool's Markdown: its additions to CommonMark, tables, strikethrough and footnotes. */
export type Flavour = {
  readonly name: 'mdbook' | 'docusaurus' | 'plain';
  /** Formulas between these. */
  readonly math: 'none' | 'mathjax' | 'dollars';
  readonly hasSmartPunctuation: boolean;
  /** Prefix of hidden lines, by language. */
  readonly hiddenLines: Readonly<Record<string, string>>;
};
