/** Style sheet of a book: readers keep their own fonts and colors, except where ours carry meaning. */
export const bookStyle = `
html { --ink: #161c19; --ink-2: #454e48; --ink-3: #5d6761; --rule: #c9d0c8; --band: #e8ece5; --band-2: #dce3da; --accent: #be2a12; --paper: #f4f5f1; --sheet: #fbfcf9; }
body { line-height: 1.5; hyphens: auto; -webkit-hyphens: auto; }
h1, h2, h3, h4, h5, h6 { font-weight: 500; line-height: 1.2; text-align: left; hyphens: none; -webkit-hyphens: none; page-break-after: avoid; break-after: avoid; }
h1 { font-size: 1.8em; margin: 0 0 1.2em; }
h2 { font-size: 1.35em; margin: 1.8em 0 .5em; }
h3 { font-size: 1.15em; margin: 1.5em 0 .4em; }
p { margin: 0 0 .8em; }
a { color: inherit; text-decoration: underline; }
.number { margin: 0; color: #5d6761; font-family: monospace; font-size: .85em; }
.subtitle { font-size: 1.15em; font-style: italic; }
.authors { margin-top: 2em; }
.part, .imprint, .meta { color: #5d6761; font-size: .9em; }
.wall { margin-top: 2em; padding-top: .8em; border-top: 1px dashed #be2a12; }
pre { font-family: monospace; font-size: .8em; line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere; padding: .8em; background: #eef1ec; color: #161c19; margin: 0; hyphens: none; -webkit-hyphens: none; }
code, kbd { font-family: monospace; font-size: .9em; hyphens: none; -webkit-hyphens: none; }
pre code { font-size: inherit; }
kbd { border: 1px solid #c9d0c8; padding: 0 .25em; }
mark { background: #f3d9d3; color: inherit; }
li.task { list-style: none; }
li.task::before { content: "☐ "; }
li.task--done::before { content: "☑ "; }
sub, sup { font-size: .75em; line-height: 0; }
figure { margin: 1.2em 0; }
.fig__absent { display: block; padding: .6em .9em; border: 1px solid #c9d0c8; font-size: .9em; overflow-wrap: anywhere; }
figcaption { font-size: .85em; color: #5d6761; margin: .3em 0; }
.code__bar { font-family: monospace; }
.captioned > .code { margin-bottom: .3em; }
.captioned > figcaption { page-break-before: avoid; break-before: avoid; }
.fnref { font-size: .75em; line-height: 0; }
.fnref a, .footnotes a[role="doc-backlink"] { text-decoration: none; }
.footnotes { margin-top: 2em; border-top: 1px solid #c9d0c8; font-size: .85em; }
.footnotes__title { font-weight: bold; margin: .6em 0; }
.footnotes li { break-inside: avoid; }
.caption__number { font-weight: bold; }
.caption__number a { text-decoration: none; }
.hl { background: #dce3da; }
code .k { color: #7c1f45; font-weight: bold; }
code .s { color: #1e6145; }
code .n { color: #9a4b00; }
code .f { color: #1d4d7c; }
code .t { color: #00625f; }
code .c { color: #5d6761; font-style: italic; }
code .p { color: #4a3a8c; }
blockquote { margin: 1em 0 1em 1.2em; font-style: italic; }
aside .icon { float: left; width: 1.3em; height: 1.3em; margin: .1em .6em 0 0; }
aside > div { overflow: hidden; }
aside p:last-child { margin-bottom: 0; }
aside, .summary { margin: 1.2em 0; padding: .6em .9em; border-top: 2px solid #161c19; border-bottom: 1px solid #c9d0c8; }
table { border-collapse: collapse; width: 100%; font-size: .9em; margin: 1em 0 1.2em; }
td, th { text-align: left; vertical-align: top; padding: .3em .6em .3em 0; border-bottom: 1px solid #c9d0c8; }
.table .c { text-align: center; }
.table .r { text-align: right; }
img, svg { max-width: 100%; height: auto; }
.math { text-align: center; margin: 1em 0; overflow-x: auto; }
.cover { margin: 0; padding: 0; text-align: center; }
.cover img { max-height: 100%; }
`;
