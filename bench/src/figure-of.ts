import type { Figure, Goal } from './figure.ts';
import type { Measured } from './load.ts';

/** The variation of a floor between rounds above which the run is called noisy. */
const NOISY_SPREAD = 0.25;

/** Creates a figure from targets that were measured alternately: the first is the floor, the second the site, the others are peers. */
export function figureOf(suite: string, name: string, [floor, target, ...peers]: readonly Measured[], goal: Goal): Figure {
  if (floor === undefined || target === undefined) throw new Error(`figureOf ${name}: expected a floor and a target, got fewer`);
  return {
    suite,
    name,
    value: target.median.perSecond,
    unit: 'req/s',
    p50Ms: target.median.p50Ms,
    p99Ms: target.median.p99Ms,
    floor: { name: floor.target.name, value: floor.median.perSecond },
    ratio: target.median.perSecond / floor.median.perSecond,
    goal,
    isNoisy: floor.spread > NOISY_SPREAD,
    ...(peers.length > 0 && { peers: Object.fromEntries(peers.map((peer) => [peer.target.name, peer.median.perSecond])) }),
  };
}
