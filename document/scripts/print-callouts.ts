import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { calloutOf, calloutTypes } from '../src/callouts.ts';

const begin = '/* Written from document/src/callouts.ts by `node document/scripts/print-callouts.ts`. */\n';
const end = '/* End of what is written. */\n';

/** Returns the rules of the callout types, as CSS. */
function printCallouts(): string {
  const rules = calloutTypes.map((type) => {
    const { color, isInverted = false } = calloutOf(type);
    if (!isInverted) return `.note--${type} { --c: var(${color}); }\n`;
    return `.note--${type} { --c: var(--on-ink); background: var(${color}); color: var(--on-ink); }\n`;
  });
  return begin + rules.join('') + end;
}

/** Returns a style sheet with these rules in place of its existing ones. */
export function withCallouts(css: string): string {
  const [from, to] = [css.indexOf(begin), css.indexOf(end)];
  if (from < 0 || to < from) throw new Error('withCallouts: expected the two comments around the rules of callouts');
  return css.slice(0, from) + printCallouts() + css.slice(to + end.length);
}

if (import.meta.main) {
  const path = fileURLToPath(new URL('../../ui/src/prose.css', import.meta.url));
  writeFileSync(path, withCallouts(readFileSync(path, 'utf8')));
}
