import type { VideoScript } from './script.ts';

/** The lesson "A ticket window" of The Shape of a Queue. */
export const nineQueues: VideoScript = {
  playbackId: 'nine-5j3w',
  title: 'Nine queues',
  topic: 'engineering',
  scenes: [
    {
      card: 'Nine queues',
      under: 'One ticket window, busier each time',
      sentences: [
        { text: 'A station has one ticket window.' },
        { text: 'A traveler arrives every two minutes. A ticket takes a minute and fifty seconds.' },
        { text: 'On paper the clerk has ten seconds of peace after each of them.' },
        { text: 'In reality there is a line to the door. Let us find out why, with twelve lines of Go.' },
      ],
    },
    {
      file: 'even.go',
      from: 1,
      code: `
wait := 0.0
for range 1000 {
    work, gap := 110.0, 120.0
    wait = max(0, wait+work-gap)
}
fmt.Println(wait) // 0`,
      sentences: [
        { text: 'This variable is how long a traveler has to wait.', to: 1 },
        { text: 'A thousand travelers come, one after another.', to: 2 },
        { text: 'Each brings work for a hundred and ten seconds, and the next comes after a hundred and twenty.', to: 3, mark: 2 },
        { text: 'The next one waits for what was left, plus this work, minus the gap between the two.', to: 5, mark: 3 },
        { text: 'It can not be less than zero: an idle clerk stores no time. Remember that word, max.', mark: 3 },
        { text: 'Run it, and nobody waits. The paper was right, about travelers who arrive like a clock.', to: 6, mark: 5 },
      ],
    },
    {
      file: 'real.go',
      from: 1,
      begin: 2,
      code: `
wait := 0.0
for range 1000 {
    work, gap := 110.0, 120.0
    work := 110 * rand.ExpFloat64()
    gap := 120 * rand.ExpFloat64()
    wait = max(0, wait+work-gap)
}`,
      removed: [2],
      added: [3, 4],
      sentences: [
        { text: 'But people do not arrive like a clock.', to: 3 },
        { text: 'So draw each number at random, with the same averages as before.', to: 5, mark: [3, 4] },
        { text: 'An exponential distribution has many short values, and now and then a long one.' },
        { text: 'Three travelers at once, then nobody for five minutes.', to: 7, mark: [] },
        { text: 'The clerk is no slower, and the day has no more travelers in it. Only the order changed.' },
      ],
    },
    {
      card: 'Time can’t be saved',
      under: 'Work can only be moved to later',
      sentences: [
        { text: 'This is the whole subject in one asymmetry.' },
        { text: 'Capacity that is not used now is gone. Work that can not be done now stays.' },
        { text: 'The quiet five minutes do not help the three who come after them.' },
        { text: 'How bad does it get? Let us draw nine queues, from ten percent busy to ninety.' },
      ],
    },
    {
      file: 'nine.go',
      from: 1,
      code: `
func meanWait(load float64, travellers int) float64 {
    wait, total := 0.0, 0.0
    for range travellers {
        total += wait
        work := load * rand.ExpFloat64()
        gap := rand.ExpFloat64()
        wait = max(0, wait+work-gap)
    }
    return total / float64(travellers) / load
}`,
      sentences: [
        { text: 'A function for one queue. Load is the share of time in which the clerk is busy.', to: 2, mark: 0 },
        { text: 'We add up what everyone waited.', to: 4, mark: 3 },
        { text: 'The average gap is one, so the average work is just the load.', to: 6, mark: [4, 5] },
        { text: 'Then the line you know, from before.', to: 8, mark: 6 },
        { text: 'At the end we divide twice: by the number of travelers, and by the time a ticket takes.', to: 10, mark: 8 },
        { text: 'So the answer reads: how many tickets long is the average wait?' },
      ],
    },
    {
      file: 'go run .',
      from: 1,
      code: `
10% busy   0.11 tickets
20% busy   0.25
30% busy   0.43
40% busy   0.67
50% busy   1.00
60% busy   1.50
70% busy   2.33
80% busy   4.00
90% busy   9.00`,
      sentences: [
        { text: 'These are the averages that it comes near to, if you let it run long enough.', to: 1 },
        { text: 'At low load the wait is a fraction of a ticket. Nobody would call this a queue.', to: 4 },
        { text: 'At half load you wait for one whole ticket, and half of the clerk’s day is free.', to: 5, mark: 4 },
        { text: 'From fifty to eighty, it grows four times.', to: 8, mark: 7 },
        { text: 'From eighty to ninety, it more than doubles again. The last ten percent cost more than all before.', to: 9, mark: 8 },
        { text: 'The rule is load, divided by one minus load. Close to one, the bottom of that fraction goes to nothing.', mark: [] },
        { text: 'Our clerk is at ninety-two percent. The average wait is eleven tickets, or twenty minutes.' },
      ],
    },
    {
      card: 'Leave room',
      under: 'Busy is not the goal. Soon is.',
      sentences: [
        { text: 'So when somebody shows you a server that is ninety percent busy, and calls it efficient, ask who waits.' },
        { text: 'The clerk does not. The travelers do.' },
        { text: 'You have three ways out: less load, less variation, or a shorter ticket.' },
        { text: 'A second window helps as well, if both of them serve a single line.' },
        { text: 'With a line for each, somebody waits at the one while the clerk of the other is idle.' },
        { text: 'Now take the simulator, and try ninety seconds, then a hundred and eighteen.' },
        { text: 'Write down your guess before you press return. Lesson two explains the surprise.' },
      ],
    },
  ],
};
