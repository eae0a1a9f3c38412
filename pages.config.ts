/**
 * The default texts of /pricing and /write-with-us. Administrators edit them in the browser, under Administration → Home page. They aren't
 * in site.config.ts, so that only those pages load them. They only say what is true of every site.
 */
export const pricingPage = {
  /** The slug of the plan for 'Subscribe to newline Pro'. */
  proPlanSlug: 'newline-basic-subscription-monthly',
  headline: 'Plans and prices',
  lead: 'What you can buy, and what it includes.',
  questions: [
    {
      question: 'What happens when I cancel?',
      answer: 'You have access until the end of the paid period. Your notes, highlights and progress stay, and you can subscribe again.',
    },
    { question: 'Do I keep what I bought?', answer: 'Yes. A title you bought is yours, with or without Pro, including its corrections.' },
    {
      question: 'What does Pro not cover?',
      answer: 'Masterclasses, bootcamps and workshops, which are sold separately. With Pro they cost 20% less.',
    },
  ],
} as const;

/** The page for people who want to teach. */
export const writePage = {
  headline: 'Write the next line with us',
  lead: 'You’ve built it, and you can explain how.',
  steps: [
    { title: 'Apply', text: 'Tell us what you’d teach, and to whom.' },
    { title: 'Outline', text: 'Plan your title in sections, one line per lesson.' },
    {
      title: 'Write',
      text: 'Write text, code and formulas, and add videos, in the editor on this site.',
    },
    {
      title: 'Publish',
      text: 'Readers ask questions next to the line that they’re about, and you answer them there.',
    },
  ],
  questions: [] as readonly { readonly question: string; readonly answer: string }[],
} as const;
