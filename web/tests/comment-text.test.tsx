import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PageFactsProvider, type PageFacts } from '../app/shared/page-facts.tsx';
import { CommentText } from '../app/shared/reader/comment-text.tsx';

const facts: PageFacts = {
  nonce: undefined,
  publicUrl: 'https://newline.example',
  reference: null,
  viewer: null,
  signInMethods: [],
  embedOrigin: 'https://embeds.example',
  codeHostUrl: 'https://github.com',
  settings: null,
  look: '',
};

const heading = { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'Why' }] };
const code = { type: 'codeBlock', attrs: { mode: 'typescript' }, content: [{ type: 'text', text: 'let a' }] };
const player = { type: 'embed', attrs: { url: 'https://youtu.be/dQw4w9WgXcQ', src: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ' } };
const post = { type: 'embed', attrs: { url: 'https://x.com/jack/status/20', html: '<script>1</script>' } };
const stranger = { type: 'embed', attrs: { url: 'https://evil.example/', src: 'https://evil.example/frame' } };
const renderings = JSON.stringify([null, [{ name: 'TypeScript', code: ['3k2 '] }], null, null, null]);

const show = (blocks: readonly object[], more: { bodyDrawings?: string | null; facts?: PageFacts } = {}) =>
  renderToStaticMarkup(
    <PageFactsProvider facts={more.facts ?? facts}>
      <CommentText bodyDelta={JSON.stringify({ type: 'doc', content: blocks })} bodyDrawings={more.bodyDrawings ?? null} headingLevel={3} />
    </PageFactsProvider>,
  );

test('a comment has colored code with its Copy button, and headings one level below the one above it', () => {
  const html = show([heading, code], { bodyDrawings: renderings });
  expect(html).toContain('<h4 dir="auto">Why</h4>');
  expect(html).toMatch(/<figure[^>]*class="code[^>]*dir="ltr"/u);
  expect(html).toContain('<span class="k">let</span> a');
  expect(html).toMatch(/<button[^>]*data-copy=""[^>]*>Copy<\/button>/u);
  expect(html).toContain('TypeScript');
});

test('code without a rendering, or with renderings of another text, is plain', () => {
  for (const bodyDrawings of [null, '[null, [{"name":"TypeScript","code":["9k9 "]}]]', 'not JSON', '{}']) {
    const html = show([heading, code], { bodyDrawings });
    expect(html, `${bodyDrawings}`).toContain('let a');
    expect(html, `${bodyDrawings}`).not.toContain('class="k"');
  }
});

test('frames wait behind a poster, only on listed hosts; without an embed origin script embeds are links', () => {
  const html = show([player, post, stranger]);
  expect(html).toContain('data-frame="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"');
  expect(html).toContain('data-frame="https://embeds.example/embed/script?');
  expect(html.match(/data-frame=/gu)).toHaveLength(2);
  expect(html).not.toMatch(/<iframe|<script|data-frame="https:\/\/evil/u);
  expect(show([post], { facts: { ...facts, embedOrigin: null } })).not.toContain('data-frame');
});

test('an invalid document shows nothing', () => {
  const html = renderToStaticMarkup(
    <PageFactsProvider facts={facts}>
      <CommentText bodyDelta="{" bodyDrawings="{" />
    </PageFactsProvider>,
  );
  expect(html).toBe('<div class="prose comment-text"></div>');
});
