import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { type Figure, reaches } from './figure.ts';
import { projectRoot } from './project-root.ts';

/** The folder with the stored results. */
const folder = join(projectRoot, 'bench/results');

const HEAD = ['figure', 'measured', 'p50 ms', 'p99 ms', 'floor', 'ratio', 'goal', 'verdict'];

/** Prints the figures as lines of aligned columns. */
export function printFigures(figures: readonly Figure[]): void {
  const rows = table(figures);
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

/** Writes the figures as JSON and as a Markdown table. */
export async function writeFigures(figures: readonly Figure[], takenAt: Date): Promise<void> {
  await mkdir(folder, { recursive: true });
  const machine = { cores: cpus().length, memoryGib: Math.round(totalmem() / 2 ** 30), node: process.version };
  await writeFile(join(folder, 'latest.json'), `${JSON.stringify({ takenAt: takenAt.toISOString(), machine, figures }, null, 2)}\n`);
  const [head = [], ...rows] = table(figures);
  const lines = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
  await writeFile(
    join(folder, 'latest.md'),
    `# Figures of ${takenAt.toISOString().slice(0, 10)}\n\n${machine.cores} cores, ${machine.memoryGib} GiB, Node ${machine.node}. Ratios are to a floor of the same run.\n\n${lines.join('\n')}\n`,
  );
}

/** Returns the header and a row for each figure, with a column for each peer. */
function table(figures: readonly Figure[]): string[][] {
  const peers = [...new Set(figures.flatMap((figure) => Object.keys(figure.peers ?? {})))];
  return [[...HEAD, ...peers], ...figures.map((figure) => [...cells(figure), ...peers.map((peer) => format(figure.peers?.[peer]))])];
}

function cells(figure: Figure): string[] {
  const sign = figure.goal.isUpperBound ? '≤' : '≥';
  const goal = [
    figure.goal.must !== undefined && `must ${sign} ${figure.goal.must}`,
    figure.goal.aim !== undefined && `aim ${sign} ${figure.goal.aim}`,
  ];
  return [
    `${figure.suite}: ${figure.name}`,
    Number.isNaN(figure.value) ? 'failed' : `${format(figure.value)} ${figure.unit}`,
    format(figure.p50Ms),
    format(figure.p99Ms),
    figure.floor === undefined ? '' : `${figure.floor.name}: ${format(figure.floor.value)}`,
    figure.ratio?.toFixed(2) ?? '',
    goal.filter(Boolean).join(', '),
    verdictOf(figure),
  ];
}

function verdictOf(figure: Figure): string {
  if (figure.goal.must === undefined && figure.goal.aim === undefined) return '';
  const verdict = !reaches(figure, 'must') ? 'FAIL' : reaches(figure, 'aim') ? 'PASS' : 'PASS, aim missed';
  return figure.isNoisy === true ? `${verdict} (noisy)` : verdict;
}

function format(value: number | undefined): string {
  if (value === undefined) return '';
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : value < 1000 ? 1 : 0 });
}
