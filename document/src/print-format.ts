import { leftOut } from './markdown/left-out.ts';
import { documentLimits } from './limits.ts';
import type { AttributeTable, NodeDefinition } from './schema/definition.ts';
import { markDefinitions } from './schema/marks.ts';
import { nodeDefinitions } from './schema/nodes.ts';
import { formatVersion } from './schema/version.ts';

const introduction = `# The document format

Written from the schema by \`node document/src/print-format.ts > docs/document-format.md\`; a test compares the two. Change
\`document/src/nodes/\` or \`document/src/marks/\` and print it again.

A text is a tree of nodes in ProseMirror's JSON: \`{ "type": "doc", "content": [{ "type": "paragraph", "content": [{ "type": "text",
"text": "Hello" }] }] }\`. It is stored as \`bodyDelta\`; \`bodyMarkdown\`, \`bodyHtml\` and \`bodyText\` are derived from it on every
save. Markdown and HTML from outside are read into a document first; what is stored and shown is derived from that. Lessons, chapters and articles may hold every node, comments those marked so.

\`version\` is that of the format (now ${formatVersion}); a document of an older one, or without any, is migrated when it is validated
(\`migrations\` in each node's file), one of a newer version is refused.

On every write the document is normalised: every attribute is present, unknown ones are gone, neighbouring text with equal marks is
one node, control characters are removed, a line end or tab outside code is a space, upload placeholders at 100 percent and
incomplete remote code blocks are dropped, a box without content gets an empty paragraph. Every top-level block gets an id of 5
characters that stays with it (\`id\`, or \`uniqueId\` where the node has one); reading progress and annotations hang on it.
`;

const commonMark = `### What of CommonMark is left out

Every example of the CommonMark specification 0.31.2 is read as it says, but for these.

${leftOut.map(({ what, why, examples }) => `- **${what}.** ${why} Examples ${examples.join(', ')}.`).join('\n')}
`;

const markdown = `## Markdown

CommonMark and tables, with what Markdown lacks as directives. Raw HTML is text. \`toMarkdown\` and \`fromMarkdown\` are exact: a
normalised document comes back as it was; its ids come back from an export with ids.

| notation | meaning |
|---|---|
| \`:::panel{type=tip}\` … \`:::\` | a node with content; the line that ends it has at least as many colons |
| \`::embed{url=https://example.org/post}\` | a node without content |
| \`::paywall\` | the paywall marker |
| \`::paragraph\` | an empty paragraph |
| \`{: align=center}\` on the line before a block | attributes that the block's own notation does not say |
| \`\\\` at the end of a line, \`{:br}\` anywhere | a hard break |
| \`{:}\` | nothing; keeps apart what would be read together |
| \`\`\`\`\` \`\`\`ts {2,4-6} displayName="src/area.ts" startLine=14 \`\`\`\`\` | a code block with its language, highlighted lines and attributes |
| \`\`\`\`\` \`\`\`mermaid \`\`\`\`\` | a diagram |
| \`$$\` … \`$$\`, each on its own line | a formula; \`$$ x $$\` on one line too |
| \`![alt](src "title")\`, \`[![alt](src)](href)\` | an image between blocks, and one that is a link |
| \`:::figure{position=wide}\`, an image, a paragraph, \`:::\` | an image with a caption |
| \`- \` then \`* \`; \`1. \` then \`1) \` | two lists in a row |

A value is a word or a JSON string. What is not allowed is left out, an unknown directive stays text.
`;

const html = `## HTML

\`toHtml\` writes the reader's HTML in an \`<article data-document>\`, with what HTML does not say by itself as \`data-*\`: \`data-node\` names
the node where its tag does not, \`data-block\` is its id, an attribute has its own name (\`data-panel-position\`). \`fromHtml\` reads a
normalised document back from it as it was, ids included.

From anywhere else \`fromHtml\` reads what is pasted or imported, as a browser would parse it: paragraphs, headings, lists, quotations, code with its
language, images with captions, tables, rules, details, frames, GitHub's alerts, and bold, italic, code and links by tag or style. From clipboards also Word's lists, formulas (KaTeX, MathJax,
Wikipedia, MathML) as TeX, checkboxes as ☐ and ☑, Notion's callouts, and code in a fixed-width font or in numbered tables. Other markup is
its words; \`data-*\` is not believed. Scripts, styles, forms' controls, media and drawings are left out, an address that is not
allowed too. A page of ours, pasted, gives its nodes back but for what only \`data-*\` says.
`;

