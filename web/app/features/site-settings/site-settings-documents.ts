import type { SiteSettingsOfQuery, SiteChangeInput } from '../../../.documents/graphql.ts';
import { graphql } from '../../shared/graphql-document.ts';

/** The settings from the API, with lists as JSON. */
export type StoredSettings = NonNullable<SiteSettingsOfQuery['site']>;

/** The settings for the API. */
export type { SiteChangeInput };

/** The settings of the site, for the form. */
export const SiteSettingsOfDocument = graphql(/* GraphQL */ `query siteSettingsOf {
  site {
    name description wordmarkLight wordmarkDark icon accentLight accentDark paperLight paperDark font navigation footerLinks profiles
    organizationName organizationUrl supportEmail applyUrl claims catalogFigure revision
  }
}`);

/** Saves them all. */
export const SaveSiteSettingsDocument = graphql(/* GraphQL */ `mutation saveSiteSettings($settings: SiteChangeInput!, $revision: Int!) {
  saveSiteSettings(input: { settings: $settings, revision: $revision }) { siteConfiguration { revision } }
}`);

/** Uploads a wordmark or an icon. */
export const CreateSiteImageDocument = graphql(/* GraphQL */ `mutation createSiteImage($file: Upload!) {
  createSiteImage(input: { file: $file }) { attachment { imageUrl } }
}`);
