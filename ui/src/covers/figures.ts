/** A filled span of one row: from, to (0 to 1 of the width, may be outside), and its share of the row's height. */
type Span = readonly [from: number, to: number, weight: number];

/** Returns the filled spans of a row. `t` is the row's position from 0 to 1, `ratio` height over width, `row` its number. */
type Draw = (t: number, ratio: number, row: number) => readonly Span[];

/** Creates a figure: chooses its parameters once with `random`, and then returns spans row by row. */
type Figure = (random: () => number) => Draw;

/** The available figures: lines of text seen from a distance. */
export type FigureName = 'disc' | 'ring' | 'pair' | 'wave' | 'braid' | 'peak' | 'funnel' | 'steps' | 'tree' | 'table' | 'queue' | 'signal';

/** Returns half the width of a circle at height `y` from its center; 0 outside. */
function chord(radius: number, y: number): number {
  return Math.sqrt(Math.max(0, radius * radius - y * y));
}

/** Caches rows that use random numbers, so that they stay the same. */
function remember(compute: (t: number, row: number) => readonly Span[]): Draw {
  const cachedRows = new Map<number, readonly Span[]>();
  return (t, _ratio, row) => {
    const spans = cachedRows.get(row) ?? compute(t, row);
    cachedRows.set(row, spans);
    return spans;
  };
}

const disc: Figure = (random) => {
  const center = 0.42 + random() * 0.3;
  return (t, ratio) => {
    const half = chord(0.47 * Math.min(1, ratio), (t - 0.5) * ratio);
    return half > 0 ? [[center - half, center + half, 0.25 + t * 0.65]] : [];
  };
};

const ring: Figure = (random) => {
  const center = 0.5 + (random() - 0.5) * 0.24;
  const hole = 0.2 + random() * 0.12;
  return (t, ratio) => {
    const scale = Math.min(1, ratio);
    const y = (t - 0.5) * ratio;
    const outer = chord(0.5 * scale, y);
    const inner = chord(hole * scale, y);
    if (outer === 0) return [];
    if (inner === 0) return [[center - outer, center + outer, 0.66]];
    return [
      [center - outer, center - inner, 0.66],
      [center + inner, center + outer, 0.66],
    ];
  };
};

const pair: Figure = (random) => {
  const up = random() > 0.5 ? 1 : -1;
  return (t, ratio) => {
    const circle = (x: number, y: number, weight: number): Span[] => {
      const half = chord(0.4 * Math.min(1, ratio), (t - y) * ratio);
      return half > 0 ? [[x - half, x + half, weight]] : [];
    };
    return [...circle(0.36, 0.5 - 0.1 * up, 0.28), ...circle(0.66, 0.5 + 0.1 * up, 0.72)];
  };
};

const wave: Figure = (random) => {
  const turns = 0.9 + random() * 0.7;
  const phase = random() * 6;
  return (t) => [[-0.2, 0.52 + 0.36 * Math.sin(t * turns * 6.283 + phase), 0.2 + 0.6 * Math.abs(Math.sin(t * 2.4 + phase))]];
};

const braid: Figure = (random) => {
  const turns = 1 + random() * 0.5;
  const phase = random() * 6;
  return (t) => {
    const shift = Math.sin(t * turns * 6.283 + phase) * 0.3;
    const isFirstInFront = Math.cos(t * turns * 6.283 + phase) > 0;
    return [
      [0.5 + shift - 0.17, 0.5 + shift + 0.17, isFirstInFront ? 0.74 : 0.3],
      [0.5 - shift - 0.17, 0.5 - shift + 0.17, isFirstInFront ? 0.3 : 0.74],
    ];
  };
};

const peak: Figure = (random) => {
  const x = 0.3 + random() * 0.35;
  return (t) => {
    const far = t * 0.62;
    const near = Math.max(0, t - 0.34) * 0.75;
    const back: Span = [x - far, x + far, 0.3];
    return near > 0 ? [back, [x + 0.34 - near, x + 0.34 + near, 0.78]] : [back];
  };
};

