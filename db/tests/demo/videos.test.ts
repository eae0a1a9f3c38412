import { globSync, readFileSync, statSync } from 'node:fs';
import { allVideos } from '../../demo/generate/videos/all-videos.ts';
import { linesOf } from '../../demo/generate/videos/timeline.ts';
import { scenesOf, sentencesOf } from '../../demo/generate/videos/script.ts';
import { readContent } from '@newline/db/demo/read-content';
import { describe, expect, test } from 'vitest';

const content = readContent();
const read = (playbackId: string, name: string) =>
  readFileSync(new URL(`../../demo/media/videos/${playbackId}/${name}`, import.meta.url), 'utf8');
const lessons = content.items.flatMap((item) => item.lessons.map((lesson) => ({ item, lesson, key: `${item.key}/${lesson.slug}` })));

/** Videos of lessons that no clip plays, with their relation to the lesson. */
const withoutClip: Record<string, { video: number; because: string }> = {
  'courses/types-that-tell-the-truth/why-types-lie': { video: 92, because: 'it has the title of the lesson, and its three doors' },
  'courses/a-parser-before-lunch/nine-o-clock': { video: 93, because: 'it has the title of the lesson, its program and its tests' },
  'courses/go-at-rest/stop-when-asked': { video: 91, because: 'the drain is how a server stops; the tests of the paywall need one' },
};

/** The first lessons of the titles on the home page, each of three to five minutes. */
const longLessons = [
  'courses/types-that-tell-the-truth/why-types-lie',
  'courses/the-shape-of-a-queue/introduction',
  'courses/go-at-rest/introduction',
  'courses/css-set-in-type/introduction',
  'courses/rendering-without-regret/before-you-measure',
  'courses/a-parser-before-lunch/nine-o-clock',
];

/** Long clips that anyone can watch, of titles whose first lesson has no video. */
const longClips = ['the-lexer-live', 'reading-a-plan-together'];

/** The five newest titles, which are first on the home page, on /explore, /courses and /books, and a sixth one from the home page. */
const firstTitles = [
  ...content.items
    .filter(({ isComingSoon, publishedDaysAgo }) => !isComingSoon && (publishedDaysAgo ?? -1) >= 0)
    .toSorted((a, b) => (a.publishedDaysAgo ?? 0) - (b.publishedDaysAgo ?? 0))
    .slice(0, 5),
  ...content.items.filter(({ key }) => key === 'courses/go-at-rest'),
];
/** The ten newest clips, which are first on /clips. */
const firstClips = content.clips.toSorted((a, b) => a.createdDaysAgo - b.createdDaysAgo).slice(0, 10);
const secondsOf = (video: number | null) => content.videos.get(video ?? 0)?.durationSeconds ?? 0;
/** Whether a short takes 40 to 70 seconds, and any other video three to five minutes. */
const isWorthWatching = (seconds: number, isShort: boolean) =>
  isShort ? seconds >= 40 && seconds <= 70 : seconds >= 180 && seconds <= 300;

