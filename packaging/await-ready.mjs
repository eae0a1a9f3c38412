// Ends when the site on this machine's PORT is ready, so that systemd counts it as started then, and a script can restart one process after
// another. Fails if the site ends; systemd sets MAINPID to its process.
import { setTimeout as sleep } from 'node:timers/promises';

const url = `http://127.0.0.1:${process.env.PORT ?? 3000}/readyz`;
const main = Number(process.env.MAINPID ?? process.pid);

const isReady = () =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

function hasEnded() {
  try {
    process.kill(main, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

while (!(await isReady())) {
  if (hasEnded()) process.exit(1);
  await sleep(100);
}
