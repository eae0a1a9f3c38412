import { formerMigrations } from '@newline/db/former-migrations';
import { asPerson, type Person, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// Words in scripts without spaces, and technical terms, are found as themselves.

const texts: Readonly<Record<string, string>> = {
  chinese: '在生产环境中使用数据库索引可以显著提高查询性能，但写入会变慢。',
  chineseCpp: '本章介绍如何用C++编写高性能服务器，以及内存管理。',
  japanese: 'データベースの全文検索エンジンを設計する方法を学びます。',
  korean: '데이터베이스에서 인덱스를 만드는 방법을 배웁니다.',
  thai: 'การเขียนโปรแกรมคอมพิวเตอร์ภาษาไทยสำหรับผู้เริ่มต้น',
  cpp: 'Templates in C++ are checked late.',
  c: 'The language C has no classes.',
  csharp: 'Records came to C# a while ago.',
  fsharp: 'Pipes are at home in F#, too.',
  dotnet: 'The runtime of .NET is open source.',
  net: 'A safety net for everyone.',
  node: 'A server in Node.js answers requests.',
  nodeApart: 'Each node of the tree counts; js files are elsewhere.',
  effect: 'Call useEffect once.',
  effectApart: 'We use it for one effect alone.',
  snake: 'The column snake_case is renamed.',
  snakeApart: 'A snake in a glass case.',
  flag: 'Run it with --dry-run first, then with --flag.',
  flagPlain: 'Raise the flag after a dry run.',
  fullWidth: 'Ｃ＋＋と日本語',
  namespaces: 'Prefer std::vector over arrays.',
};

let db: TestDatabase;
const visitor: Person = { role: 'visitor', userId: null };

beforeAll(async () => {
  db = await startTestDatabase();
  for (const [slug, summary] of Object.entries(texts))
    await db.superuser.query(
      `insert into app_public.articles (title, slug, summary, is_published, published_at, is_shown_publicly)
       values ('Untitled', $1, $2, true, now() - interval '1 day', true)`,
      [slug.toLowerCase(), summary],
    );
});
afterAll(() => db.stop());

type Hit = { path: string; excerpt: string; searched: string };
async function search(words: string, isTyping = false): Promise<Hit[]> {
  const { rows } = await asPerson(db, visitor, (client) =>
    client.query<Hit>('select * from app_public.search($1, null, 100, $2)', [words, isTyping]),
  );
  return rows;
}
const slugsFor = async (words: string, isTyping = false): Promise<string[]> =>
  (await search(words, isTyping)).map(({ path }) => path.replace('/articles/', '')).toSorted();
const marked = async (words: string): Promise<string[]> =>
  (await search(words)).flatMap(({ excerpt }) => [...excerpt.matchAll(/\uE000([^\uE001]*)\uE001/g)].map(([, match]) => match ?? ''));

describe('words inside texts without spaces @SEARCH-01', () => {
  test.each([
    ['索引', ['chinese']],
    ['查询性能', ['chinese']],
    ['性能', ['chinese', 'chinesecpp']],
    ['询查', []],
    ['库', ['chinese']],
    ['检索', []],
    ['数据库 性能', ['chinese']],
    ['数据库 内存', []],
    ['性能 -索引', ['chinesecpp']],
    ['"查询性能"', ['chinese']],
    ['全文検索', ['japanese']],
    ['エンジン', ['japanese']],
    ['ﾃﾞｰﾀﾍﾞｰｽ', ['japanese']],
    ['日本語', ['fullwidth']],
    ['인덱스', ['korean']],
    ['데이터', ['korean']],
    ['คอมพิวเตอร์', ['thai']],
    ['ผู้เริ่มต้น', ['thai']],
    ['用C++编写', ['chinesecpp']],
  ])('%s', async (words, slugs) => {
    expect(await slugsFor(words)).toEqual(slugs);
    expect(await slugsFor(words, true)).toEqual(slugs);
  });

  test('only the matches are highlighted', async () => {
    expect(await marked('查询')).toEqual(['查询']);
    expect(await marked('数据库 性能')).toEqual(['数据库', '性能']);
    expect(await marked('คอมพิวเตอร์')).toEqual(['คอมพิวเตอร์']);
  });
});

describe('technical terms @SEARCH-01', () => {
  test.each([
    ['C++', ['chinesecpp', 'cpp', 'fullwidth']],
    ['c++ templates', ['cpp']],
    ['templates C++', ['cpp']],
    ['C#', ['csharp']],
    ['F#', ['fsharp']],
    ['.NET', ['dotnet']],
    ['.net runtime', ['dotnet']],
    ['Node.js', ['node']],
    ['node.js server', ['node']],
    ['useEffect', ['effect']],
    ['useeffect', ['effect']],
    ['snake_case', ['snake']],
    ['--flag', ['flag']],
    ['--dry-run', ['flag']],
    ['run --flag', ['flag']],
    ['C++ -templates', ['chinesecpp', 'fullwidth']],
    ['templates -C++', []],
    ['std::vector', ['namespaces']],
    ['"snake_case is renamed"', ['snake']],
  ])('%s matches itself', async (words, slugs) => {
    expect(await slugsFor(words)).toEqual(slugs);
  });

  test('plain words still match what contains them', async () => {
    expect(await slugsFor('c')).toEqual(['c', 'cpp', 'csharp', 'fullwidth']);
    expect(await slugsFor('vector')).toEqual(['namespaces']);
    expect(await slugsFor('effect')).toEqual(['effect', 'effectapart']);
    expect(await slugsFor('node')).toEqual(['node', 'nodeapart']);
  });

  test('an unfinished term matches longer ones', async () => {
    expect(await slugsFor('node.j', true)).toEqual(['node']);
    expect(await slugsFor('useEff', true)).toEqual(['effect']);
    expect(await slugsFor('snake_c', true)).toEqual(['snake']);
    expect(await slugsFor('--dry', true)).toEqual(['flag']);
  });

  test('an unknown name is searched as its words, a mistyped one as similar names', async () => {
    expect(await slugsFor('glass_case')).toEqual(['snakeapart']);
    expect(await slugsFor('safetyNet')).toEqual(['net']);
    expect(await slugsFor('templotes')).toEqual(['chinesecpp', 'cpp'].slice(1));
    // C++ without a match isn't corrected to something else.
    expect(await search('D++')).toEqual([]);
    expect(await search('--nothing')).toEqual([]);
  });

  test('the term is highlighted as a whole, next to the words', async () => {
    expect(await marked('templates c++')).toEqual(['Templates', 'C++']);
    expect(await marked('.net runtime')).toEqual(['runtime', '.NET']);
    expect(await marked('node.js')).toEqual(['Node.js']);
    expect(await marked('useEffect')).toEqual(['useEffect']);
    expect(await marked('--flag')).toEqual(['--flag']);
    expect(await marked('snake_case')).toEqual(['snake_case']);
  });

  test('an excerpt is cut around the match, not inside a letter with its marks', async () => {
    const cluster = '👩🏽‍💻é🇳🇵กำ';
    const graphemes = (text: string) =>
      [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment);
    const expectedGraphemes = new Set([...graphemes(cluster), ...'…C++20\uE000\uE001']);
    for (let shift = 0; shift < 14; shift += 1) {
      await db.superuser.query(`update app_public.articles set summary = $1 where slug = 'net'`, [
        `${cluster.repeat(30)}${'C'.repeat(shift)}C++20${cluster.repeat(80)}`,
      ]);
      const excerpt = (await search(`${'C'.repeat(shift)}C++`)).find(({ path }) => path.endsWith('/net'))?.excerpt ?? '';
      expect(excerpt).toContain('…');
      expect(graphemes(excerpt).filter((one) => !expectedGraphemes.has(one))).toEqual([]);
    }
  });

  test('an excerpt of words is cut between them', async () => {
    const words = Array.from({ length: 200 }, (_, at) => `word${at}`);
    await db.superuser.query(`update app_public.articles set summary = $1 where slug = 'net'`, [words.with(100, 'snake_case').join(' ')]);
    const excerpt = (await search('snake_case')).find(({ path }) => path.endsWith('/net'))?.excerpt ?? '';
    const [before, match, after] = excerpt.split(/[\uE000\uE001]/);
    expect(match).toBe('snake_case');
    expect(before).toMatch(/^…(word\d+ )+$/);
    expect(`${words.slice(0, 100).join(' ')} `).toContain(before?.slice(1));
    expect(`${words.slice(101).join(' ')} `).toContain(`${after?.slice(1, -1)} `);
  });
});

test('a term costs the same in many entries as in twice as many: it ranks a limited number, which an index finds @SEARCH-01', async () => {
  const rows = async () => {
    await db.superuser.query(
      `insert into app_private.search_entries (kind, article_id, place, words, vector)
       select 'TEXT', a.id, n, w.words, w.vector from app_public.articles a, generate_series(1, 6000) n,
         (select words, app_private.search_vector(words) as vector from (values ('数据库索引, C++ and useEffect in Node.js')) t (words)) w
       where a.slug = 'chinese'`,
    );
    await db.superuser.query('vacuum analyze app_private.search_entries');
    return Promise.all(['C++', '索引', 'useEffect', 'node.js'].map((words) => readsOf(words)));
  };
  const [many, twice] = [await rows(), await rows()];
  for (const [at, { read, walked }] of twice.entries()) {
    expect(walked).toBe(0);
    expect(read).toBeGreaterThan(1000);
    // The difference is that of other entries among the same number of candidates.
    expect(Math.abs(read - (many[at]?.read ?? 0))).toBeLessThan(100);
  }
  await db.superuser.query(`delete from app_private.search_entries where place is not null and words like '%useEffect in Node.js'`);
});

/** Returns the rows of the index that a search reads, and how often it walks through all of them. */
function readsOf(words: string): Promise<{ read: number; walked: number }> {
  return asPerson(db, visitor, async (client) => {
    const reads = `select coalesce(sum(idx_tup_fetch), 0)::int as read, coalesce(sum(seq_scan), 0)::int as walked
      from pg_stat_xact_all_tables where relname = 'search_entries'`;
    const before = (await client.query<{ read: number; walked: number }>(reads)).rows[0];
    expect((await client.query('select from app_public.search($1, null, 20, false)', [words])).rowCount).toBeGreaterThan(0);
    const after = (await client.query<{ read: number; walked: number }>(reads)).rows[0];
    return { read: (after?.read ?? 0) - (before?.read ?? 0), walked: (after?.walked ?? 0) - (before?.walked ?? 0) };
  });
}

test('an index of an earlier release gets the terms on upgrade, as the triggers write them', async () => {
  const { migrations } = await formerMigrations();
  const migration = migrations.find(({ name }) => name === '000093-search-terms.sql');
  const [rebuild] = /^update app_private\.search_entries[^;]*;/m.exec(migration?.sql ?? '') ?? [];
  const written = `select string_agg(e.vector::text, e'\n' order by e.id) as all from app_private.search_entries e`;
  const { rows: before } = await db.superuser.query(written);
  await db.superuser.query(`update app_private.search_entries e set vector = setweight(to_tsvector('app_private.words', e.words), 'A')
    where e.vector @@ '''~'':*'::tsquery`);
  expect(await slugsFor('C#')).toEqual([]);
  await db.superuser.query(rebuild ?? '');
  expect((await db.superuser.query(written)).rows).toEqual(before);
  expect(await slugsFor('C#')).toEqual(['csharp']);
});

test.each([
  '~',
  "~'",
  'C++\\',
  '--',
  '----',
  '.',
  '..a',
  '_',
  '__',
  'a::',
  '::',
  '#',
  '++',
  '书\\',
  "书'",
  '\uE000',
  'x_'.repeat(300),
  '书'.repeat(400),
])('hostile terms are ordinary terms: %j', async (words) => {
  await expect(search(words, true)).resolves.toBeInstanceOf(Array);
  await expect(search(words)).resolves.toBeInstanceOf(Array);
});
