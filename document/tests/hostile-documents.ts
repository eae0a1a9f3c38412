import { doc, link, node, p, text } from './builders.ts';

function nested(depth: number, type: string): unknown {
  let inner: unknown = p('deep');
  for (let level = 0; level < depth; level += 1) inner = { type, content: [inner] };
  return { type: 'doc', content: [inner] };
}

function selfContaining(): unknown {
  const panel: { type: string; content: unknown[] } = { type: 'panel', content: [] };
  panel.content.push(panel, panel);
  return { type: 'doc', content: [panel] };
}

const hostileAddresses = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'java\u0000script:alert(1)',
  'java\u200bscript:alert(1)',
  '\u0001javascript:alert(1)',
  'java script:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'blob:https://example.org/1',
  'file:///etc/passwd',
  'view-source:javascript:alert(1)',
  '\u202ejavascript:alert(1)',
  'javascript\u00ad:alert(1)',
];

const hostileFrames = [
  'https://youtube.com.evil.example/embed/x',
  'https://evil.example/youtube.com',
  'https://youtube.com@evil.example/',
  String.raw`https://evil.example\@youtube.com`,
  'https://youtube.com:8443/',
  'http://youtube.com/embed/x',
  '//youtube.com/embed/x',
  'https://newline.example/clips',
  'about:blank',
];

/** Hostile documents by name: at least sixty, as the security notes require. */
export const hostileDocuments: readonly (readonly [name: string, document: unknown])[] = [
  ...hostileAddresses.map((address) => [`link to ${JSON.stringify(address)}`, doc(p(text('here', link(address))))] as const),
  ...hostileAddresses
    .slice(0, 10)
    .map((address) => [`image from ${JSON.stringify(address)}`, doc(node('image', { src: address }))] as const),
  ...hostileFrames.map((address) => [`frame of ${address}`, doc(node('iframeEmbed', { src: address }))] as const),
  ['script as a node', doc({ type: 'script', content: [{ type: 'text', text: 'alert(1)' }] })],
  ['markup as text', doc(p('<script>alert(1)</script><img src=x onerror=alert(1)>'))],
  ['markup as a node name', doc({ type: 'img src=x onerror=alert(1)' })],
  ['node called constructor', { type: 'doc', content: [{ type: 'constructor', content: [p('x')] }] }],
  ['node called __proto__', JSON.parse('{"type":"doc","content":[{"type":"__proto__"}]}')],
  ['mark called toString', doc(p(text('x', 'toString')))],
  [
    'attributes with a prototype',
    JSON.parse('{"type":"doc","content":[{"type":"heading","attrs":{"__proto__":{"level":1},"level":"1><script>"}}]}'),
  ],
  ['attribute as DOM spec', JSON.parse('{"type":"doc","content":[{"type":"image","attrs":{"src":["script",{"src":"x"}]}}]}')],
  [
    'href as an object',
    JSON.parse('{"type":"doc","content":[{"type":"text","text":"x","marks":[{"type":"link","attrs":{"href":{"toString":1}}}]}]}'),
  ],
  ['handler as an attribute', doc(node('paragraph', { onclick: 'alert(1)', style: 'x:expression(1)' }, 'x'))],
  ['quote in alt', doc(node('image', { src: '/a.png', alt: '"><script>alert(1)</script>' }))],
  ['quote in an address', doc(p(text('x', link('https://example.org/"onmouseover="alert(1)'))))],
  ['markup as language', doc(node('codeBlock', { mode: '"><script>alert(1)</script>' }, 'x'))],
  ['markup as id', doc(node('paragraph', { id: '"><script>alert(1)</script>' }, 'x'))],
  ['markup as panel type', doc(node('panel', { panelType: '"><script>alert(1)</script>' }, p('x')))],
  ['markup in embed html', doc(node('embed', { html: '<script>alert(1)</script>', scriptSrc: 'https://evil.example/x.js' }))],
  ['mdx component script', doc(node('mdx', { component: 'script', properties: { dangerouslySetInnerHTML: '<script>' } }, p('x')))],
  [
    'mdx properties with a prototype',
    JSON.parse('{"type":"doc","content":[{"type":"mdx","attrs":{"properties":{"__proto__":{"title":"x"},"title":["<script>"]}}}]}'),
  ],
  ['colspan of a billion', doc(node('table', {}, node('tableRow', {}, node('tableCell', { colspan: 1e9, rowspan: -1 }, p('x')))))],
  ['heading level 99', doc(node('heading', { level: 99 }, 'x'))],
  ['style in startLine', doc(node('codeBlock', { startLine: '1;background:url(//evil)' }, 'x'))],
  ['style in list start', doc(node('orderedList', { start: '1;x:y' }, node('listItem', {}, p('x'))))],
  ['10,000 levels', nested(10_000, 'blockquote')],
  ['10,000 unknown levels', nested(10_000, 'nobody')],
  ['a node that contains itself twice', selfContaining()],
  ['30,000 paragraphs', { type: 'doc', content: Array.from({ length: 30_000 }, () => p('x')) }],
  ['not an object', 'doc'],
  ['null', null],
  ['a list', [doc(p('x'))]],
  ['a number', 7],
  ['content as text', { type: 'doc', content: '<script>alert(1)</script>' }],
  ['content of nulls', { type: 'doc', content: [null, undefined, 1, [], {}] }],
  ['text as a list', { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: ['<b>'] }] }] }],
  ['marks as text', { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: 'bold' }] }] }],
  ['a thousand marks', doc(p(text('x', ...Array.from({ length: 1000 }, () => 'bold'))))],
  ['attrs as a list', { type: 'doc', content: [{ type: 'heading', attrs: ['level'], content: [] }] }],
  ['half a surrogate pair', doc(p('\ud800'), node('image', { src: '/\udfff', alt: '\udc00' }))],
  ['paywall marker in a panel', doc(node('panel', {}, node('paywallThreshold')))],
  ['two paywall markers', doc(node('paywallThreshold'), p('x'), node('paywallThreshold'))],
  ['no type', { content: [p('x')] }],
  ['markup as a formula', doc(node('math', {}, '</math><script>alert(1)</script>'))],
  ['markup as a diagram', doc(node('mermaid', {}, 'graph TD; a["<img src=x onerror=alert(1)>"]; click a "javascript:alert(1)"'))],
  ['drawings of its own', doc(node('panel', {}, node('mermaid', {}, 'x'), node('math', {}, 'x'), node('codeBlock', {}, 'x')))],
  ['markup in code', doc(node('codeBlock', { mode: 'html', displayName: '"><script>' }, '</code></pre><script>alert(1)</script>'))],
  ['address of code', doc(node('codeBlock', { url: 'javascript:alert(1)', locality: 'remote' }, 'x'))],
  ['markup as an icon', doc(node('panel', { icon: '<svg onload=x>' }, p('x')))],
  ['markup in a cell', doc(node('table', {}, node('tableRow', {}, node('tableCell', {}, p('</table><script>alert(1)</script>')))))],
  ['markup in a heading', doc(node('heading', { level: 2 }, '"><script>alert(1)</script>'), node('heading', { level: 2 }, '__proto__'))],
  ['address around an image', doc(node('image', { src: '/a.png', href: 'javascript:alert(1)', title: '"onload="x' }, '<script>'))],
];
