import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { output } from '../package/buildah.mjs';
import { packagedNode } from '../../run-on-node-24.mjs';

/**
 * Installs a new Debian with these packages into a folder. Downloaded once for the same packages.
 *
 * @param {{ folder: string, archives: string, packages: readonly string[], root: string }} options `archives` is a folder of former
 *   downloads, and `root` the project's, whose Node the machine gets
 */
export function installMachine({ folder, archives, packages, root }) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // What every Debian machine has, and a minimal root folder doesn't.
  const include = ['systemd-sysv', 'dbus', 'ca-certificates', ...packages].join(',');
  const archive = join(archives, `${createHash('sha256').update(include).digest('hex').slice(0, 16)}.tar`);
  if (!existsSync(archive)) {
    output('mmdebstrap', ['--quiet', '--variant=minbase', `--include=${include}`, 'bookworm', `${archive}.unfinished.tar`]);
    renameSync(`${archive}.unfinished.tar`, archive);
  }
  output('tar', ['--extract', '--file', archive, '--directory', folder, '--exclude', './dev/*']);
  cpSync(packagedNode(root) ?? process.execPath, join(folder, 'usr/local/bin/node'));
  const npm = dirname(dirname(realpathSync(process.env.npm_execpath ?? output('which', ['npm']))));
  cpSync(npm, join(folder, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm'));
}

/**
 * Boots it with systemd, as a container without a network: it can only reach itself. The project's folder is /opt/newline, read-only.
 *
 * @param {{ folder: string, root: string, hosts: readonly string[] }} options `hosts` are names that lead to the machine itself
 */
export async function bootMachine({ folder, root, hosts }) {
  writeFileSync(join(folder, 'etc/hosts'), `127.0.0.1 localhost ${hosts.join(' ')}\n`);
  const options = [
    '--quiet',
    `--directory=${folder}`,
    '--boot',
    '--private-network',
    '--register=no',
    '--keep-unit',
    `--bind-ro=${root}:/opt/newline`,
  ];
  const child = spawn('systemd-nspawn', options, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const first = () => readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
  const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  const run = (script, { isShown = true } = {}) => {
    const enter = ['--target', first(), '--mount', '--uts', '--ipc', '--net', '--pid', '--root'];
    const command = [...enter, 'env', '-i', '-C', '/', path, 'HOME=/root', 'bash', '-euo', 'pipefail', '-c', script];
    const result = spawnSync('nsenter', command, {
      encoding: 'utf8',
      stdio: ['ignore', isShown ? 2 : 'pipe', isShown ? 2 : 'pipe'],
    });
    return { isFine: result.status === 0, text: `${result.stdout ?? ''}${result.stderr ?? ''}` };
  };
  const machine = {
    /** Runs commands as root, and returns whether they succeeded, with what they printed unless it was shown. */
    run,
    write(file, text) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) run('systemctl poweroff', { isShown: false });
      await Promise.race([ended, sleep(30_000).then(() => child.kill('SIGKILL'))]);
    },
  };
  for (let tries = 0; tries < 240 && child.exitCode === null; tries += 1) {
    if (
      existsSync(`/proc/${child.pid}`) &&
      first() !== '' &&
      /^running$/m.test(run('systemctl is-system-running', { isShown: false }).text)
    )
      return machine;
    await sleep(500);
  }
  const state = child.exitCode === null ? run('systemctl --failed', { isShown: false }).text : 'it ended';
  await machine.stop();
  throw new Error(`The machine did not start: ${state}`);
}
