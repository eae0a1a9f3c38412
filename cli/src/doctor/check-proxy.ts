import type { ProxyReport } from '@newline/api/proxy-report';
import type { Finding } from './finding.ts';

/** The IP address that the doctor claims to have, from a range for documentation: a site that believes it believes every visitor. */
export const claimedAddress = '192.0.2.77';

/** Compares what reached the site with what its proxies must send: protocol, IP addresses and host. */
export function proxyFindings(report: ProxyReport, publicUrl: string): Finding[] {
  const { protocol, host } = new URL(publicUrl);
  const findings = [addressFinding(report), ...protocolFindings(report, protocol)];
  if (report.host !== host) {
    findings.push({
      state: 'warn',
      what: `The proxy sends the Host ${report.host ?? '(none)'} instead of ${host}`,
      remedy: 'Let it forward the Host of the request: proxy_set_header Host $http_host; in nginx.',
    });
  }
  const wrong = findings.filter(({ state }) => state !== 'ok');
  return wrong.length > 0 ? wrong : [{ state: 'ok', what: 'The site sees the protocol, the host and the IP address of visitors' }];
}

/** Each proxy adds the address from which it was asked, so the ones after the claimed address are those of proxies and the visitor. */
function addressFinding({ ip, forwardedFor }: ProxyReport): Finding {
  const added = forwardedFor.slice(forwardedFor.lastIndexOf(claimedAddress) + 1);
  const proxies = added.length;
  const few = `With it, all visitors share the rate limits of one IP address. Set TRUST_PROXY=${proxies}, the number of proxies, and start the site again.`;
  if (ip === claimedAddress) {
    return proxies === 0
      ? {
          state: 'fail',
          what: 'The site believes any X-Forwarded-For, and no proxy adds to it',
          remedy:
            'Visitors can choose their IP address. Let the proxy send X-Forwarded-For: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; in nginx. Without a proxy, set TRUST_PROXY=0.',
        }
      : {
          state: 'fail',
          what: `TRUST_PROXY is more than ${proxies}, the number of proxies`,
          remedy: `Visitors can choose their IP address. Set TRUST_PROXY=${proxies}, and start the site again.`,
        };
  }
  if (proxies === 0) {
    return forwardedFor.length === 0
      ? {
          state: 'fail',
          what: 'The proxy does not send X-Forwarded-For',
          remedy:
            'All visitors share the rate limits of one IP address. Send it: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; in nginx.',
        }
      : { state: 'ok', what: 'Visitors reach the site without a proxy' };
  }
  if (added[0] === ip) return { state: 'ok', what: 'The site sees the IP address of visitors' };
  return added.includes(ip)
    ? {
        state: 'fail',
        what: `TRUST_PROXY is less than ${proxies}, the number of proxies: the site sees the IP address of a proxy`,
        remedy: few,
      }
    : { state: 'fail', what: 'TRUST_PROXY is 0, and the site is behind a proxy: it sees only the IP address of the proxy', remedy: few };
}

function protocolFindings({ protocol, forwardedProto }: ProxyReport, wanted: string): Finding[] {
  if (`${protocol}:` === wanted) return [];
  if (forwardedProto === null) {
    return [
      {
        state: 'fail',
        what: 'The proxy does not send X-Forwarded-Proto',
        remedy: 'Send it: proxy_set_header X-Forwarded-Proto $scheme; in nginx.',
      },
    ];
  }
  // With the wrong number of proxies, the site ignores the header; the address says so.
  return `${forwardedProto.split(',').at(-1)?.trim()}:` === wanted
    ? []
    : [
        {
          state: 'fail',
          what: `The proxy sends X-Forwarded-Proto ${forwardedProto}, and PUBLIC_URL is ${wanted}//`,
          remedy:
            'Send the protocol of the visitor’s request. If another proxy in front of it ends the encryption, keep what that one sends.',
        },
      ];
}
