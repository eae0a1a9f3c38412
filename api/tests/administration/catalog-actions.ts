import type { Administration } from './start-administration.ts';

/** An action in administration, and its result. */
export type Action = {
  name: string;
  call: string;
  variables: () => Promise<Record<string, unknown>>;
  line: string;
  details?: object;
  /** SQL that is true once the action is done and false before; $1 is the target. */
  effect: string;
};

const aTag = async (administration: Administration, name: string, slug: string) =>
  administration.idOf('insert into app_public.tags (name, slug) values ($1, $2) returning id', [name, slug]);

/** SQL that is true once a row is gone; $1 is its id. */
export const isGone = (table: string) => `not exists (select from ${table} where id::text = $1)`;

type Tools = { administration: () => Administration; aim: (id: string | Promise<string>) => Promise<{ id: string }> };

/** Actions on plans and prices, tags and redirects. */
export const catalogActions = ({ administration, aim }: Tools): readonly Action[] => [
  {
    name: 'saveProduct',
    call: `mutation a($name: String) { saveProduct(input: { changes: { name: $name, kind: TEAM, minSeats: 2, maxSeats: 9, features: [" One ", ""], trialDays: 7 },
      prices: [{ billingInterval: MONTH, amountCents: 900, currency: "USD" }, { billingInterval: YEAR, amountCents: 9000, currency: "USD" }] }) { product { id } } }`,
    variables: () => Promise.resolve({ name: 'Studio' }),
    line: 'plan.create',
    details: { name: 'Studio', prices: '900 USD a month, 9000 USD a year' },
    effect: `(select count(*) = 2 and bool_and(p.is_offered and p.min_seats = 2 and p.max_seats = 9 and r.features = '{One}' and r.trial_days = 7 and $1::text is not null)
      and string_agg(p.slug, ' ' order by p.slug) = 'studio-monthly-usd studio-yearly-usd' from app_public.plans p join app_public.products r on r.id = p.product_id where r.name = 'Studio')`,
  },
  {
    name: 'saveProduct',
    call: `mutation a($id: UUID!) { saveProduct(input: { id: $id, changes: { name: "Pro", isHighlighted: true },
      prices: [{ billingInterval: MONTH, amountCents: 2900, currency: "USD" }] }) { product { id } } }`,
    variables: () => aim(administration().idOf(`select product_id as id from app_public.plans where slug = 'pro'`)),
    line: 'plan.change',
    details: { name: 'Pro', prices: '2900 USD a month' },
    // The former price stays unchanged for existing subscribers, and its checkout link leads to the new one.
    effect: `exists (select from app_public.plans p where p.product_id::text = $1 and p.slug = 'pro' and p.amount_cents = 2900 and p.stripe_price_id is null and p.is_offered)
      and exists (select from app_public.plans p where p.product_id::text = $1 and p.amount_cents = 2500 and p.stripe_price_id = 'price_old' and not p.is_offered)`,
  },
  {
    name: 'moveProduct',
    call: 'mutation a($id: UUID!) { moveProduct(input: { id: $id, position: 1 }) { product { position } } }',
    variables: () =>
      aim(administration().idOf(`insert into app_public.products (name, kind, position) values ('Last', 'PRO', 99) returning id`)),
    line: 'plan.order',
    details: { name: 'Last', position: 1 },
    effect: `(select p.id::text = $1 from app_public.products p where p.is_offered order by p.position limit 1)`,
  },
  {
    name: 'retireProduct',
    call: 'mutation a($id: UUID!) { retireProduct(input: { id: $id }) { product { isOffered } } }',
    async variables() {
      const { id } = await aim(administration().idOf(`insert into app_public.products (name, kind) values ('Old', 'PRO') returning id`));
      await administration().sql(
        `insert into app_public.plans (product_id, slug, name, kind, billing_interval, amount_cents, currency) values ($1, 'old', 'Old', 'PRO', 'YEAR', 100, 'USD')`,
        [id],
      );
      return { id };
    },
    line: 'plan.retire',
    details: { name: 'Old' },
    effect:
      '(select bool_and(not r.is_offered and not p.is_offered) from app_public.products r join app_public.plans p on p.product_id = r.id where r.id::text = $1)',
  },
  {
    name: 'saveTag',
    call: `mutation a($name: String) { saveTag(input: { changes: { name: $name, icon: "react", color: "#BF2A12" } }) { tag { id } } }`,
    variables: () => Promise.resolve({ name: 'React Native' }),
    line: 'tag.create',
    details: { name: 'React Native', slug: 'react-native' },
    effect: `exists (select from app_public.tags where slug = 'react-native' and icon = 'react' and color = '#bf2a12' and not is_category and $1::text is not null)`,
  },
  {
    name: 'saveTag',
    call: `mutation a($id: UUID!) { saveTag(input: { id: $id, changes: { name: "Databases", slug: "databases", isCategory: true } }) { tag { id } } }`,
    variables: () => aim(aTag(administration(), 'DB', 'db')),
    line: 'tag.change',
    details: { name: 'Databases', oldName: 'DB', slug: 'databases' },
    // Links to the former slug redirect.
    effect: `(select name = 'Databases' and is_category and position > 0 and app_private.tag_id_of('db') = id from app_public.tags where id::text = $1)`,
  },
  {
    name: 'moveCategory',
    call: 'mutation a($id: UUID!) { moveCategory(input: { id: $id, position: 1 }) { tag { position } } }',
    async variables() {
      const { id } = await aim(aTag(administration(), 'Last', 'last'));
      await administration().sql('update app_public.tags set is_category = true, position = 99 where id = $1', [id]);
      return { id };
    },
    line: 'tag.order',
    details: { name: 'Last', position: 1 },
    effect: '(select id::text = $1 from app_public.tags where is_category order by position limit 1)',
  },
  {
    name: 'mergeTags',
    call: 'mutation a($id: UUID!, $intoId: UUID!) { mergeTags(input: { id: $id, intoId: $intoId }) { tag { id } } }',
    async variables() {
      const intoId = await aTag(administration(), 'JavaScript', 'javascript');
      const { id } = await aim(aTag(administration(), 'JS', 'js'));
      await administration().sql('insert into app_public.taggings (tag_id, course_id) values ($1, $2)', [id, administration().courseId]);
      return { id, intoId };
    },
    line: 'tag.merge',
    details: { name: 'JS', into: 'JavaScript' },
    effect: `not exists (select from app_public.tags where id::text = $1) and exists (select from app_public.taggings g
      join app_public.tags t on t.id = g.tag_id where t.slug = 'javascript' and app_private.tag_id_of('js') = t.id)`,
  },
  {
    name: 'deleteTag',
    call: 'mutation a($id: UUID!) { deleteTag(input: { id: $id }) { result } }',
    variables: () => aim(aTag(administration(), 'Unused', 'unused')),
    line: 'tag.delete',
    details: { name: 'Unused' },
    effect: isGone('app_public.tags'),
  },
  {
    name: 'saveRedirects',
    call: `mutation a($from: String) { saveRedirects(input: { entries: [{ fromPath: $from, toUrl: "/courses?a=1" }, { fromPath: "/b/c", toUrl: "/former", status: 308 }] }) { result } }`,
    variables: () => Promise.resolve({ from: '/former/' }),
    line: 'redirect.save',
    details: { count: 2, from: '/former/', to: '/courses?a=1' },
    effect: `(select count(*) = 2 and $1::text is not null from app_public.redirects where (from_path, to_url, status) in (('/former', '/courses?a=1', 301), ('/b/c', '/former', 308)))`,
  },
  {
    name: 'deleteRedirect',
    call: 'mutation a($id: UUID!) { deleteRedirect(input: { id: $id }) { result } }',
    variables: () =>
      aim(administration().idOf(`insert into app_public.redirects (from_path, to_url) values ('/gone', '/books') returning id`)),
    line: 'redirect.delete',
    details: { from: '/gone', to: '/books' },
    effect: isGone('app_public.redirects'),
  },
];

