/**
 * The default texts of the home page. Administrators edit them, order the sections and choose titles, testimonials and logos in the
 * browser, under Administration → Home page. `{site}` is the name of the site. Numbers are counted by the site.
 */
export const home = {
  /** The title of the page, for search engines and tabs. */
  title: '{site}: read it closely, watch it run',
  /** The headline, line by line. The caret is after the last line. */
  headline: ['Read it closely.', 'Watch it run.', 'Write the next line'],
  lead: 'Books, courses and one-minute clips for developers on the way from junior to senior. Written by people who still get paged.',
  /** The texts while nothing is published. */
  first: {
    headline: ['Every library', 'starts with', 'a first line'],
    lead: '{site} hasn’t published anything yet. Leave your email address to hear when it does.',
    newsletterHeading: 'Be there for the first one',
    newsletterLead: 'We’ll write when there’s something to read. You can unsubscribe anytime.',
  },
  /** The labels of the live event. Administrators enter its title and date in the browser. */
  event: { label: 'Live event', link: 'Join the event' },
  explore: { link: 'Explore the whole catalog' },
  highlights: { heading: 'Just published', note: 'The five newest, most recent first' },
  students: { title: 'Our students work at' },
  recent: {
    heading: 'Recent titles',
    description: '1-minute shorts and 3-5 minute videos, before you decide. No account needed.',
    link: 'All courses',
  },
  pro: {
    heading: 'Everything, for the price of one book a month.',
    /** `{price}` is the monthly price of the first plan on the pricing page. Without a plan, the section is left out. */
    price: '{site} Pro is about {price} a month. Cancel on the day you have read enough.',
    learnMore: 'Learn more about {site} Pro',
    /** `{titles}` is the number of titles or empty. */
    features: [
      'Unlimited access to {titles}books, guides and courses',
      'Interactive live project demos',
      'Complete source code',
      '20% discount on every masterclass course',
      'Community chat access',
      'Full transcripts with code snippets',
      'Early access to future content',
    ],
    subscribe: 'Subscribe to {site} Pro',
    team: 'Get a Team Package',
  },
  newsletter: {
    heading: 'A newsletter on Fridays',
    lead: 'One bug we fixed, one idea worth keeping, one clip worth your minute. Nothing else, ever.',
    submit: "Let's Do This",
    hint: 'We’ll ask you to confirm by email first.',
    /** The list at the service that sends the newsletter. */
    listId: 'newsletter',
  },
  customers: { title: 'Read by the teams of' },
  authors: {
    heading: 'From the people who write here',
    apply: 'Apply to Teach',
    applyHint: 'Opens our application form in a new tab',
  },
  bubbles: { heading: 'Meet the {site} authors' },
  ways: {
    pro: { label: 'Read everything with Pro', note: 'Monthly, yearly, or for a team' },
    write: { label: 'Write a book with us', note: 'You know the subject. We edit, typeset and publish.' },
  },
  desk: { heading: 'This is your desk', lead: 'A working copy of what a Pro reader sees, on day fifty. Touch anything.' },
} as const;
