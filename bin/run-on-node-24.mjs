import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The Node that the project is written for: it runs TypeScript as it is. */
const neededMajor = 24;

/** @returns {boolean} true when this process already is that Node, or a newer one */
export function isNode24() {
  return Number(process.versions.node.split('.')[0]) >= neededMajor;
}

/**
 * The Node that npm installed for this platform, or null where it has none.
 *
 * @param {string} root the project's folder
 * @returns {string | null}
 */
export function packagedNode(root) {
  const candidates = [
    `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}/bin/node`,
    `node-bin-${process.platform}-${process.arch}/bin/node`,
  ].map((path) => join(root, 'node_modules', path + (process.platform === 'win32' ? '.exe' : '')));
  return candidates.find((path) => existsSync(path)) ?? null;
}

/**
 * Runs a script of ours again on the packaged Node, hands signals on to it and ends as it ends. The child sees the pipe
 * between us close if this process is killed, so that it does not live on alone.
 *
 * @param {string} root the project's folder
 * @param {string} script
 * @param {readonly string[]} args
 */
export function runOnNode24(root, script, args) {
  const node = packagedNode(root);
  if (node === null) {
    const reason = existsSync(join(root, 'node_modules'))
      ? `and npm has none for ${process.platform} on ${process.arch}. Install Node ${neededMajor}.`
      : 'and the packages are not installed. Run npm ci, which brings it.';
    process.stderr.write(`The project needs Node ${neededMajor}; this is ${process.version}, ${reason}\n`);
    process.exit(1);
  }
  const child = spawn(node, [...process.execArgv, script, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGHUP'));
  // In a terminal Ctrl-C reaches the child by itself; twice would cut its orderly end short.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  child.on('error', (error) => {
    process.stderr.write(`${node} cannot be run: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (code !== null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/**
 * Ends the process in order when whoever started it was killed: the parent that ran us on Node 24, or npm. Someone who
 * starts us from a shell may leave that shell.
 */
export function endWithParent() {
  const end = () => process.kill(process.pid, 'SIGTERM');
  if (process.channel) {
    process.on('disconnect', end);
    process.channel.unref();
  } else if (process.env.npm_lifecycle_event !== undefined) {
    const npm = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid === npm) return;
      clearInterval(watch);
      end();
    }, 250).unref();
  }
}
