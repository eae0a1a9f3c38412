import type { PoolClient } from 'pg';
import type { TestDatabase } from '@newline/db/testing';

/** A node of a plan from EXPLAIN. */
export type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  Schema?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
};

/** The plan of an executed statement, which may be inside a function. */
export type RunPlan = { readonly text: string; readonly root: PlanNode };

/**
 * Collects the plans of all later statements of the request role, including nested ones. Needs a superuser.
 * @returns the plans; further ones are added as they arrive
 */
export async function tellPlans(db: TestDatabase): Promise<RunPlan[]> {
  const plans: RunPlan[] = [];
  const { rows } = await db.superuser.query<{ name: string }>('select current_database() as name');
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
  };
  for (const [name, value] of Object.entries(settings)) {
    await db.superuser.query(`alter role newline_app in database ${rows[0]?.name} set ${name} = '${value}'`);
  }
  db.app.on('connect', (client: PoolClient) =>
    client.on('notice', ({ message = '' }) => {
      const start = message.indexOf('plan:\n');
      if (start < 0) return;
      const { 'Query Text': text, Plan: root } = JSON.parse(message.slice(start + 6)) as { 'Query Text': string; Plan: PlanNode };
      plans.push({ text, root });
    }),
  );
  return plans;
}

/** A scan of a whole table, or most of it, that may have any number of rows. */
export type Walk = { readonly table: string; readonly how: string; readonly text: string };

/** Returns the executed nodes of a plan that scanned a table. `sizes` are the row counts of growing tables. */
export function walksOf({ text, root }: RunPlan, sizes: ReadonlyMap<string, number>): Walk[] {
  return flatten(root).flatMap((node) => {
    const size = sizes.get(node['Relation Name'] ?? '');
    const loops = node['Actual Loops'] ?? 1;
    if (size === undefined || loops === 0) return [];
    const rows = ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * loops;
    if (node['Node Type'] !== 'Seq Scan' && (size < 2000 || rows < size / 2)) return [];
    return [{ table: node['Relation Name'] ?? '', how: `${node['Node Type']} of ${Math.round(rows)} rows of ${size}`, text }];
  });
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}
