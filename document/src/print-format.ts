import { summaries } from './schema/summaries.ts';
import { leftOut } from './markdown/left-out.ts';
import { documentLimits } from './limits.ts';
import type { AttributeTable, NodeDefinition } from './schema/definition.ts';
import { markDefinitions } from './schema/marks.ts';
import { nodeDefinitions } from './schema/nodes.ts';
import { formatVersion } from './schema/version.ts';

const introduction = `# The document format

Every text is a document in this format: an article, a lesson, a chapter or a comment. This page lists its nodes, marks and limits, and explains how it's
written as Markdown and HTML.

This page is generated from the schema, and a test compares the two. To change it, edit \`document/src/nodes/\`, \`document/src/marks/\`, \`document/src/schema/summaries.ts\` or
\`document/src/print-format.ts\`, and run \`node document/src/print-format.ts > docs/document-format.md\`.

A document is a tree of nodes in ProseMirror's JSON:

\`\`\`json
{ "type": "doc", "content": [{ "type": "paragraph", "content": [{ "type": "text", "text": "Hello" }] }] }
\`\`\`

It's stored as \`bodyDelta\`. Each save derives \`bodyMarkdown\`, \`bodyHtml\` and \`bodyText\` from it. Markdown and HTML from elsewhere are first parsed into a
document, and what is stored and shown is derived from that document. Lessons, chapters and articles can contain every node. Comments can only contain nodes marked
*Also in comments*.

\`version\` is the version of the format, now ${formatVersion}. Validation migrates a document with an older version, or without one (\`migrations\` in the file of each node), and
rejects one with a newer version.

Every write normalizes the document:

- Every attribute is present, and unknown ones are removed.
- Adjacent texts with the same marks become one node.
- Control characters are removed. A line break or tab outside of code becomes a space.
- Upload placeholders at 100 percent, incomplete remote code blocks and footnotes without text are removed.
- A container without content gets an empty paragraph.
- Every top-level block gets an ID of 5 characters that it keeps: \`id\`, or \`uniqueId\` if the node has one. Reading progress and annotations refer to it.
`;

const commonMark = `### Differences from CommonMark

The parser passes every example of the CommonMark specification 0.31.2, except these:

${leftOut.map(({ what, why, examples }) => `- **${what}.** ${why} ${examples.length === 1 ? 'Example' : 'Examples'} ${rangesOf(examples)}.`).join('\n')}
`;

const markdown = `## Markdown

Documents are written as CommonMark with tables. Directives add what Markdown doesn't have. Raw HTML is read as text,
except for the tags of five marks. \`toMarkdown\` and \`fromMarkdown\` are exact: a
normalized document that is written and read again is unchanged. Its IDs are only included in an export with IDs.

| notation | meaning |
|---|---|
| \`:::panel{type=tip}\` … \`:::\` | a node with content; the closing line has at least as many colons as the opening one |
| \`::embed{url=https://example.org/post}\` | a node without content |
| \`::paywall\` | the paywall marker |
| \`::paragraph\` | an empty paragraph |
| \`{: align=center}\` on the line before a block | attributes that the notation of the block can't express |
| \`\\\` at the end of a line, \`{:br}\` anywhere | a hard break |
| \`~~text~~\` | strikethrough |
| \`<u>\`, \`<mark>\`, \`<sub>\`, \`<sup>\`, \`<kbd>\` … and the closing tag | underlined and highlighted text, subscript, superscript, a key |
| \`$x$\`, \`\` $\`x\`$ \`\` | a formula within a line, in TeX; not \`US$5\`, \`$5 and $6\` or \`$ 5$\` |
| \`{:}\` | nothing; separates elements that would otherwise be read as one |
| \`\`\`\`\` \`\`\`ts {2,4-6} displayName="src/area.ts" startLine=14 \`\`\`\`\` | a code block with its language, highlighted lines and attributes |
| \`^[text]\`; \`[^1]\` and anywhere \`[^1]: text\` | a footnote where it is, as in the Markdown of one block; one with its text at the end, as in the Markdown of a document |
| \`\`\`\`\` \`\`\`mermaid \`\`\`\`\` | a diagram |
| \`$$\` … \`$$\`, each on its own line, or \`$$ x $$\` on one line | a formula on its own line |
| \`![alt](src "title")\`, \`[![alt](src)](href)\` | an image between blocks; one with a link |
| \`:::figure{position=wide}\`, an image, a paragraph, \`:::\` | an image with a caption; \`numbered=true\` gives it a number |
| \`:::captioned{anchor=shapes}\`, code, a table or a diagram, a paragraph, \`:::\` | its caption: Listing 1, Table 1, Figure 1 |
| \`[Listing 1](#shapes)\`, \`[Listing 1](#listing-1)\` | a link to it, whose text follows its number |
| \`- [ ] \`, \`- [x] \` | a task that isn't done, or is |
| \`- \` then \`* \`; \`1. \` then \`1) \` | two lists in a row |

A value is a word or a JSON string. Invalid attributes are ignored, and an unknown directive is read as text.
`;

