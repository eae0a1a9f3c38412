// A mail server for the commands of docs/operating.md: it accepts every email, and writes each to a file in the folder of its first argument.
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';

const [folder = ''] = process.argv.slice(2);
let count = 0;

new SMTPServer({
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  onAuth: ({ username }, _session, callback) => callback(null, { user: username }),
  onData(stream, _session, callback) {
    count += 1;
    stream.pipe(createWriteStream(join(folder, `${String(count).padStart(4, '0')}.eml`))).on('finish', () => callback());
  },
}).listen(587, '127.0.0.1');
