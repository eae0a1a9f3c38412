// Ends when the site on this machine's PORT is ready, so that systemd counts it as started then, and a script can restart one process after
// another. systemd ends it if the site ends, and after TimeoutStartSec.
import { setTimeout as sleep } from 'node:timers/promises';

const url = `http://127.0.0.1:${process.env.PORT ?? 3000}/readyz`;
const isReady = () =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

while (!(await isReady())) await sleep(100);