const html = `## HTML

\`toHtml\` writes the HTML that readers see, in an \`<article data-document>\`. It adds \`data-*\` attributes for everything that HTML can't express: \`data-node\` is
the name of a node if its tag isn't enough, \`data-block\` is its ID, and other attributes keep their names (\`data-panel-position\`). \`fromHtml\` reads a
normalized document from this HTML without changes, including its IDs.

\`fromHtml\` also reads pasted and imported HTML, and parses it like a browser:

| HTML | result |
|---|---|
| paragraphs, headings, lists, quotations, code with its language, captions of images, code and tables, rules, details, frames, GitHub's alerts | the corresponding nodes |
| Word's lists, formulas (KaTeX, MathJax, Wikipedia, MathML), checkboxes, Notion's callouts, code in a fixed-width font or a numbered table | the corresponding nodes and marks; formulas as TeX |
| footnotes of any program: a reference and a note that link to each other | footnotes, where the references are; not in comments |
| bold, italic, underline, strikethrough, highlights, subscript, superscript, keys, code and links, by tag or style | the corresponding marks |
| scripts, styles, form controls, media, SVG, canvas, and URLs that aren't allowed | removed |
| other markup | its text |
| \`data-*\` attributes | ignored |

When you paste a page of this site, its nodes survive, except for attributes that only \`data-*\` expresses.
`;

const renderings = `## Renderings

The server renders code, formulas and diagrams once, when a text is saved. Pages only output the result. \`bodyDrawings\` is a JSON list with one entry for each
top-level block of \`bodyDelta\`, and is cut at the same block for readers without full access. An entry is null, or has one rendering for each \`codeBlock\`, \`math\`,
\`mermaid\` and text with the mark \`formula\` in the block, in document order:

| rendering | meaning |
|---|---|
| \`null\` | it couldn't be rendered: the page shows the source |
| \`{ "code": ["5k7 1n1 ", …], "name": "TypeScript" }\` | the runs of each line: a length, and the letter of a class or a space for plain text |
| \`{ "of": 9, "markup": ["math", {…}, …] }\` | MathML as \`[tag, attributes, ...children]\`; \`of\` is the length of the source |
| \`{ "of": 40, "markup": ["svg", {…}, …], "label": "Flowchart: …" }\` | SVG, and a text alternative |

The text itself comes from the document. A rendering whose lengths don't match the source is ignored. You can pass unchecked \`renderings\` to \`renderDocument\`: it only
outputs the elements and attributes listed in document/src/render/markup.ts. \`bodyHtml\` contains no renderings, so any page can use it.

\`\`\`html
<figure class="code"><figcaption class="code__bar"><b>src/area.ts 14–15</b><span class="code__lang">TypeScript</span></figcaption>
  <pre tabindex="0" style="--from:13"><code class="language-ts"><span><span class="k">const</span> a
</span><span class="hl">…</span></code></pre></figure>
<div class="math"><math display="block" alttext="a^2">…</math></div>            not rendered: <code class="language-tex">a^2</code>
<figure class="fig dia"><svg role="img" aria-label="Flowchart: …">…</svg></figure>  not rendered: <pre class="mermaid" tabindex="0">…</pre>
\`\`\`

Each line is a \`<span>\`, with the class \`hl\` if it's highlighted. Line numbers are a CSS counter that starts at \`--from\`, so they aren't copied. The classes within a line are:

| class | meaning | class | meaning |
|---|---|---|---|
| \`k\` | keyword | \`p\` | property or attribute |
| \`s\` | string | \`g\` | tag or selector |
| \`n\` | number or constant | \`e\` | escape or regular expression |
| \`f\` | function | \`m\` | heading or emphasis |
| \`t\` | type | \`i\` | inserted |
| \`c\` | comment | \`d\` | deleted |

The colors of a diagram are \`--dia-bg\`, \`--dia-text\`, \`--dia-muted\`, \`--dia-line\`, \`--dia-node\`, \`--dia-head\` and \`--dia-edge\`.
`;

