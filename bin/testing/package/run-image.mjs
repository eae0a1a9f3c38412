import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** Starts a program in a root folder as a container runtime does: `$root` is read-only, `$data` is its volume, and it sees no other process. */
const isolate = `
set -e
ip link set lo up
mount --bind "$root" "$root"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
mount -t tmpfs -o size=64m,mode=1777 tmp "$root/tmp"
mount --bind "$data" "$root/data"
mount -o remount,bind,ro "$root"
exec chroot "$root" setpriv --reuid "$uid" --regid "$uid" --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all \\
  env -i -C "$folder" "$@"
`;

/**
 * Starts an image the way its configuration says: as its user, with a read-only root folder, an empty /tmp, one volume, no capabilities, and
 * its own network, which has only a loopback interface.
 *
 * @param {{ root: string, data: string, config: { User: string, Env: string[], Entrypoint: string[], WorkingDir: string }, env: string[] }} image
 */
export function runImage({ root, data, config, env }) {
  const uid = uidOf(root, config.User);
  const child = spawn(
    'unshare',
    [
      '--mount',
      '--pid',
      '--net',
      '--ipc',
      '--fork',
      '--kill-child',
      'sh',
      '-c',
      isolate,
      'sh',
      ...config.Env,
      ...env,
      ...config.Entrypoint,
    ],
    { env: { PATH: process.env.PATH, root, data, uid, folder: config.WorkingDir }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let printed = '';
  const read = (chunk) => {
    printed += chunk;
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const ended = once(child, 'exit');
  const pid = () => readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
  return {
    uid,
    printed: () => printed,
    /** Runs a program inside, as the same user unless it's another `as`, and returns its status and output. */
    run(args, { as = uid } = {}) {
      const enter = ['--target', pid(), '--mount', '--pid', '--net', '--root', `--wd=${root}${config.WorkingDir}`];
      const result = spawnSync(
        'nsenter',
        [
          ...enter,
          'setpriv',
          '--reuid',
          as,
          '--regid',
          as,
          '--clear-groups',
          'env',
          '-i',
          '-C',
          config.WorkingDir,
          ...config.Env,
          ...env,
          ...args,
        ],
        { encoding: 'utf8' },
      );
      return { status: result.status, text: `${result.stdout}${result.stderr}` };
    },
    /** The line of the main process in /proc/…/status, such as `Uid`. */
    status: (name) => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(readFileSync(`/proc/${pid()}/status`, 'utf8'))?.[1] ?? '',
    commandLine: () => readFileSync(`/proc/${pid()}/cmdline`, 'utf8').split('\0'),
    /** Waits until it ends by itself, and returns its status. */
    ended: async () => (await ended)[0],
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async stop(signal) {
      if (child.exitCode === null) process.kill(Number(pid()), signal);
      const [code] = await ended;
      return code;
    },
  };
}

function uidOf(root, user) {
  const line = readFileSync(`${root}/etc/passwd`, 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${user}:`));
  if (line === undefined) throw new Error(`The image has no user ${user}.`);
  return line.split(':')[2];
}
