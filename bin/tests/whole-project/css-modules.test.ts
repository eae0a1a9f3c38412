import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Returns the classes that a component takes from CSS modules which don't define them, as `file: styles.name`. */
function missingClasses(file: string, source: string, readCss: (path: string) => string): string[] {
  return [...source.matchAll(/^import (\w+) from '(\.[^']+\.module\.css)'/gm)].flatMap(([, styles = '', path = '']) => {
    const classes = new Set([...readCss(join(dirname(file), path)).matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name));
    // A dot after the name in a path such as './home.module.css' isn't a use of it.
    const uses = source.matchAll(new RegExp(`(?<![\\w./-])${styles}(?:\\.(\\w+)|\\['([\\w-]+)'\\])`, 'g'));
    const names = [...uses].map(([, property, index]) => property ?? index ?? '');
    return names.filter((name) => !classes.has(name)).map((name) => `${file}: ${styles}.${name}`);
  });
}

test('every class that a component takes from a CSS module is defined there', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const components = files.filter((file) => !/(?:^|\/)tests\//.test(file));
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  expect(components.flatMap((file) => missingClasses(file, read(file), read))).toEqual([]);
});

test('a class that is missing is found (control)', () => {
  const source = `import styles from './page.module.css';\nconst page = [styles.wide, styles['tall'], styles.gone];\n`;
  expect(missingClasses('web/page.tsx', source, () => '.wide { } .tall > p { }')).toEqual(['web/page.tsx: styles.gone']);
});
