import { createRenderer, rendererVersion, type Renderer } from '@newline/api/features/rendering/create-renderer';
import { createLog } from '@newline/api/log';
import { ProcessLost } from '@newline/api/processes/bounded-process';
import { codeLanguages } from '@newline/document/code-languages';
import type { DocumentNode } from '@newline/document/document-node';
import type { CodeRendering, Rendering, MarkupRendering } from '@newline/document/renderings';
import { renderHtml } from '@newline/document/html';
import { readdirSync, readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { codeSamples } from './code-samples.ts';
import { slowDown } from '../processes/slow-down.ts';

const logLines: string[] = [];
const lines = new PassThrough();
lines.on('data', (chunk: Buffer) => logLines.push(chunk.toString()));
const log = createLog('warn', lines);
const renderer = createRenderer({ log });

beforeEach(() => {
  logLines.length = 0;
});
afterAll(() => renderer.close());

/** Returns the ids of this process's children. */
const childrenOf = () =>
  readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );

const block = (type: string, source: string, mode = ''): DocumentNode => ({
  type,
  attrs: type === 'codeBlock' ? { mode } : {},
  content: [{ type: 'text', text: source }],
});
/** A paragraph that is a formula. */
const line = (tex: string): DocumentNode => ({ type: 'paragraph', content: [{ type: 'text', text: tex, marks: [{ type: 'formula' }] }] });
const documentOf = (...content: readonly DocumentNode[]): DocumentNode => ({ type: 'doc', content });

async function renderOne(node: DocumentNode, by: Renderer = renderer): Promise<Rendering> {
  const renderings = await by.renderDocument(documentOf(node));
  return renderings?.[0]?.[0] ?? null;
}

/** Returns the HTML of one block with its rendering, as a page shows it. */
async function show(node: DocumentNode): Promise<string> {
  const document = documentOf(node);
  return renderHtml(document, { renderings: await renderer.renderDocument(document) });
}

describe('code @DOC-03 @EDIT-05', () => {
  test('has samples in all 25 languages of the editor', () => {
    expect(codeLanguages.map(({ mode }) => mode)).toEqual(Object.keys(codeSamples));
    expect(codeLanguages).toHaveLength(25);
  });

  test.each(codeLanguages.map(({ mode, name }) => [name, mode] as const))(
    'in %s is colored, and every word is there',
    async (name, mode) => {
      const { source, expected } = codeSamples[mode] ?? { source: '', expected: [] };
      const rendering = (await renderOne(block('codeBlock', source, mode))) as CodeRendering;
      expect(rendering.name).toBe(name);
      const html = await show(block('codeBlock', source, mode));
      for (const word of expected) expect(html).toContain(word);
      const lengths = rendering.code.map((runs) => [...runs.matchAll(/\d+/gu)].reduce((sum, [length]) => sum + Number(length), 0));
      expect(lengths.every((length, line) => length === 0 || length === source.split('\n')[line]?.length)).toBe(true);
    },
  );

  test.each(codeLanguages.flatMap(({ mode, aliases }) => aliases.map((alias) => [alias, mode] as const)))(
    'in %s is the same as in %s',
    async (alias, mode) => {
      const source = codeSamples[mode]?.source ?? '';
      expect(await renderOne(block('codeBlock', source, alias.toUpperCase()))).toEqual(await renderOne(block('codeBlock', source, mode)));
    },
  );

  test('in a language that isn’t offered is colored if it is known, and otherwise plain with its name', async () => {
    expect(await show(block('codeBlock', 'select 1 -- x', 'sql'))).toContain('<span class="c">-- x</span>');
    expect(await show(block('codeBlock', 'fn x', 'no such'))).toContain('<span class="code__lang">no such</span>');
    expect(await show(block('codeBlock', 'fn x', 'no such'))).toContain('<span>fn x</span>');
  });

  test('of a quarter of a million characters is plain, and so is a line of five thousand', async () => {
    expect(await renderOne(block('codeBlock', 'const a = 1;\n'.repeat(20_000), 'js'))).toMatchObject({ code: [] });
    const rendering = (await renderOne(block('codeBlock', `const a = 1;\n${'const a = 1;'.repeat(500)}`, 'js'))) as CodeRendering;
    expect(rendering.code[0]).toContain('5k');
    expect(rendering.code[1]).toBe('');
  });
});