/** Returns the text of docs/document-format.md. */
export function printFormat(): string {
  const limits = Object.entries(documentLimits).map(
    ([kind, { maxDepth, maxNodes, maxBytes }]) =>
      `| ${kind} | ${maxDepth} | ${maxNodes.toLocaleString('en')} | ${maxBytes.toLocaleString('en')} |`,
  );
  return [
    introduction,
    `## Limits\n\n| document | nesting levels | nodes | bytes |\n|---|---|---|---|\n${limits.join('\n')}\n`,
    `## Nodes\n\n${nodeDefinitions.map((definition) => printNode(definition)).join('\n')}`,
    `## Marks\n\nMarks are stored in this order, from the outermost to the innermost.\n`,
    ...markDefinitions.map(
      (definition) =>
        `### ${definition.name}\n\n${summaryOf(definition)} ${placeOf(definition)}\n${printAttributes(definition.attributes)}`,
    ),
    markdown,
    commonMark,
    html,
    renderings,
  ].join('\n');
}

/** Sorted numbers in the short form `1, 3–5`. */
function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] + 1 === number) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(', ');
}

function printNode(definition: NodeDefinition): string {
  const facts = [
    placeOf(definition),
    definition.content === undefined ? '' : `Content: \`${definition.content}\`.`,
    ...(definition.markdown?.directives ?? []).map(({ name, isContainer }) => `Directive: \`${isContainer ? ':::' : '::'}${name}\`.`),
  ];
  return `### ${definition.name}\n\n${summaryOf(definition)} ${facts.filter(Boolean).join(' ')}\n${printAttributes(definition.attributes, definition)}`;
}

function placeOf({ isForComments }: { readonly isForComments: boolean }): string {
  return isForComments ? 'Also available in comments.' : 'Not available in comments.';
}

function printAttributes(attributes: AttributeTable, definition?: NodeDefinition): string {
  const rows = Object.entries(attributes).map(([name, attribute]) => {
    const short = definition?.markdownNames?.[name];
    const shown = short === undefined ? `\`${name}\`` : `\`${name}\` (Markdown: \`${short}\`)`;
    return `| ${shown} | ${attribute.isRequired === true ? 'required' : `\`${JSON.stringify(attribute.default)}\``} | ${attribute.expected} |`;
  });
  return rows.length === 0 ? '' : `\n| attribute | default | allowed values |\n|---|---|---|\n${rows.join('\n')}\n`;
}

function summaryOf({ name }: { readonly name: string }): string {
  const summary = summaries[name];
  if (summary === undefined) throw new Error(`document/src/schema/summaries.ts: expected a sentence about ${name}`);
  return summary;
}

if (import.meta.main) process.stdout.write(printFormat());