describe('a video of the demo', () => {
  test('is about the lesson that contains it: a clip names both, or gives a reason', () => {
    const wrong = lessons.flatMap(({ item, lesson, key }) => {
      if (lesson.video === null || withoutClip[key]?.video === lesson.video) return [];
      const isIts = ({ course, book, lesson: slug, video }: (typeof content.clips)[number]) =>
        video === lesson.video && slug === lesson.slug && `${course === null ? 'books' : 'courses'}/${course ?? book}` === item.key;
      return content.clips.some(isIts) ? [] : [`${key} plays ${lesson.video}`];
    });
    expect(wrong).toEqual([]);
    expect(lessons.filter(({ lesson }) => lesson.video !== null).length).toBeGreaterThan(30);
    expect(Object.keys(withoutClip).filter((key) => !lessons.some((lesson) => lesson.key === key))).toEqual([]);
  });

  test('that a title shows belongs to it: it is one of its own clips or lessons', () => {
    const wrong = content.items.filter(({ key, heroVideo, lessons: own }) => {
      const isClip = content.clips.some(
        ({ course, book, video }) => video === heroVideo && [`courses/${course}`, `books/${book}`].includes(key),
      );
      return heroVideo !== null && !isClip && !own.some(({ video }) => video === heroVideo);
    });
    expect(wrong.map(({ key, heroVideo }) => `${key} shows ${heroVideo}`)).toEqual([]);
  });

  test.each(allVideos.map(({ script, shape }, index) => ({ name: script.playbackId, script, shape, number: index + 1 })))(
    '$name matches its script, and its captions have each spoken sentence',
    ({ name, script, shape, number }) => {
      const sentences = sentencesOf(script).map(({ text }) => text);
      const facts = JSON.parse(read(name, 'video.json'));
      const [width, height] = shape.high;
      expect(facts).toMatchObject({ number, playbackId: name, title: script.title, topic: script.topic, width, height, script: sentences });
      const [, ...cues] = read(name, 'captions.en.vtt').split('\n\n');
      expect(cues.map((cue) => cue.split('\n').slice(2).join(' ').trim())).toEqual(sentences);
      const ends = cues.map((cue) => / --> (\d+):(\d+):([\d.]+)/.exec(cue)?.slice(1).map(Number) ?? []);
      const [hours = 0, minutes = 0, seconds = 0] = ends.at(-1) ?? [];
      expect(hours * 3600 + minutes * 60 + seconds).toBeLessThan(facts.durationSeconds);
    },
  );

  test('shows code in every scene that isn’t a title, with narration', () => {
    const silent = allVideos.filter(({ script }) =>
      scenesOf(script).some((scene) => scene.sentences.length === 0 || ('code' in scene && linesOf(scene).every((line) => line === ''))),
    );
    expect(silent.map(({ script }) => script.playbackId)).toEqual([]);
  });

  test('has, with every image, at most 40 MB: they are part of the repository', () => {
    const folder = new URL('../../demo/media/', import.meta.url);
    const files = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(1000);
    const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(`${parentPath}/${name}`).size, 0);
    expect(bytes).toBeLessThan(40 * 1024 * 1024);
  });

  test.each(longLessons)('of %s takes three to five minutes', (key) => {
    const { lesson } = lessons.find((each) => each.key === key) ?? {};
    const seconds = content.videos.get(lesson?.video ?? 0)?.durationSeconds;
    expect(seconds).toBeGreaterThanOrEqual(180);
    expect(seconds).toBeLessThanOrEqual(300);
    expect(lesson?.isFree).toBe(true);
  });

  test.each(firstTitles.map(({ key }) => key))(
    'of %s, which a visitor sees first, takes 40 to 70 seconds, or three to five minutes',
    (key) => {
      const { heroVideo = null } = firstTitles.find((title) => title.key === key) ?? {};
      const shorts = content.clips.filter(({ course, book, isShort }) => isShort && [`courses/${course}`, `books/${book}`].includes(key));
      expect(shorts.length).toBeGreaterThanOrEqual(2);
      expect(shorts.filter(({ video }) => !isWorthWatching(secondsOf(video), true)).map(({ slug }) => slug)).toEqual([]);
      expect(isWorthWatching(secondsOf(heroVideo), false)).toBe(true);
    },
  );

  test('in one of the newest clips takes 40 to 70 seconds, or three to five minutes', () => {
    const wrong = firstClips.filter(({ video, isShort }) => !isWorthWatching(secondsOf(video), isShort));
    expect(wrong.map(({ slug, video }) => `${slug}: ${secondsOf(video)} s`)).toEqual([]);
  });

  test.each(longClips)('of the long clip %s takes three to five minutes', (slug) => {
    const clip = content.clips.find((each) => each.slug === slug);
    const seconds = content.videos.get(clip?.video ?? 0)?.durationSeconds;
    expect(seconds).toBeGreaterThanOrEqual(180);
    expect(seconds).toBeLessThanOrEqual(300);
  });
});
