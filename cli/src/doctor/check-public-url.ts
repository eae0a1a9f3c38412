import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { Env } from '@newline/api/env';
import { doctorHeader, doctorToken, proxyReportIn } from '@newline/api/proxy-report';
import { clockFinding } from './check-clock.ts';
import { claimedAddress, proxyFindings } from './check-proxy.ts';
import type { Finding } from './finding.ts';

const patienceMs = 10_000;
/** Certificates that expire sooner are reported, in days: those that are renewed automatically have 30 days left by then. */
const fewDays = 14;

type Answer = { status: number; headers: IncomingMessage['headers']; body: string; certificateDays: number | null };

/** Requests PUBLIC_URL like a browser: whether the site answers there, its certificate, the proxy's headers, and the clock. */
export async function checkPublicUrl(
  { publicUrl, isProduction, trustProxy, secretKey }: Pick<Env, 'publicUrl' | 'isProduction' | 'trustProxy' | 'secretKey'>,
  now: () => number = Date.now,
): Promise<Finding[]> {
  if (!isProduction) return [];
  let answer: Answer;
  try {
    answer = await ask(`${publicUrl}/healthz`);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const isCertificate = /CERT|SELF_SIGNED|ALTNAME|ERR_TLS|UNABLE_TO_/.test(code);
    return [
      {
        state: isCertificate ? 'fail' : 'warn',
        what: `${publicUrl}: ${isCertificate ? 'the certificate is not valid' : 'no answer'}: ${message || code}`,
        remedy: isCertificate
          ? 'Give the proxy a valid certificate for this host, with its intermediate certificates.'
          : 'Start the site, and check the DNS entry and the proxy. Some networks do not let a machine reach its own public IP address.',
      },
    ];
  }
  if (answer.status !== 200 || answer.body !== '{"status":"ok"}') {
    const isBadGateway = answer.status === 502 || answer.status === 503;
    return [
      {
        state: isBadGateway ? 'warn' : 'fail',
        what: `${publicUrl}: ${isBadGateway ? `the proxy answers ${answer.status}, because it does not reach the site` : `another server answers (status ${answer.status})`}`,
        remedy: isBadGateway
          ? 'Start the site, and check that the proxy forwards requests to HOST and PORT.'
          : 'Check the DNS entry and that the proxy forwards every path.',
      },
    ];
  }
  const findings: Finding[] = [{ state: 'ok', what: `${publicUrl} answers` }];
  if (answer.certificateDays !== null) {
    const days = Math.floor(answer.certificateDays);
    findings.push(
      days < fewDays
        ? {
            state: 'warn',
            what: `The certificate of ${publicUrl} expires in ${days} days`,
            remedy: 'Renew it, and check why that is not automatic.',
          }
        : { state: 'ok', what: `The certificate is valid for ${days} days` },
    );
  }
  const date = Date.parse(answer.headers.date ?? '');
  if (!Number.isNaN(date)) findings.push(clockFinding(`the server of ${publicUrl}`, now() - date));
  const ready = await ask(`${publicUrl}/readyz`, { [doctorHeader]: doctorToken(secretKey), 'x-forwarded-for': claimedAddress }).catch(
    () => null,
  );
  const report = proxyReportIn(ready?.body ?? '');
  for (const finding of report === null ? [] : proxyFindings(report, publicUrl)) findings.push(finding);
  if (publicUrl.startsWith('https:')) findings.push(await checkRedirect(publicUrl, trustProxy));
  return findings;
}

/** Checks that a request without encryption is redirected, which also shows whether the proxy sends `X-Forwarded-Proto`. */
async function checkRedirect(publicUrl: string, trustProxy: number): Promise<Finding> {
  const plainUrl = `${publicUrl.replace(/^https:/, 'http:').replace(/:\d+$/, '')}/`;
  const answer = await ask(plainUrl).catch(() => null);
  if (answer === null) return { state: 'ok', what: `${plainUrl} does not answer, only https does` };
  if (answer.status >= 300 && answer.status < 400 && answer.headers.location?.startsWith('https:'))
    return { state: 'ok', what: `${plainUrl} redirects to https` };
  return {
    state: 'fail',
    what: `${plainUrl} is answered without encryption`,
    remedy:
      trustProxy === 0
        ? 'Set TRUST_PROXY to the number of proxies, and let the proxy send X-Forwarded-Proto and X-Forwarded-For.'
        : 'Let the proxy redirect http to https, or send X-Forwarded-Proto: proxy_set_header X-Forwarded-Proto $scheme; in nginx.',
  };
}

function ask(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? requestTls : requestPlain;
    const request = send(url, { timeout: patienceMs, agent: false, headers }, (response) => {
      const certificate = 'getPeerCertificate' in response.socket ? (response.socket as TLSSocket).getPeerCertificate() : null;
      const certificateDays = certificate?.valid_to ? (Date.parse(certificate.valid_to) - Date.now()) / 86_400_000 : null;
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (body = (body + chunk).slice(0, 10_000)));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body, certificateDays }));
      response.once('error', reject);
    });
    request.once('timeout', () => request.destroy(new Error(`no reply within ${patienceMs / 1000} s`)));
    request.once('error', reject);
    request.end();
  });
}
