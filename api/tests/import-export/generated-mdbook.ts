/** Number of chapters of the generated book, without drafts. */
export const generatedChapters = 100;

const kinds = ['note', 'tip', 'warning', 'danger'] as const;

/** A PNG image of one pixel. */
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Returns the file of chapter `n`, from 1: every tenth is the index of its folder, the two after it are nested below it. */
function chapterFile(n: number): string {
  if (n % 10 === 1) return `part-${Math.ceil(n / 10)}/README.md`;
  return `part-${Math.ceil(n / 10)}/${n % 3 === 0 ? 'deep/' : ''}ch-${String(n).padStart(3, '0')}.md`;
}

/** Returns the files of a book with everything in mdBook's guide; always the same. An import loses only what is listed. */
export function generatedMdBook(): Record<string, string | Buffer> {
  const files: Record<string, string | Buffer> = {
    'book.toml': [
      '[book]',
      'title = "The Lighthouse Keeper’s Manual"',
      'description = "How a lamp is kept, in a hundred short chapters."',
      'authors = ["N. Keeper"]',
      'language = "en"',
      'src = "src"',
      '[rust]',
      'edition = "2021"',
      '[preprocessor.admonish]',
      'command = "mdbook-admonish"',
      '[output.html]',
      'mathjax-support = true',
      'smart-punctuation = true',
      '[output.html.code.hidelines]',
      'python = "~"',
    ].join('\n'),
    'src/code/lamp.rs': [
      '// ANCHOR: whole',
      'fn main() {',
      '    // ANCHOR: lamp',
      '    let lamp = light(7);',
      '    // ANCHOR_END: lamp',
      '    println!("{lamp}");',
      '}',
      '// ANCHOR_END: whole',
      'fn light(oil: u32) -> u32 { oil * 2 }',
      '',
    ].join('\n'),
    'src/shared/oil.md': 'Oil is kept *cool*. More of it stands in [the log](#the-log).\n',
    'src/images/lamp.png': onePixel,
    'src/preface.md': '# Preface\n\nRead [the first part](part-1/index.html) first, then [chapter 42](part-5/deep/ch-042.html#the-log).\n',
    'src/thanks.md': '# Thanks\n\nTo [everybody](preface.md).\n',
  };
  const summary = ['# Summary', '', '[Preface](preface.md)', '', '---', ''];
  for (let n = 1; n <= generatedChapters - 2; n += 1) {
    if (n % 10 === 1) summary.push('', `# Part ${Math.ceil(n / 10)}`, '');
    const depth = n % 10 === 2 || n % 10 === 3 ? 1 : 0;
    summary.push(`${'  '.repeat(depth)}- [Chapter ${n}: *light*](${chapterFile(n)})`);
    files[`src/${chapterFile(n)}`] = chapter(n);
  }
  summary.push('- [Still to be written]()', '', '---', '', '[Thanks](thanks.md)', '');
  files['src/SUMMARY.md'] = summary.join('\n');
  return files;
}

function chapter(n: number): string {
  const file = chapterFile(n);
  const up = file
    .split('/')
    .slice(1)
    .map(() => '..')
    .join('/');
  const to = (m: number, form: 'md' | 'html') => {
    const target = chapterFile(m);
    return `${up}/${form === 'md' ? target : target.replace('README.md', 'index.html').replace('.md', '.html')}`;
  };
  const next = (n % (generatedChapters - 2)) + 1;
  const far = ((n * 37) % (generatedChapters - 2)) + 1;
  return `# Chapter ${n}: light

{{#title Chapter ${n} of the manual}}

"A lamp" is lit at dusk -- not before... See [the next one](${to(next, 'md')}), [its log](${to(next, 'html')}#the-log),
[a far one](${to(far, 'md')}#custom-${far}), [that again][far], <https://example.org/>, and [below](#custom-${n}).

[far]: ${to(far, 'html')} "A far one"

## Custom heading ${n} {#custom-${n}}

Some **strong**, _stressed_ and \`code\` words, ~~struck~~ too.[^one] And again.[^two]

[^one]: The first note, with [a link](${to(next, 'md')}#the-log).
[^two]: The second note.

    It has two paragraphs.

- [ ] fill the lamp
- [x] trim the wick
  1. with scissors
  2. by hand

| hour | oil |
|:-----|----:|
| 18   | \`${n}\` |
| 19   | [see](${to(far, 'md')}) |

\`\`\`rust,editable,ignore
# use std::io;
#[derive(Debug)]
struct Lamp${n};
{{#include ${up}/code/lamp.rs:lamp}}
\`\`\`

\`\`\`rust
{{#rustdoc_include ${up}/code/lamp.rs:4}}
\`\`\`

{{#playground ${up}/code/lamp.rs editable}}

\`\`\`python,hidelines=!!!
!!!import lamp
lamp.light(${n})
\`\`\`

\`\`\`python
~import lamp
lamp.light()
\`\`\`

A directive is written \\{{#include file.rs}}. {{#include ${up}/shared/oil.md}}

The area is \\\\( a^${n} \\\\), and

\\\\[ \\int_0^${n} x \\, dx \\\\]

$$
E = ${n}
$$

> Quoted words
>
> > and more of them.

> [!WARNING]
> The glass is hot.

\`\`\`admonish ${kinds[n % kinds.length]} title="Mind the *stairs* ${n}"
There are **${n}** of them.

- one
- two
\`\`\`

<div class="warning">

A warning with [a link](${to(next, 'html')}).

</div>

<details>
<summary>More of it</summary>

Hidden at first, with a picture:

![A lamp](${up}/images/lamp.png "Lit")

</details>

<img class="right" src="${up}/images/lamp.png" alt="The same lamp">

Wick
: What burns.

## The log

### The log

#### \`code\` & "quotes" ${n}

Go [up](#the-log-1), to [the quotes](#code--quotes-${n}), or back to [the title](#chapter-${n}-light).

***

The end of it.
`;
}
