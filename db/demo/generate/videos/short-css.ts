import type { VideoScript } from './script.ts';

/** The short of the lesson "Let the grid breathe" of CSS, Set in Type. */
export const letTheGridBreathe: VideoScript = {
  playbackId: 'grid-3h6v',
  title: 'Let the grid breathe',
  topic: 'design',
  scenes: [
    {
      from: 46,
      code: `
.page {
  display: grid;
  grid-template:
    auto / 1fr
    [text-start]
    min(66ch, 100%)
    [text-end] 1fr;
}`,
      sentences: [
        { text: 'A page of text, and a few things that want to be wider.', to: 2 },
        { text: 'Three columns. The middle one is sixty-six characters wide, or all there is on a phone.', to: 8, mark: 5 },
        { text: 'The two beside it are air. They give way first.', mark: [3, 6] },
        { text: 'The two lines have names, and together they make an area called text.', mark: [4, 6] },
      ],
    },
    {
      from: 54,
      code: `
.page > * {
  grid-column: text;
}
.page > .bleed {
  grid-column:
    1 / -1;
}`,
      sentences: [
        { text: 'Every child goes into the text, unless it says otherwise.', to: 3, mark: 1 },
        { text: 'A figure that bleeds runs from the first line to the last.', to: 7, mark: 5 },
        { text: 'No wrapper, no negative margin, no width of the window that forgets the scroll bar.', mark: [] },
      ],
    },
    {
      from: 61,
      code: `
.page > * + * {
  margin-top: 24px;
}
.page > * + h2 {
  margin-top: 48px;
}`,
      sentences: [
        { text: 'Air between blocks follows the meaning. A heading keeps its distance from what is above it.', to: 6, mark: 4 },
        { text: 'In a grid, margins do not collapse, so set only the one at the top.', mark: [1, 4] },
      ],
    },
  ],
};

/** The short of the lesson "Measure" of CSS, Set in Type. */
export const measureInCharacters: VideoScript = {
  playbackId: 'measure-9s5d',
  title: 'Measure, in characters',
  topic: 'design',
  scenes: [
    {
      from: 5,
      code: `
article {
  /* 66 zeros wide,
     75 letters */
  max-width: 66ch;
}`,
      sentences: [
        { text: 'The measure is the length of a line. Up to seventy-five characters, the eye finds the next line easily.', to: 1 },
        { text: 'One ch is the width of a zero.', say: 'One C H is the width of a zero.', to: 2 },
        { text: 'Zeros are wider than most letters: sixty-six of them hold about seventy-five.', to: 5, mark: 3 },
        { text: 'It depends on the font, so set a line of your own, and count it.' },
      ],
    },
    {
      from: 12,
      code: `
.wrapper {
  font-size: 14px;
  max-width: 66ch;
}
.wrapper p {
  font-size: 19px;
} /* 48 fit */`,
      sentences: [
        { text: 'The unit belongs to the element. Here it counts zeros of fourteen pixels.', to: 4, mark: 2 },
        { text: 'The text inside is larger, and only forty-eight of its zeros fit.', to: 7, mark: 5 },
        { text: 'Put the limit on the text itself.', mark: [] },
      ],
    },
    {
      from: 20,
      code: `
h1 {
  text-wrap:
    balance;
}
pre {
  overflow-x: auto;
}`,
      sentences: [
        { text: 'A title has lines of one length, if you ask for balance.', to: 4, mark: 2 },
        { text: 'Code has the length it has. Let it scroll in its own box, and never let the page scroll for it.', to: 7, mark: 5 },
      ],
    },
  ],
};

/** The short of the lesson "Leading" of CSS, Set in Type. */
export const leadingIsADistance: VideoScript = {
  playbackId: 'leading-1x8z',
  title: 'Leading is a distance',
  topic: 'design',
  scenes: [
    {
      from: 23,
      code: `
.phone p {
  line-height: 1.4;
}
.essay p {
  line-height: 1.58;
}
h1 {
  line-height: 1.1;
}`,
      sentences: [
        {
          text: 'Leading is the distance from baseline to baseline. It was a strip of lead, which you could hold in your hand.',
          say: 'Ledding is the distance from base line to base line. It was a strip of led, which you could hold in your hand.',
          to: 1,
        },
        { text: 'On a phone, the line is short. One point four is enough.', to: 3, mark: 1 },
        { text: 'Longer lines want more, so that the eye finds its way back.', to: 6, mark: 4 },
        { text: 'A title in two lines wants least.', to: 9, mark: 7 },
      ],
    },
    {
      from: 33,
      code: `
body {
  line-height:
    1.5em;
} /* 24 pixels */
h1 {
  font-size: 48px;
} /* still 24 */`,
      sentences: [
        { text: 'Now give the number a unit. The body computes it once: twenty-four pixels.', to: 4, mark: 2 },
        { text: 'The title inherits the pixels, and its lines run into each other.', to: 7, mark: 5 },
        { text: 'Without the unit, it inherits the factor.', mark: 2 },
      ],
    },
    {
      from: 41,
      code: `
* {
  line-height:
    calc(1em +
      0.6rem);
}`,
      sentences: [
        { text: 'A part that grows and a part that does not: small type gets more, and large type less.', to: 5, mark: [2, 3] },
        { text: 'The star makes each element compute it from its own size, so nothing is inherited that does not fit.', mark: 0 },
      ],
    },
  ],
};

/** The short of the lesson "Focus rings are not decoration" of CSS, Set in Type. */
export const focusRings: VideoScript = {
  playbackId: 'focus-4z6m',
  title: 'Focus rings are not decoration',
  topic: 'design',
  scenes: [
    {
      from: 41,
      code: `
button:focus {
  outline: none;
}`,
      sentences: [
        { text: 'Someone clicked a button, disliked the ring, and wrote this line.', to: 3, mark: 1 },
        { text: 'It took the pointer away from everyone without a mouse.' },
      ],
    },
    {
      from: 48,
      code: `
:focus-visible {
  outline:
    2px solid
    var(--accent);
  outline-offset:
    3px;
}`,
      sentences: [
        { text: 'Focus-visible shows the ring when it helps: after a key, or in a field.', to: 4, mark: 0 },
        { text: 'After a click on a button there is none. The complaint is met, and nobody is lost.' },
        { text: 'Three pixels of distance keep it legible on any ground.', to: 7, mark: [4, 5] },
      ],
    },
    {
      from: 56,
      code: `
.cards {
  overflow-x: auto;
  padding: 5px;
}
:root {
  --accent: #1f5fbf;
}`,
      sentences: [
        { text: 'Then look for what cuts it off. In a list that scrolls, it needs five pixels of room.', to: 4, mark: [1, 2] },
        { text: 'And it needs a contrast of three to one against what is next to it, in both themes.', to: 7, mark: 5 },
        { text: 'Now put the mouse away, press Tab, and follow the ring through your page.', mark: [] },
        { text: 'Wherever you lose it, your readers do, too.' },
      ],
    },
  ],
};
