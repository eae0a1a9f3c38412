/**
 * The default texts of /pricing and /write-with-us. Administrators edit them in the browser, under Administration → Home page. They aren't
 * in site.config.ts, so that only those pages load them.
 */
export const pricingPage = {
  /** The slug of the plan for 'Subscribe to newline Pro'. */
  proPlanSlug: 'newline-basic-subscription-monthly',
  headline: 'One price, every line.',
  lead: 'The first lesson of everything is free. Stay if it’s worth more to you than a book a month.',
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
    {
      question: 'What if someone leaves our team?',
      answer: 'You can give their seat to someone else immediately. They keep their progress and access to all free content.',
    },
  ],
} as const;

/** The page for people who want to teach. */
export const writePage = {
  headline: 'Write the next line with us',
  lead: 'You’ve built it, and you can explain how. We help you edit and publish it. Your name is on the cover.',
  steps: [
    { title: 'Apply', text: 'Tell us what you’d teach, to whom, and show us something you’ve written.' },
    { title: 'Outline', text: 'Together we write the outline, one line per lesson.' },
    {
      title: 'Write',
      text: 'Text, code and video go through the editor on this site. Code stays tied to its commit, so it doesn’t go stale.',
    },
    {
      title: 'Publish',
      text: 'Early readers start first, lesson by lesson. Their questions land in your inbox, next to the line they’re about.',
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
