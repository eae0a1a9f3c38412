import type { VideoScript } from './script.ts';

/** The short of the lesson "A queue is a promise" of The Shape of a Queue. */
export const aQueueIsAPromise: VideoScript = {
  playbackId: 'promise-4q1d',
  title: 'A queue is a promise',
  topic: 'engineering',
  scenes: [
    {
      from: 31,
      code: `
for job := range q {
  err := do(job)
  if err != nil {
    q.Retry(job)
    continue
  }
  q.Done(job)
}`,
      sentences: [
        { text: 'A worker takes a job off the queue. That is a promise.', to: 2 },
        { text: 'If the work fails, say so and put it back.', to: 6 },
        { text: 'A retry is a second promise.', mark: 3 },
        { text: 'Only Done ends it.', to: 8, mark: 6 },
        { text: 'Now pull the plug in the middle of do.', mark: 1 },
        { text: 'No retry, no done. The job is in nobody’s hands.' },
      ],
    },
    {
      from: 20,
      code: `
job := q.Lease(
  30*time.Second)

stop := q.Extend(
  job,
  10*time.Second)
defer stop()
do(job)`,
      sentences: [
        { text: 'So do not take the job away. Lease it, for thirty seconds.', to: 2, mark: 1 },
        { text: 'While you work, ask for more time, every ten.', to: 7, mark: 5 },
        { text: 'If the worker dies, it stops asking, and the lease runs out.', to: 8, mark: [] },
        { text: 'The queue hands the job to somebody else, and nobody had to notice.' },
      ],
    },
    {
      from: 1,
      code: `
insert into sent
  (job_id)
values ($1)
on conflict
  do nothing`,
      sentences: [
        { text: 'The price: now and then, two workers do the same job.', to: 1 },
        { text: 'So write down its number where the work is done, and do it only if it is new.', to: 5, mark: [3, 4] },
        { text: 'At least once, and harmless if twice. That is a promise you can keep.' },
      ],
    },
  ],
};
