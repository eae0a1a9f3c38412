import type { ResolvedPos } from '@tiptap/pm/model';

/** Returns the innermost list item around a position. */
export function itemAround($pos: ResolvedPos): { readonly pos: number; readonly checked: boolean | null } | null {
  for (let { depth } = $pos; depth > 0; depth -= 1) {
    const node = $pos.node(depth);
    if (node.type.name !== 'listItem') continue;
    const checked: unknown = node.attrs['checked'];
    return { pos: $pos.before(depth), checked: typeof checked === 'boolean' ? checked : null };
  }
  return null;
}
