import type { VideoScript } from './script.ts';

/** The lesson "Four numbers" of CSS, Set in Type. */
export const settingAnEssay: VideoScript = {
  playbackId: 'essay-8p2f',
  title: 'Setting an essay',
  topic: 'design',
  scenes: [
    {
      card: 'Setting an essay',
      under: 'Four numbers, eleven declarations',
      sentences: [
        {
          text: 'This is an essay about tides, printed in 1902.',
          say: 'This is an essay about tides, printed in nineteen hundred and two.',
        },
        { text: 'Without any style, a browser sets it from one edge of the window to the other, and nobody reads to the end.' },
        { text: 'Four numbers change that: size, measure, leading and margin.' },
        { text: 'We need eleven declarations for them, and nothing to install.' },
      ],
    },
    {
      file: 'index.html',
      from: 8,
      code: `
<main>
  <h1>On Tides</h1>
  <p>Twice a day the sea comes back.</p>
  <h2>Springs and neaps</h2>
  <p>When the moon is full</p>
</main>`,
      sentences: [
        { text: 'The markup is what an author would write: a title, paragraphs, and a heading now and then.', to: 6 },
        { text: 'There are no wrappers and no class names. You will not miss them.' },
        { text: 'If an element has no job in the text, it has no place in the markup.' },
        { text: 'The browser is already right about a lot. Headings are bold, and paragraphs have space between them.', mark: [1, 3] },
        { text: 'What it cannot know is how wide your window is, and how far away you sit.', mark: [] },
      ],
    },
    {
      file: 'essay.css',
      from: 1,
      code: `
main {
  font: 1.1875rem/1.58 "Source Serif 4", serif;
  max-width: 66ch;
  margin-inline: auto;
  padding-inline: 1rem;
}`,
      sentences: [
        { text: 'First the size: nineteen pixels, for someone at arm’s length.', to: 2, mark: 1 },
        {
          text: 'It is written in rem. Whoever has chosen larger type in the browser gets it here, too.',
          say: 'It is written in rems. Whoever has chosen larger type in the browser gets it here, too.',
        },
        { text: 'The font comes with the page, and behind it stands any serif that the reader has.' },
        { text: 'Behind the slash is the leading, the distance from line to line, as a multiple of the size.' },
        {
          text: 'It has no unit, and that matters. With one, a heading would inherit the distance of small text, and its lines would collide.',
        },
        { text: 'Use the same leading everywhere in the text. A page with two of them looks like a repair.' },
        { text: 'Next the measure, which is the length of a line.', to: 3, mark: 2 },
        {
          text: 'A ch is the width of the figure zero. Zeros are wider than the average letter, so this line holds about seventy-five.',
          say: 'A c h is the width of the figure zero. Zeros are wider than the average letter, so this line holds about seventy five.',
        },
        { text: 'From the end of such a line, the eye finds the start of the next one without searching.' },
        { text: 'The margin is whatever is left over, the same on both sides.', to: 4, mark: 3 },
        { text: 'On a phone nothing is left over. There, a little padding keeps the letters away from the edge.', to: 6, mark: 4 },
      ],
    },
    {
      card: 'Now count a line',
      under: 'A ruler before taste',
      sentences: [
        { text: 'Take any full line, and count its characters. Spaces count, too.' },
        { text: 'Between forty-five and seventy-five is good. Ours has seventy-three, so we leave it alone.' },
        { text: 'If yours is far away from that, change the measure, and not the size of the letters.' },
        { text: 'Try it with a book, too. Printers have known this number for five hundred years.' },
      ],
    },
    {
      file: 'essay.css',
      from: 8,
      code: `
h1, h2 {
  line-height: 1.15;
  text-wrap: balance;
}
h2 { margin-block: 2em .5em; }`,
      sentences: [
        { text: 'Large type needs less leading than small type, because its lines are short.', to: 2, mark: 1 },
        { text: 'Balance makes the lines of a title about equally long. No single word falls onto the second.', to: 4, mark: 2 },
        { text: 'A heading belongs to what follows it. So there is four times as much space above it as below.', to: 5, mark: 4 },
        { text: 'Most pages have this wrong. Their headings float in the middle, and belong to nobody.' },
        { text: 'Those are three more declarations. That makes seven.', mark: [] },
      ],
    },
    {
      file: 'essay.css',
      from: 14,
      code: `
p {
  text-wrap: pretty;
  hyphens: auto;
  margin: 0;
}
p + p { text-indent: 1.5em; }`,
      sentences: [
        { text: 'Pretty asks the browser to look at the last lines of a paragraph together, and to leave no word alone.', to: 2, mark: 1 },
        { text: 'Hyphens depend on the language. Name it on the root element, or nothing happens.', to: 3, mark: 2 },
        { text: 'A book marks a new paragraph once: by a space, or by an indent.', to: 5, mark: 3 },
        { text: 'We take the indent. The plus sign limits it to a paragraph that follows another one.', to: 6, mark: 5 },
        { text: 'So the first one after a heading begins at the edge, where the eye expects it.' },
      ],
    },
    {
      card: 'Eleven declarations',
      under: 'Size, measure, leading, margin',
      sentences: [
        { text: 'That is all of it, and the essay can be read to its end.' },
        { text: 'Make the window narrow. The measure shrinks, and the letters stay as they are.' },
        { text: 'Text that shrinks on a phone was designed by somebody with young eyes.' },
        { text: 'The other lessons refine one number each. If you stop here, your page is still set better than most.' },
      ],
    },
  ],
};
