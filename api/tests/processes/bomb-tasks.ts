import { pbkdf2Sync } from 'node:crypto';
import { serveTasks } from '@newline/api/processes/serve-tasks';

/** Tasks of the process in bounded-process.test.ts. */
export type Bomb =
  | { readonly kind: 'echo'; readonly text: string }
  | { readonly kind: 'id' }
  | { readonly kind: 'loop' }
  | { readonly kind: 'native' }
  | { readonly kind: 'work'; readonly cpuMs: number }
  | { readonly kind: 'load'; readonly cpuMs: number }
  | { readonly kind: 'heap' }
  | { readonly kind: 'buffers' }
  | { readonly kind: 'keep'; readonly megabytes: number }
  | { readonly kind: 'output'; readonly length: number }
  | { readonly kind: 'throw' }
  | { readonly kind: 'never' }
  | { readonly kind: 'exit' }
  | { readonly kind: 'write' };

const retained: unknown[] = [];

serveTasks(async (bomb: Bomb, { load }) => {
  switch (bomb.kind) {
    case 'echo':
      return { text: bomb.text, bytes: Buffer.from(bomb.text), settings: Object.keys(process.env).length };
    case 'id':
      return process.pid;
    case 'loop':
      return spend(Number.POSITIVE_INFINITY);
    case 'native':
      return pbkdf2Sync('x', 'y', 1_000_000_000, 64, 'sha512');
    case 'work':
      return spend(bomb.cpuMs);
    case 'load':
      return load(() => Promise.resolve(spend(bomb.cpuMs)));
    case 'heap':
      for (;;) retained.push(Array.from({ length: 10_000 }, (_, index) => ({ index })));
    case 'buffers':
      for (;;) retained.push(Buffer.alloc(1_000_000, 1));
    case 'keep':
      retained.push(Buffer.alloc(bomb.megabytes * 1_000_000, 1));
      return process.pid;
    case 'output':
      return 'x'.repeat(bomb.length);
    case 'throw':
      throw new Error('not a word of it');
    case 'never':
      return new Promise(() => undefined);
    case 'exit':
      return process.exit(0);
    case 'write':
      return (await import('node:fs')).writeFileSync('/tmp/newline-bomb', 'x');
  }
});

function spend(cpuMs: number): string {
  const { user, system } = process.cpuUsage();
  for (;;) {
    const used = process.cpuUsage({ user, system });
    if ((used.user + used.system) / 1000 > cpuMs) return 'spent';
  }
}
