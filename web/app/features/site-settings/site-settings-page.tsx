import { siteLimits } from '@newline/api/rules/limits/site';
import { type ColorField as ColorName, accentOf, papersOf } from '@newline/api/rules/site/colors';
import { type SiteFont, siteFonts } from '@newline/api/rules/site/site-look';
import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { useRef, useState } from 'react';
import { standardSite } from '@newline/api/rules/site/site';
import { explainFields } from '../../shared/form/explain-fields.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { Link } from '../../shared/link.tsx';
import { requestDocument } from '../../shared/request-document.ts';
import { ColorField } from './color-field.tsx';
import { PairRows } from './pair-rows.tsx';
import { SaveSiteSettingsDocument, type StoredSettings } from './site-settings-documents.ts';
import { SiteImageField } from './site-image-field.tsx';
import { SitePreview } from './site-preview.tsx';
import styles from './site-settings.module.css';
import { colorFaults, colorsOf, inputOf, type ListName, type SettingsValues, type TextName, valuesOf } from './site-settings-values.ts';

const fontNames: Readonly<Record<SiteFont, string>> = { SERIF: 'Source Serif 4', SANS: 'Inter', MONO: 'JetBrains Mono' };
const colorLabels: readonly (readonly [ColorName, string])[] = [
  ['accentLight', 'Accent, light theme'],
  ['accentDark', 'Accent, dark theme'],
  ['paperLight', 'Background, light theme'],
  ['paperDark', 'Background, dark theme'],
];
const linkColumns = [
  { label: 'Label', most: siteLimits.linkLabel, placeholder: 'Courses' },
  { label: 'URL', most: siteLimits.linkUrl, placeholder: '/courses' },
] as const;
const profileColumns = [
  { label: 'Name', most: siteLimits.linkLabel, placeholder: 'GitHub' },
  { label: 'URL', most: siteLimits.linkUrl, placeholder: 'https://…' },
] as const;
type Props = { stored: StoredSettings; isSaved: boolean };

