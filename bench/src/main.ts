/**
 * `npm run bench [-- --suite http,api --quick --check --peer name=url --data folder --port 3600]`: measures the site against its floors; bench/README.md explains the
 * output.
 */
import { parseArgs } from 'node:util';
import { reaches } from './figure.ts';
import { printFigures, writeFigures } from './report.ts';
import { usualSuiteNames, runBench, suiteNames } from './run-bench.ts';

const { values } = parseArgs({
  options: {
    suite: { type: 'string' },
    quick: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    peer: { type: 'string', multiple: true, default: [] },
    data: { type: 'string' },
    port: { type: 'string' },
  },
});
const names = values.suite?.split(',') ?? usualSuiteNames;
const unknown = names.filter((name) => !suiteNames.includes(name));
if (unknown.length > 0) fail(`--suite: expected some of ${suiteNames.join(', ')}, got ${unknown.join(', ')}.`);

const figures = await runBench({
  names,
  isQuick: values.quick,
  peers: Object.fromEntries(values.peer.map(readPeer)),
  dataFolder: values.data,
  ...(values.port !== undefined && { port: Number(values.port) }),
  say: (line) => console.error(line),
});
printFigures(figures);
// Only a whole run is stored, because a part would say nothing about the rest.
if (!values.quick && values.suite === undefined) await writeFigures(figures, new Date());
if (values.check && figures.some((figure) => !reaches(figure, 'must'))) process.exitCode = 1;

function readPeer(text: string): [string, string] {
  const [, name, url] = /^([^=]+)=(https?:\/\/.+)$/.exec(text) ?? [];
  if (name === undefined || url === undefined) fail(`--peer: expected name=http://address, got ${text}.`);
  return [name, url];
}

function fail(message: string): never {
  console.error(`bench: ${message}`);
  process.exit(1);
}
