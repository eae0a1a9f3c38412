import { onePixel } from './generated-mdbook.ts';

/** A part of a text: its Markdown, its words, and the words of its images, links and marks. */
export type Piece = {
  readonly markdown: string;
  readonly words: readonly string[];
  readonly images: readonly string[];
  readonly links: readonly string[];
  readonly marks: readonly Mark[];
};

/** A mark of a word: its type in the document, or for one that a document can't have, what the report says. */
type Mark = readonly [word: string, mark: string | RegExp];

const plain = (markdown: string, words: readonly string[]): Piece => ({ markdown, words, images: [], links: [], marks: [] });
const marked = (markdown: string, word: string, ...marks: readonly (string | RegExp)[]): Piece => ({
  ...plain(markdown, [word]),
  marks: marks.map((mark) => [word, mark]),
});
const linked = (markdown: string, word: string): Piece => ({ ...plain(markdown, [word]), links: [word] });
const pictured = (markdown: string, word: string, ...marks: readonly RegExp[]): Piece => ({
  ...marked(markdown, word, ...marks),
  images: [word],
});

/** The parts of lines that all tools have. Each URL has the word, so that the report can be searched for it. */
export const commonInline = (w: string): Piece[] => [
  plain(w, [w]),
  marked(`*${w}*`, w, 'italic'),
  marked(`\`${w}\``, w, 'code'),
  marked(`**${w}**`, w, 'bold'),
  marked(`***${w}***`, w, 'bold', 'italic'),
  marked(`~~${w}~~`, w, 'strikethrough'),
  linked(`[${w}](https://example.org/${w})`, w),
  linked(`[${w}](two.md?${w}#part)`, w),
  linked(`[${w}](none-${w}.md)`, w),
  linked(`[${w}](javascript:${w})`, w),
  linked(`**[${w}](https://example.org/${w})**`, w),
  linked(`<a href="two.md?${w}">${w}</a>`, w),
  pictured(`![${w}](lamp.png?${w})`, w),
  pictured(`![${w}](none-${w}.png)`, w),
  pictured(`![${w}](https://example.org/${w}.png)`, w),
  pictured(`<img src="lamp.png?${w}" alt="${w}" width="50%">`, w, /The width of an image|The image|An image in a heading/u),
  marked(`<mark>${w}</mark>`, w, 'highlight'),
  marked(`<u>${w}</u>`, w, 'underline'),
  marked(`<del>${w}</del>`, w, 'strikethrough'),
  marked(`<kbd>${w}</kbd>`, w, 'keyboard'),
  marked(`<sub>${w}</sub>`, w, 'subscript'),
  marked(`<sup>${w}</sup>`, w, 'superscript'),
  marked(`<ins>${w}</ins>`, w, 'underline'),
  marked(`<small>${w}</small>`, w, /<small> is removed/u),
  marked(`<var>${w}</var>`, w, /<var> becomes italic/u),
  plain(`$${w}_1$`, [w]),
  plain(`<a name="${w}"></a>${w}`, [w]),
  plain(`<span class="${w}">${w}</span>`, [w]),
  linked(`[](https://example.org/${w})`, w),
  linked(`[](none-${w}.md)`, w),
  linked(`<https://example.org/${w}>`, w),
  linked(`[*${w}* \`x\`](https://example.org/${w} "T")`, w),
  linked(`[${w}][${w}r]\n\n[${w}r]: https://example.org/${w}\n`, w),
  marked(`<b>${w}</b>`, w, 'bold'),
  marked(`<em>${w}</em>`, w, 'italic'),
  marked(`<s>${w}</s>`, w, 'strikethrough'),
  marked(`<code>${w}</code>`, w, 'code'),
  marked(`<samp>${w}</samp>`, w, 'code'),
  marked(`<mark>**${w}**</mark>`, w, 'highlight', 'bold'),
  plain(`^[${w} *x*]`, [w]),
  plain(`a<br>${w}`, [w]),
  plain(`&lt;${w}&gt; &copy; \\*${w}\\*`, [w]),
];

