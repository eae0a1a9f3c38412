// Runs the commands of docs/operating.md on a new Debian with systemd, and then does what people do on the site: part of `npm run test:full`.
// It needs root on Debian. Its last line is `N passed, N failed`.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuild } from './ensure-build.mjs';
import { ensurePackages } from './ensure-packages.mjs';
import { installDebian, mayInstallDebian } from './install-debian.mjs';
import { bootMachine, installMachine } from './testing/operating/debian-machine.mjs';
import { journeyParts, missingCommands, settingsCommand } from './testing/operating/journey-parts.mjs';
import { packagesIn, readCommands } from './testing/operating/read-commands.mjs';
import { endWithParent, isNode24, runOnNode24 } from './run-on-node-24.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, 'node_modules', '.cache', 'newline-operating');
const tell = (line) => process.stderr.write(`${line}\n`);
/** The Debian packages of the test itself, with a file that each has. */
const tools = { mmdebstrap: '/usr/bin/mmdebstrap', 'systemd-container': '/usr/bin/systemd-nspawn' };

const paymentsPort = 4242;
const paymentsOfNginx = `server {
  listen 443 ssl http2;
  server_name api.stripe.com;
  ssl_certificate /etc/ssl/payments/fullchain.pem;
  ssl_certificate_key /etc/ssl/payments/privkey.pem;
  location / {
    proxy_pass http://127.0.0.1:${paymentsPort};
  }
}
`;
/** The certificate that everything on the machine trusts. */
const authorityFile = '/etc/ssl/authority.pem';
/** Settings that the guide doesn't have: payments with a fake of Stripe's API. */
const moreSettings = `cat >> /etc/newline/newline.env <<END
NODE_EXTRA_CA_CERTS=${authorityFile}
STRIPE_SECRET_KEY=sk_test_canarysecretkey000
STRIPE_WEBHOOK_SECRET=whsec_canarywebhooksecret000
END`;

if (isNode24()) await test();
else runOnNode24(root, fileURLToPath(import.meta.url), process.argv.slice(2));

async function test() {
  endWithParent();
  if (!mayInstallDebian()) {
    tell('This test needs root on Debian: it runs the commands of docs/operating.md on a machine of its own.');
    process.exit(1);
  }
  for (const [name, file] of Object.entries(tools))
    if (!existsSync(file) && !installDebian(name, tell)) throw new Error(`${name} could not be installed.`);
  // The machine has no network, and can't write to the project's folder.
  if (!ensurePackages(root, tell) || !ensureBuild(root, tell)) process.exit(1);
  const blocks = readCommands(readFileSync(join(root, 'docs', 'operating.md'), 'utf8'), 'Install it on Debian');
  const missing = missingCommands(blocks);
  if (missing.length > 0) throw new Error(`Expected exactly one block of docs/operating.md to have each of: ${missing.join(', ')}`);

  mkdirSync(folder, { recursive: true });
  const machineFolder = mkdtempSync(join(tmpdir(), 'newline-operating-'));
  let passed = 0;
  let failed = 0;
  let machine;
  try {
    tell('Installing a new Debian');
    installMachine({ folder: machineFolder, archives: folder, packages: packagesIn(blocks), root });
    machine = await bootMachine({ folder: machineFolder, root, hosts: ['learn.example.com', 'mail.example.com', 'api.stripe.com'] });
    await prepare(machine);
    for (const { introduction, commands } of blocks) {
      const part = journeyParts.find(({ after }) => commands.includes(after))?.part;
      tell(`\n== ${introduction}\n${commands}\n`);
      const steps = [
        commands,
        ...(commands.includes(settingsCommand) ? [moreSettings] : []),
        ...(part === undefined
          ? []
          : [`cd /opt/newline && NODE_EXTRA_CA_CERTS=${authorityFile} node api/tests/operating/journey.ts ${part}`]),
      ];
      for (const step of steps) {
        if (!machine.run(step).isFine) {
          failed += 1;
          tell(`FAILED: ${introduction}`);
          tell(machine.run("journalctl --no-pager --lines 60 --unit 'newline@*' --unit nginx", { isShown: false }).text);
          break;
        }
        passed += 1;
      }
      if (failed > 0) break;
    }
  } finally {
    await machine?.stop();
    rmSync(machineFolder, { recursive: true, force: true });
  }
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exit(failed === 0 ? 0 : 1);
}

/** What an operator has before: certificates, here from an authority of this test, a mail server, and payments. */
async function prepare(machine) {
  const { createTestAuthority } = await import('../db/src/test-certificates.ts');
  const authority = createTestAuthority('Operating test');
  const writeCertificate = (folder, hostName) => {
    const { certificate, key } = authority.issue(hostName);
    machine.write(`${folder}/fullchain.pem`, certificate);
    machine.write(`${folder}/privkey.pem`, key);
  };
  writeCertificate('etc/ssl/newline', 'learn.example.com');
  writeCertificate('etc/ssl/payments', 'api.stripe.com');
  machine.write(authorityFile, authority.certificate);
  machine.write('etc/nginx/conf.d/payments.conf', paymentsOfNginx);
  machine.run('mkdir -p /run/journey/mail');
  const start = (name, argument) =>
    `systemd-run --quiet --unit=${name} --working-directory=/opt/newline --setenv=NODE_EXTRA_CA_CERTS=${authorityFile} node api/tests/operating/${name}.ts ${argument}`;
  const server = machine.run(`${start('mail-server', '/run/journey/mail')}; ${start('payment-server', paymentsPort)}`);
  if (!server.isFine) throw new Error('The mail server or the fake of Stripe did not start.');
}
