import { setSiteSettings } from '@newline/api/rules/site/site-settings';
import { unsetSettings } from '@newline/api/rules/site/settings';
import { site } from '@newline/api/rules/site/site';
import { afterEach, expect, test } from 'vitest';
import type { StoredSettings } from '../../app/features/site-settings/site-settings-documents.ts';
import { inputOf, valuesOf } from '../../app/features/site-settings/site-settings-values.ts';

afterEach(() => setSiteSettings(unsetSettings));

const stored: StoredSettings = {
  ...{ name: null, description: null, wordmarkLight: null, wordmarkDark: null, icon: null, font: 'SERIF' as const },
  ...{ accentLight: null, accentDark: null, paperLight: null, paperDark: null },
  ...{ navigation: null, footerLinks: '[]', profiles: '[]', claims: '[]', revision: 0 },
  ...{ organizationName: null, organizationUrl: null, supportEmail: null, applyUrl: null, catalogFigure: null },
};

test('saving other settings keeps the default header links, so that they follow the content', () => {
  expect(site.navigation.map(({ url }) => url)).not.toContain('/articles');
  expect(inputOf({ ...valuesOf(stored), name: 'Marigold' })).toMatchObject({ name: 'Marigold', navigation: null });
  setSiteSettings({ ...unsetSettings, hasArticles: true });
  expect(site.navigation.map(({ url }) => url)).toContain('/articles');
  expect(inputOf(valuesOf(stored))).toMatchObject({ navigation: null });
});

test('changed links are stored as they are, even if they equal those of a site without articles', () => {
  const values = valuesOf(stored);
  expect(inputOf({ ...values, navigation: values.navigation.slice(0, 1) }).navigation).toBe('[{"label":"Courses","url":"/courses"}]');
  setSiteSettings({ ...unsetSettings, hasArticles: true });
  expect(JSON.parse(inputOf(values).navigation ?? '')).toHaveLength(values.navigation.length);
});
