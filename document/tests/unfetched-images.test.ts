import { describe, expect, test } from 'vitest';
import { renderHtml } from '../src/html.ts';
import { toHtml } from '../src/to-html.ts';
import { unfetchedImagesIn } from '../src/unfetched-images.ts';
import { doc, node, normalized, p } from './builders.ts';

const site = { siteOrigin: 'https://newline.example', imageOrigins: ['https://images.example', 'https://*.cdn.example'] };
const image = (src: string, attrs = {}, ...caption: readonly string[]) => node('image', { src, ...attrs }, ...caption);

describe('an image on another site @EDIT-09 @BRING-02', () => {
  test.each([
    ['https://elsewhere.example/a.png', 'elsewhere.example'],
    ['http://elsewhere.example/a.png', 'elsewhere.example'],
    ['//elsewhere.example/a.png', 'elsewhere.example'],
    ['/\\\\elsewhere.example/a.png', 'elsewhere.example'],
    ['https://newline.example.evil/a.png', 'newline.example.evil'],
    ['https://images.newline.example/a.png', 'images.newline.example'],
    ['http://images.example/a.png', 'images.example'],
    ['https://cdn.example/a.png', 'cdn.example'],
  ])('%s is a box with a link', (src, host) => {
    const document = normalized(doc(p('a'), image(src, { alt: 'A lamp' }, 'The lamp')));
    const [first] = unfetchedImagesIn(document, site);
    expect(first).toMatchObject({ blockId: document.content?.[1]?.attrs?.['uniqueId'], alt: 'A lamp' });
    const html = renderHtml(document, site);
    expect(html).not.toContain('<img');
    expect(html).toContain('<b>A lamp</b> <span>This image is on another site, so it isn’t shown here.</span>');
    expect(html).toContain(`>Open it on ${host}</a></div><figcaption>The lamp</figcaption></figure>`);
  });

  test.each([
    '/media/a/abc/1600.webp',
    'media/a.png',
    'https://newline.example/media/a.png',
    'https://images.example/a.png',
    'https://one.cdn.example/a.png',
    'https://two.one.cdn.example/a.png',
  ])('%s is shown', (src) => {
    const document = normalized(doc(image(src)));
    expect(unfetchedImagesIn(document, site)).toEqual([]);
    expect(renderHtml(document, site)).toContain('<img');
  });

  test('is found in boxes, lists and cells', () => {
    const one = image('https://elsewhere.example/a.png');
    const document = normalized(
      doc(node('panel', {}, one), node('bulletList', {}, node('listItem', {}, p('x'), one)), node('blockquote', {}, one)),
    );
    expect(unfetchedImagesIn(document, site)).toHaveLength(3);
    expect(new Set(unfetchedImagesIn(document, site).map(({ blockId }) => blockId)).size).toBe(3);
  });

  test('keeps its own link, and is an image for an export and where the page isn’t known', () => {
    const document = normalized(doc(image('https://elsewhere.example/a.png', { href: 'https://example.org/b' })));
    expect(renderHtml(document, site)).toContain(
      '<b><a href="https://example.org/b" rel="noopener noreferrer nofollow">https://example.org/b</a></b>',
    );
    expect(renderHtml(document, { siteOrigin: site.siteOrigin })).toContain('<img');
    expect(toHtml(document)).toContain('<img');
  });
});
