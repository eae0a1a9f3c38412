/** The Markdown of another tool: what it knows beside CommonMark, tables, strikethrough and footnotes. */
export type Flavour = {
  readonly name: 'mdbook' | 'docusaurus' | 'plain';
  /** Formulas between these. */
  readonly math: 'none' | 'mathjax' | 'dollars';
  readonly hasSmartPunctuation: boolean;
  /** For each language what hides a line that begins with it. */
  readonly hiddenLines: Readonly<Record<string, string>>;
};
