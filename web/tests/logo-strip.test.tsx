import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { LogoStrip } from '../app/shared/logo-strip.tsx';

const logos = [
  { id: '1', name: 'Harrow & Finch', imageUrl: '/media/logos/harrow.svg' },
  { id: '2', name: 'Opaline', imageUrl: null },
];

describe('a strip of logos @SITE-06', () => {
  test('has its title before the companies, or none', () => {
    expect(renderToStaticMarkup(<LogoStrip title="Read by the teams of" logos={logos} />)).toMatch(/<p[^>]*>Read by the teams of<\/p><ul>/);
    expect(renderToStaticMarkup(<LogoStrip logos={logos} />)).not.toContain('<p');
  });

  test('names every company, in text if there is no image', () => {
    const html = renderToStaticMarkup(<LogoStrip logos={logos} />);
    expect(html).toContain('alt="Harrow &amp; Finch"');
    expect(html).toContain('<b>Opaline</b>');
  });
});
