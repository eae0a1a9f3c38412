import type { ErrorMessages } from './codes.ts';

/** Errors of requests that the site sends to other hosts, such as for an image or an embed. */
export const outboundErrors = {
  OUTBOUND_ENCODING_UNSUPPORTED: ['BAD_INPUT', 'The response has an unsupported encoding.'],
  OUTBOUND_HOST_NOT_ALLOWED: ['BAD_INPUT', '{host} is not on the list of allowed hosts.'],
  OUTBOUND_HOST_NOT_FOUND: ['BAD_INPUT', '{host} does not exist.'],
  OUTBOUND_HOST_NOT_PUBLIC: ['BAD_INPUT', '{host} is not a public host.'],
  OUTBOUND_HOST_UNREACHABLE: ['BAD_INPUT', '{host} could not be reached.'],
  OUTBOUND_REDIRECTS_TOO_MANY: ['BAD_INPUT', '{host} redirects too often.'],
  OUTBOUND_TIMEOUT: ['BAD_INPUT', '{host} did not respond within {seconds} seconds.'],
  OUTBOUND_TOO_LARGE: ['BAD_INPUT', 'The response is larger than {max}.'],
  OUTBOUND_TYPE_INVALID: ['BAD_INPUT', '{host} responded with {got}, expected {accept}.'],
  OUTBOUND_URL_INVALID: ['BAD_INPUT', 'This is not a URL.'],
  OUTBOUND_URL_NOT_HTTPS: ['BAD_INPUT', 'Only https URLs are supported.'],
  OUTBOUND_URL_TOO_LONG: ['BAD_INPUT', 'This URL is too long.'],
  OUTBOUND_URL_WITH_PORT: ['BAD_INPUT', 'URLs with a port are not supported.'],
  OUTBOUND_URL_WITH_USERNAME: ['BAD_INPUT', 'URLs with a username are not supported.'],
} as const satisfies ErrorMessages;
