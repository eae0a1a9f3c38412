/** A text and what its rendering needs to know about the site. */
export type TextFacts = {
  /** The document from the API: a JSON string; null when there is none. */
  bodyDelta: string | null;
  /** The server's renderings of its blocks (code, formulas, diagrams) as a JSON string; null when there are none yet. */
  bodyDrawings: string | null;
  /** The site's own origin: links to others get a `rel`. */
  siteOrigin: string;
  /** The signed URL of the text's repository; null without access or an assets server. */
  repositoryUrl: string | null;
  /** The origin that serves script embeds; null renders them as links. */
  embedOrigin: string | null;
};

/** A heading in the table of contents. */
export type TextHeading = {
  /** The ID of the heading's element. */
  id: string;
  text: string;
  /** 2 to 6: level 1 is the page's title. */
  level: number;
  /** The number of its block in the gutter. */
  number: number;
};
