/**
 * The words of the pages about money: for readers at /pricing, for authors at /write-with-us.
 * They stand beside site.config.ts and not in it, so that only those pages load them.
 */
export const pricingPage = {
  /** The plan behind 'Subscribe to newline Pro', by its slug. */
  proPlanSlug: 'newline-basic-subscription-monthly',
  headline: 'One price, every line.',
  lead: 'Read the first lesson of anything for nothing. Stay when it is worth more than a book a month.',
  questions: [
    {
      question: 'What happens when I cancel?',
      answer: 'You read until the paid period ends. Your notes, marks and progress stay, and you can take the subscription up again.',
    },
    { question: 'Do I keep what I bought?', answer: 'Yes. A title you bought is yours, Pro or not, with its corrections.' },
    {
      question: 'What does Pro not cover?',
      answer: 'Masterclasses, bootcamps and workshops, which are bought by themselves. With Pro they cost 20% less.',
    },
    {
      question: 'What if somebody leaves our team?',
      answer: 'Their seat is free at once, for whoever you invite next. They keep their progress, and read what is free.',
    },
  ],
} as const;

/** The page for those who might teach here. */
export const writePage = {
  headline: 'Write the next line with us',
  lead: 'You have built the thing, and you can say how. We edit, film, typeset and sell; you keep your name on the cover and a share of every sale.',
  steps: [
    { title: 'Apply', text: 'Ten minutes in a form: what you would teach, to whom, and something you have written.' },
    { title: 'Outline', text: 'An editor answers within two weeks. Together you write the outline, one line a lesson.' },
    {
      title: 'Write',
      text: 'Text, code and video go through the editor on this site. Code stays tied to its commit, so it does not rot.',
    },
    {
      title: 'Publish',
      text: 'Early readers come first, lesson by lesson. Their questions land in your inbox, beside the line they are about.',
    },
  ],
  questions: [
    { question: 'Do I have to be on camera?', answer: 'No. A screen and a voice are enough, and a book needs neither.' },
    {
      question: 'Who owns the text?',
      answer: 'You do. We publish it, and you can take it with you as a folder of Markdown at any time.',
    },
  ],
} as const;
