/** Lets a process run for a twentieth of the time, as on a machine with 5 % of a core, until the returned function is called. */
export function slowDown(pid: number): () => void {
  let isOver = false;
  let timer: NodeJS.Timeout;
  const send = (signal: 'SIGSTOP' | 'SIGCONT') => {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
      isOver = true;
    }
  };
  const stop = () => {
    send('SIGSTOP');
    timer = setTimeout(go, 95);
  };
  const go = () => {
    send('SIGCONT');
    if (!isOver) timer = setTimeout(stop, 5);
  };
  stop();
  return () => {
    isOver = true;
    clearTimeout(timer);
    send('SIGCONT');
  };
}
