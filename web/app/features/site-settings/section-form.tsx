import { pageSectionLimits } from '@newline/api/rules/limits/page-section';
import { type CountedFact, countedFacts } from '@newline/api/rules/site/page-sections';
import { Field } from '@newline/ui/components/field';
import type { ChosenQuote, ChosenTitle } from '../../shared/page-content/standard-home.ts';
import { type Entry, type EntryField, EntryList } from './entry-list.tsx';
import type { LogoEntry } from './page-draft.ts';
import type { FormField, FormSection } from './page-sections-form.ts';
import { EventTime } from './event-time.tsx';
import styles from './page-editor.module.css';
import { QuoteChoice } from './quote-choice.tsx';
import { TitleChoice } from './title-choice.tsx';

/** The available choices for the sections of a page. */
export type Choices = {
  readonly categories: readonly { readonly slug: string; readonly name: string }[];
  readonly counted: readonly { readonly fact: string | null; readonly amount: number | null }[];
  /** The number of courses and books that Pro includes. */
  readonly titlesInPro: number;
  /** Numbers that were entered in an earlier version. They're shown until counted ones are chosen. */
  readonly typedNumbers: readonly string[];
  readonly hasOtherTestimonials: boolean;
};

type Content = Readonly<Record<string, unknown>>;

type Props = {
  section: FormSection;
  content: Content;
  choices: Choices;
  logos: readonly LogoEntry[];
  onChange: (part: Content) => void;
  onLogos: (logos: readonly LogoEntry[]) => void;
};

const logoFields: readonly EntryField[] = [
  { name: 'name', label: 'Company', control: 'input', hint: 'Read out for the image; shown if there is none.' },
  { name: 'websiteUrl', label: 'Website', control: 'input', hint: 'Optional. Starts with https://.' },
  { name: 'imageUrl', label: 'Logo', control: 'image', hint: 'SVG, PNG or WebP.' },
  {
    name: 'darkImageUrl',
    label: 'Logo, dark theme',
    control: 'darkImage',
    hint: 'Optional, if the first one is easy to read on dark backgrounds.',
  },
];

/** The fields of a section. */
export function SectionForm({ section, ...props }: Props) {
  return (
    <div className={styles['fields']}>
      {section.note !== undefined && <p className={styles['hint']}>{section.note}</p>}
      {section.fields.map((field) => (
        <SectionField key={'name' in field ? field.name : field.control} field={field} {...props} />
      ))}
    </div>
  );
}

function SectionField({ field, content, choices, logos, onChange, onLogos }: Omit<Props, 'section'> & { field: FormField }) {
  switch (field.control) {
    case 'input':
    case 'textarea':
      return (
        <Field
          control={field.control}
          label={field.label}
          {...(field.hint !== undefined && { hint: field.hint })}
          {...(field.control === 'textarea' && { rows: 3 })}
          maxLength={pageSectionLimits.text}
          value={textOf(content[field.name])}
          onChange={({ currentTarget: { value } }: { currentTarget: { value: string } }) => onChange({ [field.name]: value })}
        />
      );
    case 'lines': {
      const lines = content[field.name] as readonly string[];
      return (
        <Field
          control="textarea"
          label={field.label}
          hint={field.hint}
          rows={Math.max(3, lines.length)}
          value={lines.join('\n')}
          onChange={({ currentTarget: { value } }: { currentTarget: { value: string } }) => onChange({ [field.name]: value.split('\n') })}
        />
      );
    }
    case 'entries':
      return (
        <EntryList
          legend={field.label}
          hint={field.hint}
          one={field.one}
          fields={field.fields}
          most={field.most}
          rows={content[field.name] as readonly Entry[]}
          onChange={(rows) => onChange({ [field.name]: rows })}
        />
      );
    case 'titles':
      return (
        <TitleChoice
          titles={content['titles'] as readonly ChosenTitle[]}
          isFilled={content['isFilled'] === true}
          most={8}
          onChange={onChange}
        />
      );
    case 'quotes':
      return (
        <QuoteChoice
          quotes={content['quotes'] as readonly ChosenQuote[]}
          hasOthers={choices.hasOtherTestimonials}
          onChange={(quotes) => onChange({ quotes })}
        />
      );
    case 'logos': {
      const strip = field.isStudentLogo ? 'students' : 'customers';
      const others = logos.filter((logo) => logo.strip !== strip);
      return (
        <EntryList
          legend="Logos"
          hint="SVG files are converted to images, so pages don’t contain their markup."
          one="logo"
          fields={logoFields}
          most={60 - others.length}
          rows={logos.filter((logo) => logo.strip === strip)}
          onChange={(rows) => onLogos([...others, ...rows.map((row) => Object.assign(row, { strip }))])}
        />
      );
    }
    case 'eventTime':
      return (
        <EventTime
          startsAt={textOf(content['startsAt'])}
          endsAt={textOf(content['endsAt'])}
          timeZone={textOf(content['timeZone'])}
          onChange={onChange}
        />
      );
    case 'facts':
      return <FactChoice content={content} choices={choices} onChange={onChange} />;
    case 'categories':
      return <CategoryChoice chosen={content['categories'] as readonly string[]} categories={choices.categories} onChange={onChange} />;
    case 'countsTitles':
      return (
        <label className={styles['check']}>
          <input
            type="checkbox"
            checked={content['countsTitles'] === true}
            onChange={({ currentTarget: { checked } }) => onChange({ countsTitles: checked })}
          />
          Show the number of titles in Pro ({choices.titlesInPro.toLocaleString('en')} now)
        </label>
      );
  }
}

