import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ItemWriters, startItemWriters } from './item-writers.ts';

let w: ItemWriters;

beforeAll(async () => {
  w = await startItemWriters();
});
afterAll(() => w.stop());

describe.each(['course', 'book'] as const)('the outline of a %s', (kind) => {
  /** Creates section A with a1, a2, a3, section B with b1, and a lesson before both. */
  async function outlined() {
    const { id } = await w.makeItem(kind);
    const of = { [`${kind}Id`]: id };
    const ids: Record<string, string> = {};
    for (const title of ['A', 'B']) ids[title] = await w.add('Section', { ...of, title });
    for (const title of ['a1', 'a2', 'a3', 'b1'])
      ids[title] = await w.add('Lesson', { ...of, title, sectionId: ids[title.charAt(0).toUpperCase()] });
    ids['start'] = await w.add('Lesson', { ...of, title: 'start' });
    return { id, of, ids, read: () => w.outlineOf(kind, id) };
  }

  test('sections and lessons are added, renamed, moved and deleted @STUDIO-01', async () => {
    const { of, ids, read } = await outlined();
    const move = (what: 'Section' | 'Lesson', id: string | undefined, position: number, sectionId?: string) =>
      w.outcome(w.author, `move${what}`, { id, position, ...(what === 'Lesson' && { sectionId: sectionId ?? null }) });
    expect(await read()).toBe(': start; A: a1, a2, a3; B: b1');
    await move('Lesson', ids['a3'], 1, ids['A']);
    expect(await read()).toBe(': start; A: a3, a1, a2; B: b1');
    await move('Lesson', ids['a3'], 2, ids['A']);
    expect(await read()).toBe(': start; A: a1, a3, a2; B: b1');
    await move('Lesson', ids['a1'], 99, ids['B']);
    expect(await read()).toBe(': start; A: a3, a2; B: b1, a1');
    await move('Lesson', ids['b1'], -5);
    expect(await read()).toBe(': b1, start; A: a3, a2; B: a1');
    await move('Section', ids['B'], 1);
    expect(await read()).toBe(': b1, start; B: a1; A: a3, a2');
    await w.add('Section', { ...of, title: 'C', position: 2 });
    expect(await read()).toBe(': b1, start; B: a1; C: ; A: a3, a2');
    await w.outcome(w.author, 'updateSection', { id: ids['A'], title: ' Last  one ' });
    await w.outcome(w.author, 'deleteSection', { id: ids['B'] });
    expect(await read()).toBe(': b1, start, a1; C: ; Last one: a3, a2');
    await w.outcome(w.author, 'deleteSection', { id: ids['A'] });
    await w.outcome(w.author, 'deleteLesson', { id: ids['start'] });
    expect(await read()).toBe(': b1, a1; C: a3, a2');
    const { rows } = await w.site.db.superuser.query<{ positions: string }>(
      `select string_agg(p.position::text, ' ' order by p.position) as positions from app_public.${kind}_lessons p where p.${kind}_id = $1`,
      [of[`${kind}Id`]],
    );
    expect(rows[0]?.positions).toBe('1 2 3 4');
  });

  test('a lesson has a slug and a role of its own, and nothing of another item @STUDIO-01', async () => {
    const { of, ids } = await outlined();
    const { ids: foreign } = await outlined();
    const again = await w.add('Lesson', { ...of, title: 'a1' });
    const { data } = await w.author.graphql(`query q($id: UUID!) { lessonById(id: $id) { slug role isEmpty permalink } }`, { id: again });
    expect(data).toMatchObject({ lessonById: { slug: 'a1-2', role: kind === 'course' ? 'LESSON' : 'CHAPTER', isEmpty: true } });
    const codes = [];
    for (const [mutation, input] of [
      ['updateLesson', { id: again, patch: { slug: 'a1' } }],
      ['updateLesson', { id: again, patch: { slug: 'A 1', title: '' } }],
      ['moveLesson', { id: again, sectionId: foreign['A'], position: 1 }],
      ['createLesson', { ...of, title: 'x', sectionId: foreign['A'] }],
      ['createLesson', { title: 'x' }],
      ['createLesson', { ...of, title: ' ' }],
      ['moveSection', { id: ids['a1'], position: 1 }],
    ] as const)
      codes.push(await w.outcome(w.author, mutation, input));
    expect(codes).toEqual(['CONFLICT', 'BAD_INPUT', 'NOT_FOUND', 'NOT_FOUND', 'BAD_INPUT', 'BAD_INPUT', 'NOT_FOUND']);
    const own = await w.stranger.graphql(`query q($id: UUID!) { lessonById(id: $id) { isEmpty } }`, { id: again });
    expect(own.data).toEqual({ lessonById: null });
  });

  test('simultaneous moves leave one order without gaps @STUDIO-01', async () => {
    const { of, ids } = await outlined();
    const moves = ['a1', 'a2', 'a3', 'b1', 'start'].flatMap((title, index) => [
      w.outcome(w.author, 'moveLesson', { id: ids[title], position: 1, sectionId: ids[index % 2 === 0 ? 'A' : 'B'] }),
      w.outcome(w.editor, 'moveSection', { id: ids[index % 2 === 0 ? 'A' : 'B'], position: 1 }),
    ]);
    expect(new Set(await Promise.all(moves))).toEqual(new Set(['DONE']));
    const { rows } = await w.site.db.superuser.query<{ positions: string; is_in_order: boolean }>(
      `select string_agg(position::text, ' ' order by position) as positions, bool_and(is_later) as is_in_order from (
         select p.position, s.position >= lag(s.position, 1, 0) over (order by p.position) as is_later
         from app_public.${kind}_lessons p join app_public.course_sections s on s.id = p.course_section_id where p.${kind}_id = $1) t`,
      [of[`${kind}Id`]],
    );
    expect(rows[0]).toEqual({ positions: '1 2 3 4 5', is_in_order: true });
  });

  test('a clip is created, changed and deleted, with a video of the item’s own @STUDIO-01', async () => {
    const { of, ids } = await outlined();
    const { ids: foreign } = await outlined();
    const created = await w.author.graphql<{ createClip: { clip: { id: string } } }>(
      `mutation c($input: CreateClipInput!) { createClip(input: $input) { clip { id } } }`,
      { input: { ...of, title: 'Short' } },
    );
    const id = created.data?.createClip.clip.id;
    const update = (patch: object) =>
      w.author.graphql(
        `mutation u($input: UpdateClipInput!) { updateClip(input: $input) { clip { title description isShort videoUrl thumbnailSeconds durationSeconds lessonId } } }`,
        { input: { id, patch } },
      );
    const patch = {
      title: 'Longer',
      description: 'Shown.',
      isShort: false,
      videoUrl: 'local:clip-video',
      thumbnailSeconds: 2.5,
      durationSeconds: 30,
      lessonId: ids['a1'],
    };
    expect((await update(patch)).data).toEqual({ updateClip: { clip: patch } });
    await w.site.db.superuser.query(
      `with c as (insert into app_public.courses (title, slug, permalink) values ($1::text, $1::text, '/courses/' || $1::text) returning id),
         l as (insert into app_public.lessons (course_id, title, slug) select id, 'Paid', 'paid' from c returning id)
       insert into app_private.lesson_videos (lesson_id, video_url) select id, 'local:paid-video' from l`,
      [`of-somebody-${kind}`],
    );
    await w.site.db.superuser.query(`insert into app_private.lesson_videos (lesson_id, video_url) values ($1, 'local:own-video')`, [
      foreign['a1'],
    ]);
    await w.site.db.superuser.query(
      `insert into app_public.videos (playback_id, owner_id, provider, name, byte_count, status, video_url)
       select 'uploaded-' || $1::text, u.id, 'local', 'Film', 1, 'READY', 'local:uploaded-' || $1::text from app_public.users u where u.username = 'lea-learner'`,
      [kind],
    );
    const refused = [
      { videoUrl: `local:uploaded-${kind}` },
      { lessonId: foreign['a1'] },
      { videoUrl: 'local:paid-video' },
      { thumbnailSeconds: 31 },
      { title: '' },
    ];
    for (const wrong of refused)
      expect((await update(wrong)).errors?.[0]?.extensions, JSON.stringify(wrong)).toMatchObject({
        code: 'BAD_INPUT',
        field: Object.keys(wrong)[0],
      });
    expect((await update({ videoUrl: 'local:own-video' })).errors).toBeUndefined();
    const trailer = kind === 'course' ? 'updateCourse' : 'updateBook';
    expect(await w.outcome(w.author, trailer, { id: of[`${kind}Id`], patch: { heroVideoUrl: 'local:paid-video' } })).toBe('BAD_INPUT');
    const deleted = [];
    for (const browser of [w.stranger, w.learner, w.editor]) deleted.push(await w.outcome(browser, 'deleteClip', { id }));
    expect(deleted).toEqual(['LOGIN_REQUIRED', 'NOT_FOUND', 'DONE']);
  });
});
