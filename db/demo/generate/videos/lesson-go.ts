import type { VideoScript } from './script.ts';

/** The lesson "The night train" of Go at Rest. */
export const theNightTrain: VideoScript = {
  playbackId: 'train-6m9w',
  title: 'The night train',
  topic: 'backend',
  scenes: [
    {
      card: 'The night train',
      under: 'An HTTP service with nothing but Go',
      sentences: [
        { text: 'The night train leaves at twenty to eleven, and people want to know whether it is late.' },
        { text: 'We build the service that tells them, with the standard library and nothing else.' },
        { text: 'It answers three questions, refuses what it does not know, and stops when asked.' },
        { text: 'A framework would hide each of these steps. Here you can see them all, and there are not many.' },
      ],
    },
    {
      file: 'main.go',
      from: 1,
      code: `
mux := http.NewServeMux()
mux.HandleFunc("GET /departures", departures)
mux.HandleFunc("GET /trains/{number}", train)
mux.HandleFunc("POST /trains/{number}/delay", delay)`,
      sentences: [
        {
          text: 'A mux is a table of patterns. It looks at a request, and picks a function.',
          say: 'A mucks is a table of patterns. It looks at a request, and picks a function.',
          to: 1,
        },
        { text: 'The method stands in the pattern, together with the path.', to: 2, mark: 1 },
        { text: 'Braces keep one piece of the path: here it is the number of the train.', to: 3, mark: 2 },
        { text: 'The third one changes something, so it is a post.', to: 4, mark: 3 },
        {
          text: 'A get for that path is answered with status 405, and a list of the allowed methods. You write no code for it.',
          say: 'A get for that path is answered with status four oh five, and a list of the allowed methods. You write no code for it.',
        },
        {
          text: 'All of this is in the standard library since Go 1.22.',
          say: 'All of this is in the standard library since Go one twenty two.',
          mark: [],
        },
      ],
    },
    {
      file: 'train.go',
      from: 1,
      code: `
func train(w http.ResponseWriter, r *http.Request) {
    number := r.PathValue("number")
    t, ok := timetable[number]
    if !ok {
        http.NotFound(w, r)
        return
    }
    w.Header().Set("Content-Type", "application/json")
    json.NewEncoder(w).Encode(t)
}`,
      sentences: [
        { text: 'A handler is a function with a writer and a request.', to: 1 },
        { text: 'Path value gives you the piece between the braces, already decoded.', to: 2, mark: 1 },
        { text: 'It is text that a stranger sent. Look it up, and never trust it.', to: 3, mark: 2 },
        { text: 'If there is no such train, say not found, and return.', to: 7, mark: [4, 5] },
        { text: 'Forget that return, and the handler goes on to write a second answer below the first.', mark: 5 },
        { text: 'The compiler does not warn you. It is the most common mistake in handlers, and every reviewer should look for it.' },
        { text: 'Set the headers before the first byte of the body. Afterwards they are gone.', to: 8, mark: 7 },
        { text: 'Then encode the train straight into the connection.', to: 10, mark: 8 },
      ],
    },
    {
      card: 'One question',
      under: 'Who else touches the timetable?',
      sentences: [
        { text: 'This reads well, and it has a bug that no test with one request will find.' },
        { text: 'Every request runs in a goroutine of its own.', say: 'Every request runs in a go routine of its own.' },
        { text: 'One reads the map while another reports a delay and writes to it.' },
        { text: 'Go stops the program when it notices: fatal error, concurrent map read and map write.' },
        { text: 'That is good luck. Without the notice, you would read half of an old train and half of a new one.' },
      ],
    },
    {
      file: 'train.go',
      from: 1,
      code: `
var timetable = struct {
    sync.RWMutex
    trains map[string]Train
}{trains: map[string]Train{}}

func find(number string) (Train, bool) {
    timetable.RLock()
    defer timetable.RUnlock()
    t, ok := timetable.trains[number]
    return t, ok
}`,
      added: [0, 1, 2, 3, 5, 6, 7, 8, 9, 10],
      sentences: [
        { text: 'So put the map and its lock into one value. Neither is of use alone.', to: 4, mark: [1, 2] },
        { text: 'Any number of readers may hold a read lock at the same time.', to: 7, mark: 6 },
        { text: 'Defer gives it back on every way out, also if something below panics.', to: 8, mark: 7 },
        { text: 'Find returns a copy of the train, and whether there is one.', to: 11, mark: [8, 9] },
        { text: 'A copy matters. Were it a pointer, the handler would read it after the lock is gone.' },
        { text: 'Run your tests with the race detector. It finds this in a second.' },
      ],
    },
    {
      file: 'main.go',
      from: 5,
      begin: 1,
      code: `
log.Fatal(http.ListenAndServe(":8080", mux))
server := &http.Server{
    Addr:              ":8080",
    Handler:           mux,
    ReadHeaderTimeout: 5 * time.Second,
    IdleTimeout:       time.Minute,
}
log.Fatal(server.ListenAndServe())`,
      removed: [0],
      added: [1, 2, 3, 4, 5, 6, 7],
      sentences: [
        { text: 'This is how most examples begin to listen, and it waits for ever.', mark: 0 },
        { text: 'A client may connect, send half a header, and hold your memory for a week.' },
        { text: 'So say what a server is, in full.', to: 4, mark: [] },
        { text: 'Five seconds for the headers. Honest clients need a few milliseconds.', to: 5, mark: 4 },
        { text: 'A minute for a connection on which nothing happens.', to: 7, mark: 5 },
        { text: 'The defaults are zero, and zero means no limit.', to: 8, mark: [] },
        { text: 'You may add a limit for the whole request, too, but think of slow phones in tunnels before you choose it.' },
        { text: 'Two lines, and a whole kind of night call is gone.' },
      ],
    },
    {
      card: 'What is left',
      under: 'for a framework to do?',
      sentences: [
        { text: 'We have routes, methods, status codes, and limits, in fewer than forty lines.' },
        { text: 'What we do not have yet is a way to stop without dropping the requests in hand.' },
        { text: 'Lesson six does that. First, start this one, and ask it for a train that does not exist.' },
      ],
    },
  ],
};