/** The counted numbers that the headline shows. */
function FactChoice({ content, choices, onChange }: Pick<Props, 'content' | 'choices' | 'onChange'>) {
  const isCounted = content['isCounted'] === true;
  const chosen = content['facts'] as readonly string[];
  const { typedNumbers } = choices;
  const all = Object.keys(countedFacts) as CountedFact[];
  return (
    <fieldset className={styles['entries']}>
      <legend>Numbers</legend>
      <p className={styles['hint']}>The site counts them. A number is hidden while it’s 0.</p>
      {typedNumbers.length > 0 && !isCounted && (
        <p className={styles['hint']}>
          Shown now: {typedNumbers.join(', ')}. The site doesn’t count these. They’re removed when you choose counted ones.
        </p>
      )}
      {all.map((fact) => {
        const amount = amountOf(choices, fact);
        return (
          <label key={fact} className={styles['check']}>
            <input
              type="checkbox"
              checked={isCounted && chosen.includes(fact)}
              onChange={({ currentTarget: { checked } }) => {
                const chosenFacts = isCounted ? chosen : [];
                onChange({ isCounted: true, facts: all.filter((each) => (each === fact ? checked : chosenFacts.includes(each))) });
              }}
            />
            <span>
              <b className="num">{amount.toLocaleString('en')}</b> {countedFacts[fact][amount === 1 ? 0 : 1]}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

/** The categories that the page shows; all of them if none is chosen. */
function CategoryChoice({
  chosen,
  categories,
  onChange,
}: {
  chosen: readonly string[];
  categories: Choices['categories'];
  onChange: Props['onChange'];
}) {
  const shown = chosen.length === 0 ? categories.map(({ slug }) => slug) : chosen;
  if (categories.length === 0) return <p className={styles['hint']}>Categories appear here once there are any.</p>;
  return (
    <fieldset className={styles['entries']}>
      <legend>Categories</legend>
      {categories.map(({ slug, name }) => (
        <label key={slug} className={styles['check']}>
          <input
            type="checkbox"
            checked={shown.includes(slug)}
            disabled={shown.length === 1 && shown.includes(slug)}
            onChange={({ currentTarget: { checked } }) => {
              const next = categories.flatMap((each) => ((each.slug === slug ? checked : shown.includes(each.slug)) ? [each.slug] : []));
              onChange({ categories: next.length === categories.length ? [] : next });
            }}
          />
          <bdi>{name}</bdi>
        </label>
      ))}
    </fieldset>
  );
}

function amountOf({ counted }: Choices, fact: CountedFact): number {
  return counted.find((each) => each.fact === fact)?.amount ?? 0;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
