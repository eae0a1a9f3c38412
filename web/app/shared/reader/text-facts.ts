/** A text and what its rendering needs to know of the site. */
export type TextFacts = {
  /** The document as the API answers it: a JSON string; null when there is none to show. */
  bodyDelta: string | null;
  /** What the server drew for its blocks (code, formulas, diagrams), a JSON string; null when nothing is drawn yet. */
  bodyDrawings: string | null;
  /** The site's own origin: links elsewhere get a relation. */
  siteOrigin: string;
  /** The signed link to the text's repository; null for who may not have it, and without an assets server. */
  repositoryUrl: string | null;
  /** The origin that draws script embeds; null makes links of them. */
  embedOrigin: string | null;
};

/** A heading as the table of contents shows it. */
export type TextHeading = {
  /** The anchor. */
  id: string;
  text: string;
  /** 2 to 6: level 1 is the page's title. */
  level: number;
  /** The number of its block in the gutter. */
  number: number;
};
