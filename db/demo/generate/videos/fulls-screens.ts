import { profilingTheCatalogue } from './lesson-profile.ts';
import type { VideoScript } from './script.ts';

/** Wide videos about rendering, components, charts and small models. At most 7 lines of 42 characters. */
export const screensFulls: readonly VideoScript[] = [
  profilingTheCatalogue,
  {
    playbackId: 'rows-9p4w',
    title: 'Ten thousand rows',
    topic: 'frontend',
    from: 8,
    code: `
// by hand
const from = max(0, floor(top / 32) - 5);
const to = ceil((top + 640) / 32) + 5;
const seen = rows.slice(from, to);
// with a library
const list = useVirtualizer({ count,
  getScrollElement, estimateSize });`,
    sentences: [
      { text: 'Ten thousand rows, and twenty fit into the window.', to: 1 },
      { text: 'Scroll position and row height give the first and the last, with five to spare.', to: 3 },
      { text: 'Build only this slice, however long the list is.', to: 4, mark: 3 },
      { text: 'A library does the same sums, also for rows of unequal height.', to: 7, mark: 5 },
    ],
  },
  {
    playbackId: 'practice-2k6w',
    title: 'Transitions in practice',
    topic: 'frontend',
    from: 17,
    code: `
const [late, start] = useTransition();

function onType(text: string) {
  setField(text);
  start(() => setQuery(text));
}
return <List text={query} grey={late} />;`,
    sentences: [
      { text: 'One key, two updates. The field must answer at once.', to: 4, mark: 3 },
      { text: 'The list may be late, so it goes into a transition.', to: 5, mark: 4 },
      { text: 'Press another key, and React abandons the list it was making.', to: 6 },
      { text: 'Nothing is faster. Only the waiting has moved, and the old list is gray meanwhile.', to: 7 },
    ],
  },
  {
    playbackId: 'blank-5s8w',
    title: 'A chart from a blank file',
    topic: 'frontend',
    from: 1,
    code: `
const x = d3.scaleUtc(years, [60, 900]);
const y = d3.scaleLinear(deg, [420, 20]);
below.call(d3.axisBottom(x).ticks(6));
left.call(d3.axisLeft(y).ticks(5, '+d'));
const dot = (m) => [x(m.date), y(m.mean)];
path.attr('d', d3.line()(means.map(dot)));
title.text('The winters grow milder');`,
    sentences: [
      { text: 'Two scales come first. The screen counts downwards, so this one runs backwards.', to: 2, mark: 1 },
      { text: 'The axes: now the reader knows unit and range, before any data.', to: 4 },
      { text: 'Then each mean becomes a point, and the points a line.', to: 6 },
      { text: 'Last the words. They say what the line has shown.', to: 7, mark: 6 },
    ],
  },
  {
    playbackId: 'motion-8z1w',
    title: 'Motion, with reason',
    topic: 'frontend',
    from: 27,
    code: `
const quiet = matchMedia(REDUCED).matches;
svg.selectAll('rect')
  .data(sorted, (d) => d.name)
  .join('rect')
  .transition().duration(quiet ? 0 : 600)
  .delay((d, i) => (quiet ? 0 : i * 15))
  .attr('x', (d) => x(d.name));`,
    sentences: [
      { text: 'The bars are sorted anew. Which of them is yours?', to: 2 },
      { text: 'The key answers: a bar keeps its name, and travels with it.', to: 4, mark: 2 },
      { text: 'Six hundred milliseconds, one after the other, so that the eye sees an order.', to: 6, mark: 5 },
      { text: 'Who prefers less motion gets a duration of zero. The bars still arrive.', to: 7 },
    ],
  },
  {
    playbackId: 'component-1h5w',
    title: 'One component, line by line',
    topic: 'frontend',
    from: 1,
    code: `
<script setup lang="ts">
defineProps<{ beds: Bed[] }>();
</script>
<template>
  <li v-for="bed in beds" :key="bed.id">
    {{ bed.name }}</li>
</template>`,
    sentences: [
      { text: 'One component, and a reason for every line.', to: 1 },
      { text: 'The script says what comes in: a list of beds.', to: 3 },
      { text: 'The template is a function. It runs again when something it has read changes.', to: 5, mark: 3 },
      { text: 'The key tells it which element belongs to which bed.', mark: 4 },
      { text: 'Between the braces stands plain JavaScript.', say: 'Between the braces stands plain java script.', to: 7 },
    ],
  },
  {
    playbackId: 'composables-6c9w',
    title: 'Composables, live',
    topic: 'frontend',
    from: 4,
    code: `
const hidden = usePageHidden();
watchEffect((onCleanup) => {
  if (hidden.value) return;
  const ms = toValue(every);
  const id = setInterval(load, ms);
  onCleanup(() => clearInterval(id));
});`,
    sentences: [
      { text: 'A composable that polls: it knows whether anybody looks at the page.', to: 2 },
      { text: 'Nobody looks? Then it starts nothing.', to: 3, mark: 2 },
      { text: 'Otherwise a timer. The interval may be a number, a ref or a function.', to: 5 },
      { text: 'And what it starts it also stops, before every new run and at the end.', to: 7, mark: 5 },
    ],
  },
  {
    playbackId: 'evening-7q3w',
    title: 'An evening with a small model',
    topic: 'ai',
    from: 21,
    code: `
for case in cases:
    said, agree = ask(case.q, times=7)
    if agree < 6:
        said = "I do not know"
    score += points(said, case.expect)
# 23:40  15 right, 4 quiet, 1 wrong`,
    sentences: [
      { text: 'Twenty cases, written by hand. Each is asked seven times.', to: 2 },
      { text: 'When fewer than six answers agree, the model says that it does not know.', to: 4, mark: 3 },
      { text: 'Silence earns nothing, but a wrong answer costs two points.', to: 5, mark: 4 },
      { text: 'By midnight: fifteen right, four quiet, and one left for tomorrow.', to: 6 },
    ],
  },
];