const funnel: Figure = (random) => {
  const neck = 0.05 + random() * 0.05;
  return (t) => {
    const half = neck + Math.abs(t - 0.55) ** 1.25 * 0.95;
    return [[0.5 - half, 0.5 + half, t < 0.55 ? 0.3 : 0.75]];
  };
};

const steps: Figure = (random) => {
  const count = 4 + Math.floor(random() * 2);
  const isFromLeft = random() > 0.5;
  return (t) => {
    const step = Math.min(count - 1, Math.floor(t * count));
    const x = (step + 1) / count;
    const weight = 0.3 + (step / count) * 0.5;
    return [isFromLeft ? [-0.2, x, weight] : [1 - x, 1.2, weight]];
  };
};

const tree: Figure = (random) => {
  let depth = 0;
  return remember((_t, row) => {
    depth = Math.max(0, Math.min(5, depth + ([1, 1, 0, 0, -1, -2][Math.floor(random() * 6)] ?? 0)));
    if (row === 0) depth = 0;
    const left = depth * 0.115;
    return [[left, Math.min(1.04, left + 0.2 + random() * 0.55), depth % 2 === 1 ? 0.32 : 0.72]];
  });
};

const table: Figure = (random) =>
  remember((_t, row) =>
    row === 0
      ? [[0, 1.1, 0.9]]
      : [
          [0, 0.1 + random() * 0.1, 0.75],
          [0.27, 0.27 + 0.12 + random() * 0.26, 0.3],
          [0.7, 0.7 + 0.08 + random() * 0.3, 0.55],
        ],
  );

const queue: Figure = (random) =>
  remember((_t, row) => {
    const spans: Span[] = [];
    const isBusy = row % 4 === 1;
    let x = -0.1 - random() * 0.2;
    while (x < 1.1) {
      const width = isBusy ? 0.2 + random() * 0.3 : 0.05 + random() * 0.16;
      spans.push([x, x + width, isBusy ? 0.82 : 0.3]);
      x += width + (isBusy ? 0.05 : 0.09 + random() * 0.12);
    }
    return spans;
  });

const signal: Figure = (random) =>
  remember((t) => {
    const spans: Span[] = [];
    let x = 0;
    while (x < 1.05) {
      const width = 0.012 + t * t * 0.55 * (0.5 + random());
      spans.push([x, x + width, 0.28 + t * 0.5]);
      x += width + (0.1 * (1 - t) + 0.018) * (0.5 + random());
    }
    return spans;
  });

const FIGURES: Readonly<Record<FigureName, Figure>> = {
  disc,
  ring,
  pair,
  wave,
  braid,
  peak,
  funnel,
  steps,
  tree,
  table,
  queue,
  signal,
};

/** The box of a figure, in SVG units. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

const pitch = 8;

/** Returns the path data of a figure: horizontal bars only, one row every 8 units, clipped on the left and 30% past the right. */
export function figurePath(name: FigureName, random: () => number, box: Box): string {
  const rows = Math.floor(box.height / pitch);
  const draw = FIGURES[name](random);
  let path = '';
  for (let row = 0; row < rows; row += 1) {
    const t = rows === 1 ? 0 : row / (rows - 1);
    for (const [from, to, weight] of draw(t, box.height / box.width, row)) {
      const left = box.x + Math.max(from, 0) * box.width;
      const right = box.x + Math.min(to, 1.3) * box.width;
      const tall = Math.max(1, pitch * weight);
      const top = box.y + row * pitch + (pitch - tall) / 2;
      if (right > left) path += `M${left.toFixed(1)} ${top.toFixed(1)}H${right.toFixed(1)}v${tall.toFixed(1)}H${left.toFixed(1)}z`;
    }
  }
  return path;
}