/** The page for the site's name, design and links, with a preview. */
export function SiteSettingsPage({ stored, isSaved }: Props) {
  const [values, setValues] = useState(() => valuesOf(stored));
  const [explain] = useState(() => explainFields(Object.keys(values)));
  const { isBusy, failure, faults, run, refuse, forget } = useForm(explain);
  const form = useRef<HTMLFormElement>(null);
  const colors = colorFaults(values);
  const chosen = colorsOf(values);
  const standardOf: Readonly<Record<ColorName, string>> = {
    accentLight: accentOf({ ...chosen, accentLight: null }, 'light'),
    accentDark: accentOf({ ...chosen, accentDark: null }, 'dark'),
    paperLight: papersOf({ ...chosen, paperLight: null }).light,
    paperDark: papersOf({ ...chosen, paperDark: null }).dark,
  };
  const change = (part: Partial<SettingsValues>) => {
    forget();
    setValues((current) => ({ ...current, ...part }));
  };
  const text = (name: TextName) => ({
    value: values[name],
    error: faults[name],
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  });
  const rows = (name: ListName) => ({
    rows: values[name],
    error: faults[name],
    onChange: (changed: SettingsValues[ListName]) => change({ [name]: changed }),
  });
  const image = (name: TextName) => ({
    value: values[name],
    error: faults[name],
    onChange: (imageUrl: string) => change({ [name]: imageUrl }),
  });
  const save = async () => {
    if (Object.keys(colors.faults).length > 0) {
      // The error of a color is shown next to it until the color changes.
      refuse({ form: 'Please fix the fields above and save again.' });
      form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
      return;
    }
    const isTaken = await run(() => requestDocument(SaveSiteSettingsDocument, { settings: inputOf(values), revision: stored.revision }));
    // The header, the colors and the font are part of the document, so the next document shows them.
    if (isTaken) window.location.replace('/admin/site?saved');
    else
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid], [role="alert"]')?.scrollIntoView({ block: 'center' }),
      );
  };
  const name = values.name.trim() || standardSite.name;
  return (
    <form
      ref={form}
      className={styles['page']}
      method="post"
      aria-label="Site"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h1>Site</h1>
      <p className={`lead ${styles['lead']}`}>Your site’s name, look and links. Changes take effect when you save them.</p>
      {isSaved && (
        <p className={styles['saved']} role="status">
          Saved. Your changes are live.
        </p>
      )}

      <section aria-labelledby="identity">
        <h2 id="identity">Name</h2>
        <div className={styles['fields']}>
          <Field label="Name of the site" {...text('name')} placeholder={standardSite.name} maxLength={siteLimits.name} />
          <Field
            control="textarea"
            label="Description"
            rows={2}
            {...text('description')}
            placeholder={standardSite.description}
            maxLength={siteLimits.description}
            hint="One sentence, for search engines and link previews."
          />
          <div className={styles['images']}>
            <SiteImageField
              label="Wordmark"
              hint="Shown in the header instead of the name. SVG, PNG or WebP, at least 64 px high."
              theme="light"
              {...image('wordmarkLight')}
            />
            <SiteImageField
              label="Wordmark, dark theme"
              hint="Optional, if the first one is easy to read on dark backgrounds."
              theme="dark"
              {...image('wordmarkDark')}
            />
            <SiteImageField
              label="Icon"
              hint="Becomes the favicon and the app icon. Square, at least 512 px wide."
              theme="light"
              {...image('icon')}
            />
          </div>
        </div>
      </section>

      <section aria-labelledby="look">
        <h2 id="look">Colors and font</h2>
        <div className={styles['fields']}>
          <div className={styles['colors']}>
            {colorLabels.map(([field, label]) => (
              <ColorField
                key={field}
                label={label}
                value={values[field]}
                standard={standardOf[field]}
                error={colors.faults[field] ?? faults[field]}
                nearest={colors.nearest[field]}
                onChange={(color) => change({ [field]: color })}
              />
            ))}
          </div>
          <Field
            control="select"
            label="Font for headings and texts"
            value={values.font}
            onChange={(event: { currentTarget: { value: string } }) => change({ font: event.currentTarget.value as SiteFont })}
          >
            {siteFonts.map((font) => (
              <option key={font} value={font}>
                {fontNames[font]}
              </option>
            ))}
          </Field>
          <SitePreview
            name={name}
            description={values.description.trim() || standardSite.description}
            wordmarks={{ light: values.wordmarkLight, dark: values.wordmarkDark || values.wordmarkLight }}
            links={values.navigation.map(({ first }) => first.trim()).filter(Boolean)}
            look={{ ...chosen, font: values.font }}
          />
        </div>
      </section>

      <section aria-labelledby="links">
        <h2 id="links">Links</h2>
        <div className={styles['fields']}>
          <PairRows
            legend="Header"
            hint="A path on this site, such as /courses, or a URL that starts with https://."
            columns={linkColumns}
            row="header link"
            most={siteLimits.navigation}
            {...rows('navigation')}
          />
          <PairRows
            legend="Footer"
            hint="Shown in addition to the links in the header."
            columns={linkColumns}
            row="footer link"
            most={siteLimits.links}
            {...rows('footerLinks')}
          />
          <PairRows
            legend="Profiles"
            hint="Your profiles on other sites, for the footer and for search engines."
            columns={profileColumns}
            row="profile"
            most={siteLimits.links}
            {...rows('profiles')}
          />
        </div>
      </section>

      <section aria-labelledby="organization">
        <h2 id="organization">Organization and support</h2>
        <div className={styles['fields']}>
          <Field
            label="Organization"
            {...text('organizationName')}
            placeholder={name}
            maxLength={siteLimits.organizationName}
            hint="Who publishes the site, for search engines."
          />
          <Field
            label="Its website"
            type="url"
            {...text('organizationUrl')}
            placeholder="https://…"
            hint="Leave it empty to use this site."
          />
          <Field
            label="Support email address"
            type="email"
            {...text('supportEmail')}
            maxLength={siteLimits.supportEmail}
            hint="Shown in the footer and in emails."
          />
          <Field
            label="Application form for authors"
            type="url"
            {...text('applyUrl')}
            placeholder="https://…"
            hint="The target of “Apply to Teach”, which is hidden while this is empty."
          />
        </div>
      </section>

      <section aria-labelledby="claims">
        <h2 id="claims">Numbers on the home page</h2>
        <p>
          Your site counts its titles, lessons and learners. Choose which numbers to show under{' '}
          <Link className="link" to="/admin/home">
            Home page
          </Link>
          .
        </p>
      </section>

      <div className={styles['end']}>
        {failure !== null && <ErrorNote>{failure}</ErrorNote>}
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? 'Saving…' : 'Save settings'}
        </Button>
      </div>
    </form>
  );
}