/** The blocks that all tools have, with a line in some. */
export const commonBlocks = (line: Piece, w: string): Piece[] => [
  line,
  { ...line, markdown: `> ${line.markdown}` },
  { ...line, markdown: `- ${line.markdown}\n- [x] ${line.markdown.length}` },
  { ...line, markdown: `1. ${w}\n   - ${line.markdown}`, words: [...line.words, w] },
  { ...line, markdown: `## ${line.markdown}` },
  { ...line, markdown: `> [!NOTE]\n> ${line.markdown}` },
  { ...line, markdown: `<div align="center">\n\n${line.markdown}\n\n</div>` },
  { ...line, markdown: `<details>\n<summary>More</summary>\n\n${line.markdown}\n\n</details>` },
  plain(`\`\`\`js\n${w}();\n\`\`\``, [w]),
  plain(`<Listing number="1" file-name="${w}.rs" caption="Says ${w}">\n\n\`\`\`rust\n${w}\n\`\`\`\n\n</Listing>`, [w]),
  plain(`$$\n${w}\n$$`, [w]),
  plain(`| ${w} | b |\n| --- | --- |\n| c | d |`, [w]),
  plain(`${w}[^${w}]\n\n[^${w}]: Note ${w}x.`, [w, `${w}x`]),
  plain(`${w}[^${w}] ^[${w}y]\n\n[^${w}]: Note ${w}x.\n\n    - ${w}z\n\n    \`\`\`\n    ${w}v\n    \`\`\``, [
    w,
    `${w}x`,
    `${w}y`,
    `${w}z`,
    `${w}v`,
  ]),
  plain(`${w}[^${w}] and ${w}y[^${w}]\n\n[^${w}]: Note ${w}x *twice*.`, [w, `${w}x`, `${w}y`]),
  plain(`> [!TIP] ${w}[^${w}]\n> Words\n\n[^${w}]: Note ${w}x.`, [w, `${w}x`]),
  plain(`<details>\n<summary>${w}[^${w}]</summary>\n\nWords\n\n</details>\n\n[^${w}]: Note ${w}x.`, [w]),
  plain(`|  |  |\n| --- | --- |\n| ${w} | b |`, [w]),
  plain(`- [ ] ${w}\n  - [x] ${w}x\n    1. ${w}y\n       - [ ] ${w}z`, [w, `${w}x`, `${w}y`, `${w}z`]),
  plain(`1. \`\`\`js\n   ${w}\n   \`\`\`\n2. > ${w}x\n3. | ${w}y | b |\n   | --- | --- |\n   | c \\| ${w}z | \`d \\| ${w}v\` |`, [
    w,
    `${w}x`,
    `${w}y`,
    `${w}z`,
    `${w}v`,
  ]),
  plain(`- $$\n  ${w}_1\n  $$\n- ${w}x`, [w, `${w}x`]),
  plain(`<figure>\n<img src="lamp.png" alt="x">\n<figcaption>Figure 1-1: ${w}</figcaption>\n</figure>\n\nSee Figure 1-1.`, [w]),
  plain(
    `<table><caption>${w}</caption><tr><td colspan="2">${w}x</td></tr><tr><td>${w}y</td><td><ul><li>${w}z</li></ul></td></tr></table>`,
    [w, `${w}x`, `${w}y`, `${w}z`],
  ),
  plain(`<dl><dt>${w}</dt><dd>${w}x</dd></dl>`, [w, `${w}x`]),
  plain(`    ${w} indented\n\n---\n\nSetext ${w}x\n=====`, [w, `${w}x`]),
  { ...line, markdown: `<p align="right">\n\n${line.markdown}\n\n</p>` },
  plain(`[^${w}]: Unused ${w}x[^${w}b].\n\n[^${w}b]: See ${w}y.`, [`${w}x`, `${w}y`]),
  plain(`<figure>\n<img src="lamp.png" alt="x"><img src="lamp.png" alt="y">\n<figcaption>${w}</figcaption>\n</figure>`, [w]),
  marked(`<video src="${w}.mp4"></video>`, '', /<video> is removed/u),
];

/** What a tool adds, and the files around a text. */
export type Dialect = {
  readonly inline?: (w: string) => readonly Piece[];
  readonly blocks?: (line: Piece, w: string) => readonly Piece[];
  readonly files: (text: string) => Record<string, string | Buffer>;
};

const indented = (markdown: string) => markdown.replaceAll(/^/gmu, '    ');
const around = (line: Piece, w: string, write: (markdown: string) => string): Piece => ({
  ...line,
  markdown: write(line.markdown),
  words: [...line.words, w],
});
const folder =
  (more: Record<string, string>, root = '') =>
  (text: string) => ({
    ...more,
    [`${root}one.md`]: text,
    [`${root}two.md`]: '# Two\n\n## Part\n',
    [`${root}lamp.png`]: onePixel,
    [`${root}part.md`]: 'Words of a part.\n',
  });

