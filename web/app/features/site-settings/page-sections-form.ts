import type { HomeKind, PricingKind, WriteKind } from '@newline/api/rules/site/page-sections';
import { homeKinds, pricingKinds, writeKinds } from '@newline/api/rules/site/page-sections';
import { standardHome } from '../../shared/page-content/standard-home.ts';
import { standardPricing } from '../../shared/page-content/standard-pricing.ts';
import { standardWrite } from '../../shared/page-content/standard-write.ts';
import type { EntryField } from './entry-list.tsx';

/** A page whose sections administrators can edit. */
export type EditedPage = 'HOME' | 'PRICING' | 'WRITE_WITH_US';

/** A text of a section, or one of its lists. */
export type FormField =
  | { readonly control: 'input' | 'textarea'; readonly name: string; readonly label: string; readonly hint?: string }
  | { readonly control: 'lines'; readonly name: string; readonly label: string; readonly hint: string }
  | {
      readonly control: 'entries';
      readonly name: string;
      readonly label: string;
      readonly hint: string;
      readonly one: string;
      readonly most: number;
      readonly fields: readonly EntryField[];
    }
  | { readonly control: 'facts' | 'categories' | 'titles' | 'quotes' | 'countsTitles' | 'eventTime' }
  | { readonly control: 'logos'; readonly isStudentLogo: boolean };

/** The form of a section. */
export type FormSection = {
  readonly label: string;
  /** When it is hidden, and where its content comes from. */
  readonly note?: string;
  readonly fields: readonly FormField[];
};

const line = (name: string, label: string, hint?: string): FormField => ({
  control: 'input',
  name,
  label,
  ...(hint !== undefined && { hint }),
});
const text = (name: string, label: string, hint?: string): FormField => ({
  control: 'textarea',
  name,
  label,
  ...(hint !== undefined && { hint }),
});
const questions: FormField = {
  ...{
    control: 'entries',
    name: 'questions',
    label: 'Questions',
    hint: 'If there are none, the section is hidden.',
    one: 'question',
    most: 30,
  },
  fields: [
    { name: 'question', label: 'Question', control: 'input' },
    { name: 'answer', label: 'Answer', control: 'textarea' },
  ],
};

const home: Readonly<Record<HomeKind, FormSection>> = {
  HEADLINE: {
    label: 'Headline',
    fields: [
      { control: 'lines', name: 'headline', label: 'Headline', hint: 'Each line gets a number, like a line of code.' },
      text('lead', 'Text'),
      { control: 'facts' },
    ],
  },
  EVENT: {
    label: 'Live event',
    note: 'Shown until the event ends. Without a title or a time, it’s left out.',
    fields: [
      line('title', 'Title'),
      text('text', 'Text'),
      { control: 'eventTime' },
      line('url', 'URL', 'Where to take part: a page of this site, or one that starts with https://. Optional.'),
      line('link', 'Link', 'Shown if there is a URL.'),
      line('label', 'Label above the time'),
    ],
  },
  EXPLORE: {
    label: 'Catalog by category',
    note: 'Shown once something is published.',
    fields: [{ control: 'categories' }, line('link', 'Link to the catalog')],
  },
  HIGHLIGHTS: {
    label: 'Newest titles',
    note: 'Five titles. Shown once something is published.',
    fields: [line('heading', 'Heading'), line('note', 'Note'), { control: 'titles' }],
  },
  PATHS: {
    label: 'Learning paths',
    note: 'The four newest. Shown once one is published.',
    fields: [line('heading', 'Heading'), line('link', 'Link to all learning paths')],
  },
  STUDENTS: {
    label: 'Where students work',
    note: 'Shown once it has logos.',
    fields: [line('title', 'Title'), { control: 'logos', isStudentLogo: true }],
  },
  RECENT: {
    label: 'Carousel of titles',
    note: 'Eight titles with their videos. Shown once something is published.',
    fields: [line('heading', 'Heading'), text('description', 'Text'), line('link', 'Link to the courses'), { control: 'titles' }],
  },
  PRO: {
    label: 'Pro',
    note: 'Shown while a monthly Pro plan is offered.',
    fields: [
      line('heading', 'Heading'),
      text('price', 'Text', '{price} is what a month costs, {site} the name of your site.'),
      line('learnMore', 'Link to the plans'),
      { control: 'lines', name: 'features', label: 'Features', hint: 'One per line. {titles} is the number of titles, if you show it.' },
      { control: 'countsTitles' },
      line('subscribe', 'Button'),
      line('team', 'Link for teams'),
    ],
  },
  NEWSLETTER: {
    label: 'Newsletter',
    fields: [
      line('heading', 'Heading'),
      text('lead', 'Text'),
      line('submit', 'Button'),
      line('hint', 'Note next to the button'),
      line('videoUrl', 'Video', 'The URL of a video, or local: and its ID. Leave it empty to show only the form.'),
      line('videoTitle', 'Title of the video'),
    ],
  },
  TESTIMONIALS: {
    label: 'Testimonials',
    note: 'Shown once it has testimonials or logos.',
    fields: [{ control: 'quotes' }, line('customers', 'Title of the logos'), { control: 'logos', isStudentLogo: false }],
  },
  AUTHORS: {
    label: 'Authors in their own words',
    note: 'Shown once an author of a title is quoted.',
    fields: [
      line('heading', 'Heading'),
      line('apply', 'Button', 'Shown if the site has an application form for authors.'),
      line('applyHint', 'Note next to the button'),
      {
        ...{
          control: 'entries',
          name: 'authors',
          label: 'Authors',
          hint: 'Each needs an account and a published title.',
          one: 'author',
          most: 12,
        },
        fields: [
          { name: 'username', label: 'Username', control: 'input' },
          { name: 'quote', label: 'Quote', control: 'textarea' },
          { name: 'role', label: 'Role', control: 'input' },
          { name: 'label', label: 'Link', control: 'input' },
          { name: 'url', label: 'URL of the link', control: 'input' },
        ],
      },
    ],
  },
  BUBBLES: { label: 'All authors', note: 'Shown once a title has authors.', fields: [line('heading', 'Heading')] },
  WAYS: {
    label: 'Where to go from here',
    note: 'Invites authors once the site has an application form or a support email address.',
    fields: [
      line('pro', 'Link to the plans', 'Shown while a plan is offered.'),
      line('proNote', 'Note about plans'),
      line('write', 'Link for authors'),
      line('writeNote', 'Note for authors'),
    ],
  },
  DESK: { label: 'Demo dashboard', note: 'Shown once a clip is published.', fields: [line('heading', 'Heading'), text('lead', 'Text')] },
};