const renderings = `## Drawings

Code, formulas and diagrams are drawn once, by the server, when a text is saved; a page only writes down what was drawn. \`bodyDrawings\` is a
JSON list with one entry for each top-level block of \`bodyDelta\`, cut at the same place: null, or one drawing for each \`codeBlock\`, \`math\` and \`mermaid\`
in the block, in the order of the text.

| drawing | what it is |
|---|---|
| \`null\` | it could not be drawn: the page shows the source |
| \`{ "code": ["5k7 1n1 ", …], "name": "TypeScript" }\` | for each line its runs: a length and a letter, a space for none |
| \`{ "of": 9, "markup": ["math", {…}, …] }\` | MathML as \`[tag, attributes, ...children]\`; \`of\` is the length of the source |
| \`{ "of": 40, "markup": ["svg", {…}, …], "label": "Flowchart: …" }\` | SVG, and its words for those who do not see it |

Words come from the document: a drawing whose lengths are not those of the source is left aside. \`renderDocument\` takes \`drawings\` unchecked; what may be an
element or an attribute is the list in document/src/render/markup.ts. \`bodyHtml\` holds no drawings, so that it suits any page.

\`\`\`html
<figure class="code"><figcaption class="code__bar"><b>src/area.ts 14–15</b><span class="code__lang">TypeScript</span></figcaption>
  <pre tabindex="0" style="--from:13"><code class="language-ts"><span><span class="k">const</span> a
</span><span class="hl">…</span></code></pre></figure>
<div class="math"><math display="block" alttext="a^2">…</math></div>            without a drawing: <code class="language-tex">a^2</code>
<figure class="fig dia"><svg role="img" aria-label="Flowchart: …">…</svg></figure>  without a drawing: <pre class="mermaid" tabindex="0">…</pre>
\`\`\`

A line is a \`<span>\`, \`hl\` when it is highlighted; its number is a counter from \`--from\`, so it is not copied. The classes of words: \`k\` keyword,
\`s\` string, \`n\` number or constant, \`f\` function, \`t\` type, \`c\` comment, \`p\` property or attribute, \`g\` tag or selector, \`e\` escape or regular
expression, \`m\` heading or emphasis, \`i\` inserted, \`d\` deleted. A diagram is coloured by \`--dia-bg\`, \`--dia-text\`, \`--dia-muted\`, \`--dia-line\`, \`--dia-node\`, \`--dia-head\` and \`--dia-edge\`.
`;

/** The text of docs/document-format.md. */
export function printFormat(): string {
  const limits = Object.entries(documentLimits).map(
    ([kind, { maxDepth, maxNodes, maxBytes }]) => `| ${kind} | ${maxDepth} | ${maxNodes} | ${maxBytes} |`,
  );
  return [
    introduction,
    `## Limits\n\n| kind | levels | nodes | bytes |\n|---|---|---|---|\n${limits.join('\n')}\n`,
    `## Nodes\n\n${nodeDefinitions.map((definition) => printNode(definition)).join('\n')}`,
    `## Marks\n\nStored in this order, outermost first.\n`,
    ...markDefinitions.map((definition) => `### ${definition.name}\n\n${definition.summary}\n${printAttributes(definition.attributes)}`),
    markdown,
    commonMark,
    html,
    renderings,
  ].join('\n');
}

function printNode(definition: NodeDefinition): string {
  const facts = [
    definition.isForComments ? 'Also in comments.' : 'Not in comments.',
    definition.content === undefined ? '' : `Content: \`${definition.content}\`.`,
    ...(definition.markdown?.directives ?? []).map(({ name, isContainer }) => `Directive: \`${isContainer ? ':::' : '::'}${name}\`.`),
  ];
  return `### ${definition.name}\n\n${definition.summary} ${facts.filter(Boolean).join(' ')}\n${printAttributes(definition.attributes, definition)}`;
}

function printAttributes(attributes: AttributeTable, definition?: NodeDefinition): string {
  const rows = Object.entries(attributes).map(([name, attribute]) => {
    const short = definition?.markdownNames?.[name];
    const shown = short === undefined ? `\`${name}\`` : `\`${name}\` (Markdown: \`${short}\`)`;
    return `| ${shown} | ${attribute.isRequired === true ? 'required' : `\`${JSON.stringify(attribute.default)}\``} | ${attribute.expected} |`;
  });
  return rows.length === 0 ? '' : `\n| attribute | default | what it may be |\n|---|---|---|\n${rows.join('\n')}\n`;
}

if (import.meta.main) process.stdout.write(printFormat());