describe('formulas @DOC-03', () => {
  test('are MathML with the TeX as text', async () => {
    expect(await show(block('math', '\\frac{a}{2}'))).toMatch(
      /^<div class="math" translate="no"><math display="block" class="tml-display"[^>]* alttext="\\frac\{a\}\{2\}"><mfrac><mi>a<\/mi><mn>2<\/mn><\/mfrac><\/math><\/div>$/u,
    );
  });

  test('within a line are MathML in the words around them, up to 1,000 characters', async () => {
    expect(await show(line('\\frac{a}{2}'))).toMatch(
      /^<p><span class="formula" translate="no"><math alttext="\\frac\{a\}\{2\}"><mfrac>.*<\/mfrac><\/math><\/span><\/p>$/u,
    );
    expect(await show(line('x'.repeat(1000)))).toContain('<math');
    expect(await show(line('x'.repeat(1001)))).not.toContain('<math');
  });

  test.each([
    '\\sum_{i=0}^n i^2',
    '\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}',
    '\\begin{align}a&=b\\end{align}',
    '\\int_0^1 x\\,dx',
    '\\ce{H2O}',
  ])('of %s lose nothing on the way to the page', async (tex) => {
    const { markup } = (await renderOne(block('math', tex))) as MarkupRendering;
    const tags = JSON.stringify(markup).match(/\["[a-z]+",\{/gu) ?? [];
    expect((await show(block('math', tex))).match(/<m[a-z]*/gu)).toHaveLength(tags.length);
  });

  test.each([
    ['a link', '\\href{javascript:alert(1)}{x}'],
    ['an address', '\\url{javascript:alert(1)}'],
    ['an image', '\\includegraphics{https://evil.example/x.png}'],
    ['a class', '\\class{evil}{x}'],
    ['an id', '\\id{main}{x}'],
    ['a style', '\\style{position:fixed;background:url(//evil.example)}{x}'],
    ['data', '\\data{onclick=alert(1)}{x}'],
    ['markup', '\\text{<script>alert(1)</script>}'],
    ['markup of its own', '</math><img src=x onerror=alert(1)>'],
    ['a macro without end', '\\def\\a{\\a\\a}\\a'],
    [
      'a macro that doubles',
      `\\def\\a{xx}${'bcdefghijklmnopq'.replaceAll(/./gu, (name, at: number) => `\\def\\${name}{${`\\${'abcdefghijklmnopq'.charAt(at)}`.repeat(2)}}`)}\\q`,
    ],
    ['a macro that calls itself', '\\def\\a#1{\\a{#1#1}}\\a{x}'],
    ['five thousand braces', '{'.repeat(5000) + '}'.repeat(5000)],
    ['a thousand fractions', '\\frac1{'.repeat(1000) + '}'.repeat(1000)],
    ['half of a fraction', '\\frac{'],
    ['a black page', '\\rule{100000em}{100000em}'],
    ['words far away', '\\hspace{-10000em}x\\kern-9999em y\\raisebox{9999em}{z}'],
    ['twenty thousand letters', 'x'.repeat(20_000)],
  ])('from hostile TeX are rendered without active content: %s @DOC-02', async (_name, tex) => {
    const html = await show(block('math', tex));
    // Text of elements and alttext is escaped.
    const markup = html.replaceAll(/ alttext="[^"]*"/gu, '').replaceAll(/>[^<]*</gu, '><');
    expect(markup.match(/href|src|evil|<script|url|position|\sid=|onclick|onerror|(?<![.\d])\d{4}/gu)).toBeNull();
    expect(html).toMatch(/^<div class="math" translate="no">/u);

    const within = (await show(line(tex))).replaceAll(/ alttext="[^"]*"/gu, '').replaceAll(/>[^<]*</gu, '><');
    expect(within.match(/href|src|evil|<script|url|position|\sid=|onclick|onerror|(?<![.\d])\d{4}/gu)).toBeNull();
    expect(within).toMatch(/^<p><span class="formula" translate="no">/u);
  });

  test('that are invalid are shown as they were written, and logged @EDIT-05', async () => {
    expect(await show(block('math', '\\frac{1'))).toBe('<div class="math" translate="no"><code class="language-tex">\\frac{1</code></div>');
    expect(logLines.join('')).toContain('the source is shown as plain text');
  });
});

describe('diagrams @DOC-03', () => {
  test.each([
    ['Flowchart', 'graph TD\n  A[Start]-->|yes|B{Is it?}\n  B-->C((End))', 'Flowchart: yes, Start, Is it?, End'],
    ['Sequence diagram', 'sequenceDiagram\n  Alice->>Bob: Hi\n  Bob-->>Alice: Yo', 'Sequence diagram: Hi, Yo, Alice, Bob'],
    ['Class diagram', 'classDiagram\n  Animal <|-- Duck\n  Animal : +int age', 'Class diagram: Animal, + age : int, Duck'],
    ['Entity diagram', 'erDiagram\n  CUSTOMER||--o{ORDER:places', 'Entity diagram: CUSTOMER, ORDER, places'],
    ['State diagram', 'stateDiagram-v2\n  [*] --> Still\n  Still --> Moving : go', 'State diagram: go, Still, Moving'],
  ])('of the kind %s are SVG, labeled with their text', async (_name, source, label) => {
    const { markup, ...rest } = (await renderOne(block('mermaid', source))) as MarkupRendering;
    expect(rest).toEqual({ of: source.length, label });
    const html = await show(block('mermaid', source));
    expect(html.match(/<[a-z]+/gu)).toHaveLength((JSON.stringify(markup).match(/\["[a-z]+",\{/gu) ?? []).length + 1);
    expect(html).toMatch(/<(?:polyline|line) [^>]*points|<line /u);
    expect(html).not.toMatch(/(?:fill|stroke)="(?!none|var\(--dia-)/u);
  });

  test.each([
    'A-->B',
    'A --> B',
    'A---->B',
    'A-- yes -->B',
    'A-->|yes|B',
    'A -- yes --> B',
    'A-.->B',
    'A-. yes .->B',
    'A==>B',
    'A---B',
    'A --o B',
    'A["x --> y"]-->B',
  ])('have an edge however it is written: %s', async (edge) => {
    const { markup, label } = (await renderOne(block('mermaid', `flowchart LR\n${edge}`))) as MarkupRendering;
    expect(JSON.stringify(markup)).toContain('["polyline",{"points"');
    expect(label).toMatch(/^Flowchart: (?:yes, )?(?:A|x --> y), B$/u);
  });

  test('have markers with ids of their own', async () => {
    const html = (await show(block('mermaid', 'graph TD\nA-->B'))) + (await show(block('mermaid', 'graph TD\nA-->C')));
    const ids = [...html.matchAll(/ id="([^"]*)"/gu)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, id] of html.matchAll(/url\(#([^)]*)\)/gu)) expect(ids).toContain(id);
  });

  test('use their title as the label', async () => {
    expect(await renderOne(block('mermaid', '---\ntitle: The way in\n---\ngraph TD\nA-->B'))).toMatchObject({
      label: 'Flowchart: The way in',
    });
  });

  test('of kinds that only a browser renders keep their source, without a log entry', async () => {
    for (const kind of ['gantt\n title x', 'pie\n "a": 1', 'mindmap\n x', 'gitGraph\n commit', 'xychart-beta\n bar [1, 2]'])
      expect(await show(block('mermaid', kind))).toContain('<pre class="mermaid" tabindex="0" translate="no">');
    expect(logLines).toEqual([]);
  });

  test('that the library doesn’t understand are not half rendered: the browser gets the source', async () => {
    const outer = 'graph TD\nA-->B\nB-->C\nC-->D\nsubgraph one\nC-->D\nend';
    expect(await show(block('mermaid', outer))).toContain('<pre class="mermaid" tabindex="0" translate="no">');
    expect(await show(block('mermaid', 'graph TD\nA >>> B -- C'))).not.toMatch(/<svg.*A &gt;&gt;&gt;/u);
  });

  test.each([
    ['a click', 'graph TD\nA-->B\nclick A "javascript:alert(1)" _self\nclick B call alert(1)\nclick B href "https://evil.example"'],
    ['settings', '%%{init: {"securityLevel": "loose", "themeCSS": "*{background:url(//evil.example)}"}}%%\ngraph TD\nA-->B'],
    ['settings at its head', '---\nconfig:\n  securityLevel: loose\n---\ngraph TD\nA-->B'],
    ['markup as a label', 'graph TD\nA["<img src=x onerror=alert(1)>"]-->B["<script>alert(1)</script>"]'],
    ['a link as a label', 'graph TD\nA["<a href=javascript:alert(1)>x</a>"]-->B["`[x](javascript:alert(1))`"]'],
    ['style as an address', 'graph TD\nA-->B\nstyle A fill:url(//evil.example),stroke:#f00;background:url(//evil.example)'],
    ['a class with an address', 'graph TD\nA:::x-->B\nclassDef x fill:"/><script>alert(1)</script>,stroke:url(javascript:alert(1))'],
    ['style of an edge', 'graph TD\nA-->B\nlinkStyle 0 stroke:url(//evil.example),color:red" onload="alert(1)'],
    ['a name with a quote', 'graph TD\nA" onload="alert(1)-->B'],
    ['markup in a message', 'sequenceDiagram\nA->>B: <svg onload=alert(1)>\nlink A: Dashboard @ javascript:alert(1)'],
    ['markup as an actor', 'sequenceDiagram\nparticipant A as <img src=x onerror=alert(1)>\nA->>A: x'],
    [
      'markup as a class',
      'classDiagram\nclass A["<script>alert(1)</script>"]\nA : <img src=x onerror=alert(1)>\nA --> B\nclick A href "javascript:alert(1)"',
    ],
    ['markup as an entity', 'erDiagram\nA ||--o{ B : "<script>alert(1)</script>"\nA { string x PK "<img src=x onerror=alert(1)>" }'],
    ['markup as a state', 'stateDiagram-v2\ns1 : <script>alert(1)</script>\ns1 --> s2 : <img src=x onerror=alert(1)>'],
    ['a prototype', 'graph TD\n__proto__-->constructor\ntoString-->B'],
  ])('from hostile Mermaid are rendered without active content: %s @DOC-02', async (_name, source) => {
    const rendering = (await renderOne(block('mermaid', source))) as MarkupRendering | null;
    const html = await show(block('mermaid', source));
    const markup = html.replaceAll(/ aria-label="[^"]*"/gu, '').replaceAll(/>[^<]*</gu, '><');
    expect(markup).not.toMatch(/<(?!\/?(?:figure|pre|svg|g|defs|marker|rect|polygon|polyline|line|circle|path|ellipse|text|tspan)[ >])/u);
    expect(markup.replaceAll(/url\(#dia-[\w-]+\)/gu, '')).not.toMatch(/href|src=|evil|javascript|url|onload|onerror|<style|<a /u);
    expect(JSON.stringify(rendering?.markup ?? '')).not.toMatch(/securityLevel|themeCSS/u);
  });

  test('that take too long are given up and show their source, and the next one is rendered @EDIT-05', async () => {
    // It takes two seconds on a fast CPU; the limit here is lower, so that none is fast enough.
    const impatient = createRenderer({ log, limits: { renderCpuMs: 1000 } });
    const mesh = Array.from({ length: 900 }, (_, index) => `  A${index} --> A${(index * 7) % 900}\n  A${index} --> A${(index * 13) % 900}`);
    const endless = documentOf(block('mermaid', `flowchart LR\n${mesh.join('\n')}`.slice(0, 20_000)));
    const html = renderHtml(endless, { renderings: await impatient.renderDocument(endless) });
    expect(html).toContain('<pre class="mermaid" tabindex="0" translate="no">flowchart LR');
    expect(logLines.join('')).toContain('takes more than 1000 ms of CPU time');
    const small = documentOf(block('mermaid', 'graph TD\nX-->Y'));
    await expect
      .poll(async () => renderHtml(small, { renderings: await impatient.renderDocument(small) }), { timeout: 20_000 })
      .toContain('<svg');
    await impatient.close();
  });
});

describe('the renderer @DOC-03', () => {
  test('returns one entry per block and one rendering per node, and null if there is nothing to render', async () => {
    const document = documentOf(
      { type: 'paragraph', content: [{ type: 'text', text: 'x' }] },
      { type: 'panel', content: [block('codeBlock', 'let a', 'js'), block('math', '\\frac{'), block('mermaid', 'gantt')] },
      block('mermaid', 'gantt'),
      block('math', 'a'),
    );
    const renderings = await renderer.renderDocument(document);
    expect(renderings).toMatchObject([null, [{ name: 'JavaScript' }, null, null], null, [{ of: 1 }]]);
    expect(await renderer.renderDocument(documentOf({ type: 'paragraph' }, block('codeBlock', '  ', 'js')))).toBeNull();
  });

  test('renders no more than a document may contain, and says so', async () => {
    const small = createRenderer({ log, limits: { length: 300 } });
    const renderings = await small.renderDocument(documentOf(...Array.from({ length: 20 }, (_, index) => block('math', `a_{${index}}`))));
    await small.close();
    expect(renderings?.[0]).not.toBeNull();
    expect(renderings?.at(-1)).toBeNull();
    expect(renderings).toHaveLength(20);
    expect(logLines.join('')).toContain('too much in one text');
  });

  test('renders a text when it is saved, or leaves it to the job if that takes too long', async () => {
    const late: string[] = [];
    const hurried = createRenderer({ log, limits: { saveMs: 0 }, onLate: () => late.push('late') });
    const document = documentOf(block('codeBlock', 'let a', 'js'));
    expect(await hurried.renderToStore(document)).toEqual([null, 0]);
    expect(late).toEqual(['late']);
    await hurried.close();
    const rendered = JSON.stringify([[{ code: ['3k2 '], name: 'JavaScript' }]]);
    expect(await renderer.renderToStore(document)).toEqual([rendered, rendererVersion]);
    expect(await renderer.renderToStore(documentOf({ type: 'paragraph' }))).toEqual([null, rendererVersion]);
  });

  test('ends its process when there is nothing to do, and starts another when there is', async () => {
    const restless = createRenderer({ log, limits: { idleMs: 1 } });
    expect(await restless.renderDocument(documentOf(block('math', 'a')))).not.toBeNull();
    await expect.poll(() => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length).toBeLessThanOrEqual(1);
    expect(await restless.renderDocument(documentOf(block('math', 'b')))).not.toBeNull();
    await restless.close();
  });

  test('renders nothing, starts nothing, and blames no text once it is closed', async () => {
    const closed = createRenderer({ log });
    await closed.close();
    await expect(closed.renderDocument(documentOf(block('math', 'a')))).rejects.toBeInstanceOf(ProcessLost);
    expect(await closed.renderToStore(documentOf(block('math', 'a')))).toEqual([null, 0]);
  });

  test('gives a document CPU time for all its nodes together, and the next document its own', async () => {
    const small = createRenderer({ log, limits: { renderCpuMs: 1000, documentCpuMs: 1 } });
    const two = documentOf(block('codeBlock', 'let a = 1;\n'.repeat(400), 'js'), block('math', 'a'));
    const first = await small.renderDocument(two);
    expect(first?.[1] ?? null).toBeNull();
    expect(logLines.join('')).toContain('too much in one text');
    expect(await small.renderDocument(documentOf(block('math', '\\alpha')))).not.toBeUndefined();
    await small.close();
  });

  test('renders the same, in one process, on a machine with a twentieth of the speed @DOC-03', async () => {
    let starts = 0;
    let slowed: (() => void) | null = null;
    const document = documentOf(
      block('codeBlock', codeSamples['ts']?.source ?? 'let a = 1;', 'ts'),
      block('math', '\\frac{a}{b}'),
      block('mermaid', 'graph TD\nA-->B\nB-->C'),
    );
    const expected = await renderer.renderDocument(document);
    const slow = createRenderer({ log, onStart: () => (starts += 1) });
    const children = new Set(childrenOf());
    const rendering = slow.renderDocument(document);
    await expect.poll(() => childrenOf().filter((pid) => !children.has(pid))).toHaveLength(1);
    const pid = childrenOf().find((child) => !children.has(child)) ?? 0;
    slowed = slowDown(pid);
    expect(await rendering).toEqual(expected);
    expect(starts).toBe(1);
    slowed();
    await slow.close();
  });
});