/** What each tool adds. */
export const dialects: Readonly<Record<string, Dialect>> = {
  'an mdBook': {
    files: (text) => ({
      'book.toml': '[book]\ntitle = "T"',
      'src/SUMMARY.md': '- [One](one.md)\n- [Two](two.md)\n',
      'src/one.md': text,
      'src/two.md': '## Part\n',
      'src/lamp.png': onePixel,
    }),
    blocks: (line, w) => [around(line, w, (text) => `\`\`\`admonish tip "${w}"\n${text}\n\`\`\``)],
  },
  'a folder of Markdown': { files: folder({}) },
  'a Docusaurus site': {
    files: (text) => ({
      'sidebars.js': "module.exports = { d: ['one', 'two'] };",
      'docs/one.md': text,
      'docs/two.md': '## Part\n',
      'docs/lamp.png': onePixel,
    }),
    blocks: (line, w) => [
      around(line, w, (text) => `:::note[${w}]\n\n${text}\n\n:::`),
      { ...plain(`:::note[${w}[^${w}]]\n\nWords[^${w}]\n\n:::\n\n[^${w}]: Note ${w}x.`, [w, `${w}x`]) },
      plain(`- item\n\n  :::note\n${w} outside\n  :::`, [w]),
      around(line, w, (text) => `:::tip ${w}\n\n:::danger\n\n${text}\n\n:::\n\n:::`),
      around(line, w, (text) => `<Tabs>\n<TabItem value="a" label="${w}">\n\n${text}\n\n</TabItem>\n</Tabs>`),
    ],
  },
  'a site of MkDocs': {
    files: folder({ 'mkdocs.yml': 'nav: [one.md, two.md]' }, 'docs/'),
    inline: (w) => [
      marked(`==${w}==`, w, 'highlight'),
      marked(`^^${w}^^`, w, 'underline'),
      marked(`++${w}++`, w.replace('w', 'W'), 'keyboard'),
      marked(`H~${w}~`, w, 'subscript'),
      marked(`x^${w}^`, w, 'superscript'),
      marked(`{--${w}--}`, w, 'strikethrough'),
      plain(`{>>${w}<<}`, [w]),
      plain(`:material-${w}:`, [w]),
      pictured(`![${w}](lamp.png?${w}){ width="300" }`, w),
      linked(`[${w}](two.md?${w}){ .md-button }`, w),
    ],
    blocks: (line, w) => [
      around(line, w, (text) => `!!! note "${w}"\n${indented(text)}`),
      around(line, w, (text) => `??? tip "${w}"\n${indented(text)}`),
      around(line, w, (text) => `=== "${w}"\n\n${indented(text)}\n\n=== "Other"\n\n    x`),
      around(line, w, (text) => `!!! danger\n    !!! note "${w}"\n${indented(indented(text))}`),
      plain(`*[HTML]: ${w}`, [w]),
      plain(`--8<-- "${w}.md"`, [w]),
      plain(`--8<--\npart.md\n${w}.md\n--8<--`, [w]),
      around(line, w, (text) => `/// note | ${w}\n${text}\n///`),
      around(line, w, (text) => `/// details | ${w}\n    type: warning\n\n${text}\n///`),
      around(line, w, (text) => `/// tab | ${w}\n${text}\n///`),
      plain(`/// ${w} | ${w}x\nWords\n///`, [w, `${w}x`]),
      plain(`\`\`\` { .py title="${w}" }\na\n\`\`\``, [w]),
    ],
  },
  'a vault of Obsidian': {
    files: folder({}),
    inline: (w) => [
      marked(`==${w}==`, w, 'highlight'),
      linked(`[[two|${w}]]`, w),
      linked(`[[two#Part|${w}]]`, w),
      linked(`[[none-${w}]]`, w),
      pictured(`![[lamp.png|${w}]]`, w),
      plain(`![[none-${w}.png]]`, [w]),
      plain(`#${w}`, [w]),
    ],
    blocks: (line, w) => [
      around(line, w, (text) => `> [!question]- ${w}\n> ${text}`),
      around(line, w, (text) => `> [!mine] ${w}\n> ${text}`),
      { ...line, markdown: `${line.markdown} ^block` },
    ],
  },
  'a book of MyST': {
    files: folder({ '_toc.yml': 'root: one\nchapters:\n  - file: two' }),
    inline: (w) => [
      linked(`{doc}\`${w} <two>\``, w),
      linked(`{ref}\`${w} <none-${w}>\``, w),
      marked(`{kbd}\`${w}\``, w, 'keyboard'),
      marked(`{sub}\`${w}\``, w, 'subscript'),
      plain(`{term}\`${w}\``, [w]),
      plain(`{cite}\`${w}\``, [w]),
      plain(`{unknown}\`${w}\``, [w]),
      marked(`{u}\`${w}\``, w, 'underline'),
    ],
    blocks: (line, w) => [
      around(line, w, (text) => `\`\`\`{note} ${w}\n${text}\n\`\`\``),
      around(line, w, (text) => `:::{dropdown} ${w}\n${text}\n:::`),
      around(line, w, (text) => `::::{tab-set}\n:::{tab-item} ${w}\n${text}\n:::\n::::`),
      plain(`\`\`\`{figure} lamp.png\n:name: x\n\n${w}\n\`\`\``, [w]),
      plain(`\`\`\`{code-block} python\n:caption: ${w}\na\n\`\`\``, [w]),
      plain(`\`\`\`{list-table} ${w}\n* - a\n\`\`\``, [w]),
      plain(`\`\`\`{include} ${w}.md\n\`\`\``, [w]),
      plain(`\`\`\`{embed} #${w}\n\`\`\``, [w]),
      plain(`+-------+---+\n| ${w} | b |\n+=======+===+\n| ${w}x | c |\n+-------+---+`, [w, `${w}x`]),
    ],
  },
  'a site of Quarto': {
    files: (text) => ({ ...folder({ '_quarto.yml': 'book:\n  chapters: [one.md, two.md]', 'x.qmd': 'x\n' })(text) }),
    inline: (w) => [
      marked(`[${w}]{.mark}`, w, 'highlight'),
      plain(`[${w}]{.smallcaps}`, [w]),
      plain(`[@${w}, p. 3]`, [w]),
      plain(`@${w}`, [w]),
      pictured(`![${w}](lamp.png?${w}){#fig-a width=50%}`, w),
    ],
    blocks: (line, w) => [
      around(line, w, (text) => `::: {.callout-note}\n## ${w}\n${text}\n:::`),
      around(line, w, (text) => `::: {.callout-tip title="${w}" collapse="true"}\n${text}\n:::`),
      around(line, w, (text) => `::: {.panel-tabset}\n## ${w}\n\n${text}\n\n## Other\nx\n:::`),
      around(line, w, (text) => `:::: {.columns}\n::: {.column}\n${text}\n:::\n::: {.column}\n${w}\n:::\n::::`),
      plain(`\`\`\`{python}\n#| fig-cap: ${w}\nprint(1)\n\`\`\``, [w]),
      plain(`{{< include ${w}.qmd >}}`, [w]),
      plain(`(@${w}) Example ${w}x\n\nSee (@${w}) and (@none-${w}y).`, [`${w}x`, `${w}y`]),
      plain(`+--------+---+\n| ${w} | b |\n|        | c |\n+--------+---+\n| ${w}x | - d |\n+--------+---+`, [w, `${w}x`]),
      plain(`| ${w}\n|   ${w}x`, [w, `${w}x`]),
      plain(`${w}    b\n------   ---\n${w}x   c`, [w, `${w}x`]),
    ],
  },
  'a site of VitePress': {
    files: folder({}),
    inline: (w) => [plain(`<Badge text="${w}" />`, [w]), plain(`{{ ${w} }}`, [w])],
    blocks: (line, w) => [
      around(line, w, (text) => `::: tip ${w}\n${text}\n:::`),
      around(line, w, (text) => `::: details ${w}\n${text}\n:::`),
      around(line, w, (text) => `::: details ${w} {open}\n${text}\n:::`),
      plain(`\`\`\`js:line-numbers=5 {1} [${w}.js]\n${w}x\n\`\`\``, [w, `${w}x`]),
      around(line, w, (text) => `::: raw\n${text} ${w}\n:::`),
      plain(`::: code-group\n\n\`\`\`js [${w}]\na\n\`\`\`\n\n\`\`\`ts\n${w}x\n\`\`\`\n\n:::`, [w, `${w}x`]),
      plain(`<<< ./${w}.js`, [w]),
      plain(`\`\`\`js\n${w}() // [!code ++]\n\`\`\``, [w]),
    ],
  },
  'a site of Jekyll': {
    files: folder({ '_config.yml': 'title: T' }),
    inline: (w) => [
      marked(`*${w}*{:.red}`, w, 'italic'),
      linked(`[${w}](https://example.org/${w}){:target="_blank"}`, w),
      plain(`{::nomarkdown}${w}{:/}`, [w]),
    ],
    blocks: (line, w) => [
      plain(`|---\n| ${w} | b\n|:-|-:\n| ${w}x | c\n|===\n| ${w}y | d`, [w, `${w}x`, `${w}y`]),
      plain(`| ${w} | \`x|y\` |\n| ${w}x | d |`, [w, `${w}x`]),
      plain(`|-----+----|\n| ${w} | b |\n|-----+----|`, [w]),
      plain(`## ${w} {:.no_toc}`, [w]),
      { ...line, markdown: `${line.markdown}\n{: .lead}` },
      plain(`{: .note-title }\n> ${w}\n> Words ${w}x`, [w, `${w}x`]),
      plain(`*[HTML]: ${w}`, [w]),
    ],
  },
  'a space of GitBook': {
    files: folder({ '.gitbook.yaml': 'root: ./' }),
    blocks: (line, w) => [
      around(line, w, (text) => `{% hint style="warning" %}\n${text}\n\n${w}\n{% endhint %}`),
      around(line, w, (text) => `{% tabs %}\n{% tab title="${w}" %}\n${text}\n{% endtab %}\n{% endtabs %}`),
      plain(`{% code title="${w}.js" %}\n\`\`\`js\n${w}x\n\`\`\`\n{% endcode %}`, [w, `${w}x`]),
      plain(`{% embed url="https://example.org/${w}" %}\n${w}x\n{% endembed %}`, [w, `${w}x`]),
      plain(`{% file src="${w}.pdf" %}\n${w}x\n{% endfile %}`, [w, `${w}x`]),
      around(line, w, (text) => `{% stepper %}\n{% step %}\n### ${w}\n${text}\n{% endstep %}\n{% endstepper %}`),
      plain(`{% ${w} name="${w}x" %}`, [w, `${w}x`]),
    ],
  },
  'a site of Hugo or Jekyll': {
    files: folder({ 'hugo.toml': 'title = "T"' }),
    inline: (w) => [
      linked(`[${w}]({{< relref "two.md" >}})`, w),
      linked(`[${w}]({% link two.md %})`, w),
      plain(`{% raw %}{{ ${w} }}{% endraw %}`, [w]),
      plain(`{{ site.${w} }}`, [w]),
      plain(`{{< param ${w} >}}`, [w]),
    ],
    blocks: (line, w) => [
      around(line, w, (text) => `{{% notice tip %}}\n${text} ${w}\n{{% /notice %}}`),
      around(line, w, (text) => `{{< details "${w}" >}}\n${text}\n{{< /details >}}`),
      around(line, w, (text) => `{{< tabs >}}\n{{< tab "${w}" >}}\n${text}\n{{< /tab >}}\n{{< /tabs >}}`),
      around(line, w, (text) => `{% if ${w} %}\n${text}\n{% endif %}`),
      plain(`{{< figure src="/lamp.png" caption="${w}" >}}`, [w]),
      plain(`{{< figure\n  src="/lamp.png"\n  title="${w}" link="https://example.org/${w}x"\n  attr="${w}y" >}}`, [w, `${w}x`, `${w}y`]),
      plain(`Words {{< figure src="/lamp.png" alt="${w}" caption="${w}x" >}} around`, [w, `${w}x`]),
      plain(`{{< figure src="none-${w}.png" >}}`, [w]),
      plain(`{{< highlight js "hl_lines=1,linenostart=3" >}}\n${w}\n{{< /highlight >}}`, [w]),
      linked(`See {{< ref "two.md#part" >}} and [${w}]({{< ref "none-${w}.md" >}}).`, w),
      plain(`{{< gist ${w} >}}`, [w]),
      plain(`{% include ${w}.html %}`, [w]),
      plain(`{% highlight ruby %}\n${w}\n{% endhighlight %}`, [w]),
      plain(`${w}\n{: .note }`, [w]),
    ],
  },
};
