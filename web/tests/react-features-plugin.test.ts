import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { featureUsed, withoutFeatures } from '../server/react-features-plugin.ts';

const folder = dirname(createRequire(import.meta.url).resolve('react-dom/package.json'));
const react = readFileSync(join(folder, 'cjs/react-dom-client.production.js'), 'utf8');

describe('withoutFeatures', () => {
  test('empties what no page uses, and leaves everything else as it is', () => {
    const smaller = withoutFeatures(react);
    expect(smaller).toContain('function startViewTransition() {\n  return null;\n}\n');
    expect(smaller).toContain('function FragmentInstance() {\n  return null;\n}\n');
    expect(smaller).not.toContain('FragmentInstance.prototype.');

    const functionsOf = (code: string) =>
      new Map([...code.matchAll(/^function (\w+)\([^{}]*\) \{\n[\s\S]*?^\}\n/gm)].map(([text, name]) => [name, text]));
    const before = functionsOf(react);
    const after = functionsOf(smaller);
    expect([...after.keys()]).toEqual([...before.keys()]);
    const changed = [...after].filter(([name, text]) => text !== before.get(name));
    expect(changed.length).toBeGreaterThan(50);
    for (const [name, text] of changed) expect(text).toBe(`function ${name}() {\n  return null;\n}\n`);
    expect(smaller.length).toBeLessThan(react.length - 50_000);
  });

  test('refuses a version of React without one of the functions', () => {
    expect(() => withoutFeatures(react.replace('function startViewTransition(', 'function beginViewTransition('))).toThrow(
      'React no longer has the function startViewTransition',
    );
    expect(() => withoutFeatures(react.replaceAll('FragmentInstance.prototype.', 'fragment.'))).toThrow('methods of fragments');
  });
});

describe('featureUsed', () => {
  const imports = (names: string, from = 'react') => `import { ${names} } from '${from}';`;

  test.each([
    ['view transitions', imports('useState, ViewTransition')],
    ['view transitions', "import * as React from 'react';\nReact.addTransitionType('back');"],
    ['refs of fragments', `${imports('Fragment')}\n<Fragment key="a" ref={field}>text</Fragment>;`],
    ['refs of fragments', `${imports('jsx, Fragment as _Fragment', 'react/jsx-runtime')}\njsx(_Fragment, { ref: field });`],
    ['functions as actions of forms', imports('useActionState')],
    ['functions as actions of forms', imports('useFormStatus', 'react-dom')],
    ['lists of suspended parts, and hidden activities', imports('Activity')],
    ['style sheets and scripts that React loads', '<link rel="stylesheet" href="/a.css" precedence="high" />;'],
    ['style sheets and scripts that React loads', imports('preload', 'react-dom')],
    ['style sheets and scripts that React loads', imports('preconnect', 'react-dom')],
    ['parts of a page that a script hydrates first', 'root.unstable_scheduleHydration(part);'],
    ['findDOMNode', imports('findDOMNode', 'react-dom')],
    ['the event beforeinput', '<input onBeforeInput={check} />;'],
    ['the compiler of React', imports('c as _c', 'react/compiler-runtime')],
    ['names of components in errors', 'report(info.componentStack);'],
  ])('recognizes %s in %s', (feature, source) => {
    expect(featureUsed(source, 'page.tsx')).toBe(feature);
  });

  test.each([
    imports('Fragment, useState, useTransition'),
    '<Fragment key="a"><input ref={field} /></Fragment>;',
    '<dt>Activity</dt>;',
    '/**\n * <my-note>a comment</my-note>\n */',
    '<Menu.Item data-x="1">a<b>c</b></Menu.Item>;',
    '<ClipGrid onSelect={choose} />;',
    '<form method="post" action="/newsletter" />;',
  ])('finds none in %s', (source) => {
    expect(featureUsed(source, 'page.tsx')).toBeUndefined();
  });

  test('skips modules that are not made with React', () => {
    expect(featureUsed('const operator = { precedence: 1 };', 'grammar.js')).toBeUndefined();
  });
});