const pricing: Readonly<Record<PricingKind, FormSection>> = {
  TOP: { label: 'Headline', fields: [line('headline', 'Headline'), text('lead', 'Text')] },
  PLANS: { label: 'Plans', note: 'Always shown. Change it under Plans and prices.', fields: [] },
  TITLES: { label: 'Single titles', note: 'Shown while a title can be bought without a plan.', fields: [line('heading', 'Heading')] },
  COMPARE: {
    label: 'Comparison',
    note: 'Shown while a plan is offered. It compares what the site itself provides.',
    fields: [
      line('heading', 'Heading'),
      { control: 'lines', name: 'extras', label: 'What else Pro includes', hint: 'One per line, such as a chat or the code of examples.' },
    ],
  },
  QUESTIONS: { label: 'Questions', note: 'Shown while a plan is offered.', fields: [line('heading', 'Heading'), questions] },
};

const write: Readonly<Record<WriteKind, FormSection>> = {
  TOP: { label: 'Headline', fields: [line('headline', 'Headline'), text('lead', 'Text')] },
  STEPS: {
    label: 'Steps',
    fields: [
      line('heading', 'Heading'),
      {
        ...{ control: 'entries', name: 'steps', label: 'Steps', hint: 'If there are none, the section is hidden.', one: 'step', most: 12 },
        fields: [
          { name: 'title', label: 'Title', control: 'input' },
          { name: 'text', label: 'Text', control: 'textarea' },
        ],
      },
    ],
  },
  QUESTIONS: { label: 'Questions', fields: [line('heading', 'Heading'), questions] },
};

/** The editable pages: their paths, sections in standard order, and default content. */
export const editedPages: Readonly<
  Record<
    EditedPage,
    {
      readonly label: string;
      readonly path: string;
      readonly adminPath: string;
      readonly kinds: readonly string[];
      readonly sections: Readonly<Record<string, FormSection>>;
      readonly standard: Readonly<Record<string, object>>;
    }
  >
> = {
  HOME: { label: 'Home page', path: '/', adminPath: '/admin/home', kinds: homeKinds, sections: home, standard: standardHome },
  PRICING: {
    ...{ label: 'Pricing', path: '/pricing', adminPath: '/admin/home/pricing' },
    ...{ kinds: pricingKinds, sections: pricing, standard: standardPricing },
  },
  WRITE_WITH_US: {
    ...{ label: 'Write with us', path: '/write-with-us', adminPath: '/admin/home/write-with-us' },
    ...{ kinds: writeKinds, sections: write, standard: standardWrite },
  },
};
