import { weighEditor } from '../editor-bytes.ts';
import type { Figure, Goal } from '../figure.ts';
import { median } from '../median.ts';
import { type KeyCost, startTypingBench } from '../typing.ts';
import type { Suite } from './suite.ts';

/** Measures the cost of a key in the editor against plain ProseMirror with its own style sheet, and the editor's size. */
export const editor: Suite = async ({ isQuick, say }) => {
  say('editor: weighing its first chunk');
  const bytes = await weighEditor();
  const weight: Figure = {
    suite: 'editor',
    name: 'JavaScript before typing, gzip, without React',
    value: bytes / 1000,
    unit: 'KB',
    goal: { must: 140, isUpperBound: true },
  };
  const rounds = isQuick ? 1 : 3;
  const keys = isQuick ? 18 : 45;
  const bench = await startTypingBench();
  const compare = async (query: string, near: string): Promise<{ ours: KeyCost; plain: KeyCost }> => {
    const ours: KeyCost[] = [];
    const plain: KeyCost[] = [];
    for (let round = 0; round < rounds; round += 1) {
      plain.push(await bench.measureKeys(`floor.html?${query}`, near, keys));
      ours.push(await bench.measureKeys(`?${query}`, near, keys));
    }
    const middle = (costs: readonly KeyCost[]): KeyCost => ({
      cpuMs: median(costs.map(({ cpuMs }) => cpuMs)),
      scriptMs: median(costs.map(({ scriptMs }) => scriptMs)),
    });
    return { ours: middle(ours), plain: middle(plain) };
  };
  const figure = (name: string, value: number, floor: number, goal: Omit<Goal, 'isUpperBound'>): Figure => ({
    suite: 'editor',
    name,
    value,
    unit: 'ms',
    floor: { name: 'plain ProseMirror', value: floor },
    ratio: value / floor,
    goal: { ...goal, isUpperBound: true },
  });
  try {
    const figures: Figure[] = [weight];
    for (const [blocks, ofCpu, ofScript] of [
      [1000, {}, {}],
      [5000, { must: 0.35, aim: 0.25 }, { must: 2, aim: 1.5 }],
    ] as const) {
      say(`editor: typing in ${blocks} blocks`);
      const { ours, plain } = await compare(`blocks=${blocks}`, `Part ${blocks / 2}`);
      figures.push(
        figure(`CPU of a key in ${blocks.toLocaleString('en')} blocks`, ours.cpuMs, plain.cpuMs, ofCpu),
        figure(`script of a key in ${blocks.toLocaleString('en')} blocks`, ours.scriptMs, plain.scriptMs, ofScript),
      );
    }
    say('editor: typing in code');
    const { ours, plain } = await compare('code', 'estimate(40,');
    figures.push(figure('script of a key in code, among 81 other blocks of it', ours.scriptMs, plain.scriptMs, { must: 3 }));
    return figures;
  } finally {
    await bench.close();
  }
};
