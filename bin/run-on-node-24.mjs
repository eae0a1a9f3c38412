import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The version of Node that the project needs: it runs TypeScript directly. */
const neededMajor = 24;

/** @returns {boolean} true if this process already runs on that version or a newer one */
export function isNode24() {
  return Number(process.versions.node.split('.')[0]) >= neededMajor;
}

/**
 * Returns the Node that npm installed for this platform, or null if there is none.
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
 * Runs a script again on the packaged Node, forwards signals to it and exits as it does. If this process is killed, the child sees the pipe
 * between them close, so that it doesn't live on alone.
 *
 * @param {string} root the project's folder
 * @param {string} script
 * @param {readonly string[]} args
 * @param {readonly string[]} options options of that Node
 */
export function runOnNode24(root, script, args, options = []) {
  const node = packagedNode(root);
  if (node === null) {
    const reason = existsSync(join(root, 'node_modules'))
      ? `and npm has none for ${process.platform} on ${process.arch}. Install Node ${neededMajor}.`
      : 'and the packages are not installed. Run npm ci, which brings it.';
    process.stderr.write(`The project needs Node ${neededMajor}; this is ${process.version}, ${reason}\n`);
    process.exit(1);
  }
  const child = spawn(node, [...process.execArgv, ...options, script, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGHUP'));
  // In a terminal, Ctrl-C reaches the child directly; a second signal would interrupt its shutdown.
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
 * Ends the process in order if its parent was killed: the process that ran it on Node 24, or npm. When started from a shell, it survives
 * the shell.
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