/** Invalid calls of these actions, each with its error code. */
export async function wrongCatalogActions(administration: () => Administration): Promise<[string, string][]> {
  const monthly = '{ billingInterval: MONTH, amountCents: 100, currency: "USD" }';
  const sortedId = await aTag(administration(), 'Sorted', 'sorted');
  await administration().sql('insert into app_public.taggings (tag_id, course_id) values ($1, $2)', [sortedId, administration().courseId]);
  return [
    ...[
      ['{ name: " " }', monthly],
      ['{ name: "Pro" }', '[]'],
      ['{ name: "Pro" }', monthly.replace('100', '0')],
      ['{ name: "Pro" }', monthly.replace('USD', 'usd')],
      ['{ name: "Pro" }', `[${monthly}, ${monthly}]`],
      ['{ name: "Pro", trialDays: 366 }', monthly],
      [`{ name: "Pro", description: "${'x'.repeat(401)}" }`, monthly],
      [`{ name: "Pro", features: ["${'x'.repeat(121)}"] }`, monthly],
      ['{ name: "Team", kind: TEAM }', monthly],
      ['{ name: "Team", kind: TEAM, minSeats: 3, maxSeats: 2 }', monthly],
    ].map(([changes, prices]): [string, string] => [
      `saveProduct(input: { changes: ${changes}, prices: ${prices} }) { product { id } }`,
      'BAD_INPUT',
    ]),
    ...[
      '{ name: " " }',
      '{ name: "X", slug: "Not A Slug" }',
      '{ name: "X", slug: "all" }',
      '{ name: "X", color: "red" }',
      '{ name: "X", icon: "/media/a/unknown/full.webp" }',
    ].map((changes): [string, string] => [`saveTag(input: { changes: ${changes} }) { tag { id } }`, 'BAD_INPUT']),
    ...['{ name: "sorted" }', '{ name: "X", slug: "sorted" }'].map((changes): [string, string] => [
      `saveTag(input: { changes: ${changes} }) { tag { id } }`,
      'CONFLICT',
    ]),
    ...(
      [
        ['/', '/courses', 'BAD_INPUT'],
        ['blog', '/courses', 'BAD_INPUT'],
        ['/blog?a=1', '/courses', 'BAD_INPUT'],
        ['/blog', '//evil.example', 'BAD_INPUT'],
        ['/blog', 'javascript:alert(1)', 'BAD_INPUT'],
        ['/blog', 'https://elsewhere.example/', 'BAD_INPUT'],
        ['/blog', '/blog/', 'BAD_INPUT'],
        ['/courses', '/books', 'CONFLICT'],
        ['/admin/old', '/books', 'CONFLICT'],
        ['/courses/sold', '/books', 'CONFLICT'],
      ] as const
    ).map(([from, to, code]): [string, string] => [
      `saveRedirects(input: { entries: [{ fromPath: "${from}", toUrl: "${to}" }] }) { result }`,
      code,
    ]),
    [
      'saveRedirects(input: { entries: [{ fromPath: "/one", toUrl: "/two" }, { fromPath: "/two", toUrl: "/three?x" }, { fromPath: "/three", toUrl: "/one#a" }] }) { result }',
      'BAD_INPUT',
    ],
    [`deleteTag(input: { id: "${sortedId}" }) { result }`, 'CONFLICT'],
    [`mergeTags(input: { id: "${sortedId}", intoId: "${sortedId}" }) { tag { id } }`, 'BAD_INPUT'],
  ];
}
