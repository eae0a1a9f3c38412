/** A sentence or two about each node and mark, for docs/document-format.md. They aren't in the definitions, which every editor loads. */
export const summaries: Readonly<Record<string, string | undefined>> = {
  blockquote: 'A quotation.',
  bulletList: 'A bulleted list.',
  caption: 'The caption in a `captioned`. The number before it is only rendered.',
  captioned:
    'Code, a table or a diagram with its caption: Listing 1, Table 1 or Figure 1. `number` is a number of its own, such as 3-2, from which the next ones count on. `anchor` is its anchor on the page.',
  codeBlock:
    'Code. `mode` is the language, `highlightLines` counts the lines of this block from 1, and `startLine` is the number of its first line in the file. Readers can change and run code that is `runnable`.',
  doc: "The whole document. It doesn't contain the title, which has its own column.",
  embed:
    'Content from another site, shown in a frame if its host is allowed, and otherwise as a link. `html` and `scriptSrc` are never part of a page.',
  exercise:
    'A task for the reader: its text, runnable code to start from, and its `exercisePart`s. It is passed when the code passes the tests. Only the task is found by search.',
  exercisePart: 'What an exercise keeps back: hints, which the reader opens one at a time; the tests; and the solution.',
  footnote:
    'A note to a position in the text: lines of text with marks. Its number is counted when the text is shown. Normalization removes a note without text.',
  hardBreak: 'A forced line break within a paragraph.',
  heading: 'A heading. Its anchor on the page is derived from its text, and is unique in the document.',
  horizontalRule: 'A horizontal line between blocks.',
  ideEmbed: 'A project in an online editor on an allowed host.',
  iframeEmbed: 'A page from an allowed host in a sandboxed frame.',
  imageUploadPlaceholder:
    'An image that is still uploading. It only exists in the editor: the API and the database reject a text with one. `uploadedSize` of `totalSize` bytes have been sent; `progressPercent` is the same as a percentage. Normalization removes it at 100 percent.',
  image: 'An image between blocks. Its content is its caption. With `isNumbered`, its caption has a number: Figure 1.',
  listItem: 'An item of a list: a paragraph, optionally followed by other blocks. `checked` makes it a task: done or not.',
  math: 'A formula on its own line. Its content is TeX.',
  mdx: 'A component of compiled MDX, from a fixed list and with literal properties. No code in it is executed.',
  mermaid: 'A diagram. Its content is Mermaid source.',
  orderedList: 'A numbered list. `start` is its first number.',
  panel: 'A callout. The menu offers every type except `important`, which is only rendered.',
  paragraph: 'A paragraph of text.',
  paywallThreshold:
    'The start of the text that is only for subscribers. It occurs at most once, at the top level; `freeBlocks` counts the blocks before it.',
  protectedRepositoryLink:
    'A link to the repository of the item. The page builds its URL from the assets server (ASSETS_URL) and the path of the item, with a signature for users who can read the whole text.',
  remoteCodeBlock:
    "Code from a repository: a header and a code block with locality `remote`. It's removed if it has fewer than two children.",
  remoteCodeHeader: "The source of remote code: the file, the repository and the commit that it's pinned to.",
  summary: 'A box with key points.',
  tableCell: 'A cell of a table.',
  tableHeader: 'A heading cell of a table.',
  tableRow: 'One row of a table.',
  table:
    'A table. In Markdown, a simple table is a Markdown table; one with merged cells, or with blocks in a cell, is written as directives.',
  text: 'Text with its marks. Outside of code, a line break or tab is read as a space; a forced line break is a `hardBreak`.',
  bold: 'Bold text.',
  formula: 'A formula within a line. Its text is TeX.',
  highlight: 'Highlighted text.',
  italic: 'Italic text.',
  keyboard: 'A key, or text to type.',
  link: 'A link. Links to other sites are rendered with rel="noopener noreferrer nofollow".',
  strikethrough: 'Text that no longer applies, shown crossed out.',
  subscript: 'Lowered text, as in H₂O.',
  superscript: 'Raised text, as in x².',
  underline: 'Underlined text.',
  code: 'Inline code.',
};
