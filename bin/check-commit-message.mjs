// The commit-msg hook: `node bin/check-commit-message.mjs FILE` exits with 1 if the message in that file breaks a rule.
import { readFileSync } from 'node:fs';
import { faultOfMessage } from './commit-subject.mjs';

const fault = faultOfMessage(readFileSync(process.argv[2], 'utf8'));
if (fault !== null) {
  console.error(`${fault}\nCONTRIBUTING.md has the rules; \`git commit --no-verify\` skips this check, but not the test.`);
  process.exit(1);
}
