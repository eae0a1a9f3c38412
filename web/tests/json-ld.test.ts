import { siteOrganization } from '@newline/api/rules/site/organization';
import { setSiteSettings } from '@newline/api/rules/site/site-settings';
import { unsetSettings } from '@newline/api/rules/site/settings';
import { expect, test } from 'vitest';
import { jsonLd } from '../app/shared/json-ld.ts';
import { organizationOf } from '../app/shared/head/organization.ts';

const hostile = [
  '</script><script>alert(1)</script>',
  '<!--<script>',
  ']]>',
  '&lt;/script&gt;',
  '\u2028\u2029',
  '"\\',
  '\u0000',
  '<\u200dscript>',
  '</SCRIPT',
  '{"a":1}',
]; // prettier-ignore

test.each(hostile)('structured data with %j in it ends no element and parses to the same value @SITE-03', (text) => {
  const written = jsonLd({ [text]: text, list: [text, { deep: text }] });
  expect(written).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(written)).toEqual({ [text]: text, list: [text, { deep: text }] });
});

test('the organization comes from the settings or site.config.ts @SITE-03', () => {
  const profiles = [{ label: 'GitHub', url: 'https://github.com/newline-example' }];
  const { name } = siteOrganization();
  setSiteSettings({ ...unsetSettings, profiles });
  expect(organizationOf('https://learn.example')).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name,
    url: siteOrganization().url ?? 'https://learn.example',
    logo: 'https://learn.example/icon-512.png',
    sameAs: profiles.map(({ url }) => url),
  });
});
