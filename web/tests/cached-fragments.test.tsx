import { setSiteSettings } from '@newline/api/rules/site/site-settings';
import { unsetSettings } from '@newline/api/rules/site/settings';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { PageFactsProvider } from '../app/shared/page-facts.tsx';
import { CachedFragment } from '../app/shared/shell/cached-fragment.tsx';
import { cachedFragmentsOf } from '../app/shared/shell/cached-fragments.server.ts';

const facts = {
  publicUrl: '',
  reference: null,
  viewer: null,
  signInMethods: [],
  embedOrigin: null,
  codeHostUrl: '',
  settings: null,
  look: '',
};

/** Renders a page as the server does: with module preloads in its head once its scripts are rendered, and these fragments. */
function write(nonce: string, routeIds: readonly string[], partsOf: (scripts: string) => ReactNode): string {
  const parts = cachedFragmentsOf(nonce, routeIds);
  const modules = parts.has(parts.scripts)
    ? ''
    : `<link rel="modulepreload" href="/a.js" nonce="${nonce}"/><link rel="modulepreload" href="/b.js"/>`;
  const body = renderToString(
    <PageFactsProvider facts={{ ...facts, nonce, cachedFragments: parts }}>
      <body>{partsOf(parts.scripts)}</body>
    </PageFactsProvider>,
  );
  return parts.putIn(`<head>${modules}<script>early</script></head>${body}`);
}

test('a fragment is rendered once and then inserted unchanged, with its page’s nonce @SITE-05', () => {
  const isWritten = vi.fn<() => void>();
  const Foot = ({ nonce }: { nonce: string }) => {
    isWritten();
    return <p nonce={nonce}>A &lt; B</p>;
  };
  const page = (nonce: string, content: string) =>
    write(nonce, ['root', 'once'], (scripts) => (
      <>
        <CachedFragment name="once foot">
          <Foot nonce={nonce} />
        </CachedFragment>
        <main>{content}</main>
        <CachedFragment name={scripts}>
          <script nonce={nonce}>run()</script>
        </CachedFragment>
      </>
    ));
  const modules = (nonce: string) => `<link rel="modulepreload" href="/a.js" nonce="${nonce}"/><link rel="modulepreload" href="/b.js"/>`;
  const expectedPage = (nonce: string, content: string) =>
    `<head>${modules(nonce)}<script>early</script></head><body><p nonce="${nonce}">A &lt; B</p><main>${content}</main><script nonce="${nonce}">run()</script></body>`;
  expect(page('first-nonce', 'one')).toBe(expectedPage('first-nonce', 'one'));
  expect(page('other-nonce', 'two')).toBe(expectedPage('other-nonce', 'two'));
  expect(page('third-nonce', 'three')).toBe(expectedPage('third-nonce', 'three'));
  expect(isWritten).toHaveBeenCalledTimes(1);
});

test('fragments with other names, and scripts of other routes, are different', () => {
  const page = (section: string, route: string) =>
    write('a-nonce', ['root', route], (scripts) => (
      <>
        <CachedFragment name={`others ${section}`}>
          <i>{section}</i>
        </CachedFragment>
        <CachedFragment name={scripts}>
          <b>{route}</b>
        </CachedFragment>
      </>
    ));
  const bodyOf = (html: string) => html.slice(html.indexOf('<body>'));
  for (let times = 0; times < 2; times++) {
    expect(bodyOf(page('', 'a'))).toBe('<body><i></i><b>a</b></body>');
    expect(bodyOf(page('/courses', 'b'))).toBe('<body><i>/courses</i><b>b</b></body>');
    expect(bodyOf(page('/books', 'a'))).toBe('<body><i>/books</i><b>a</b></body>');
  }
});

test('a fragment is rendered again under other site settings, and a page that began under the old ones keeps its own', () => {
  const page = (nonce: string, words: string) =>
    write(nonce, ['root', 'settings'], () => (
      <CachedFragment name="settings head">
        <b>{words}</b>
      </CachedFragment>
    ));
  expect(page('n', 'Old')).toContain('<b>Old</b>');
  const begun = cachedFragmentsOf('n', ['root', 'settings']);
  setSiteSettings({ ...unsetSettings, name: 'New' });
  expect(page('n', 'New')).toContain('<b>New</b>');
  expect(begun.putIn('<head></head><cached-fragment name="settings head"></cached-fragment>')).toContain('<b>Old</b>');
  setSiteSettings(unsetSettings);
});

test('the last 1,000 fragments are kept, and one that a page asked for stays until the page is complete', () => {
  const fragments = (kind: string) => {
    const all = Array.from({ length: 998 }, (_, at) => `<cached-fragment name="${kind} ${at}"><i></i></cached-fragment>`);
    return `<head></head>${all.join('')}`;
  };
  const begin = () => cachedFragmentsOf('n', ['root', 'limited']);
  begin().putIn('<head></head><cached-fragment name="limited"><b>kept</b></cached-fragment>');
  begin().putIn(fragments('before'));
  const asking = begin();
  expect(asking.has('limited')).toBe(true);
  expect(asking.putIn(`${fragments('one')}<cached-fragment name="limited"></cached-fragment>`)).toContain('<b>kept</b>');
  begin().putIn(`${fragments('two')}<cached-fragment name="last"><i></i></cached-fragment>`);
  expect(begin().has('limited')).toBe(false);
});

test('a page without cached fragments, and the browser, render the fragment themselves', () => {
  const html = renderToString(
    <PageFactsProvider facts={{ ...facts, nonce: undefined }}>
      <CachedFragment name="plain">
        <p>here</p>
      </CachedFragment>
    </PageFactsProvider>,
  );
  expect(html).toBe('<p>here</p>');
});
