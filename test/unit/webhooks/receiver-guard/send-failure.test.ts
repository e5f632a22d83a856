import { describe, expect, it } from 'vitest';
import {
  connectionFailure,
  failedStatus,
  type SendStage,
  timedOut,
} from '../../../../shared/webhooks/receiver-guard/send-failure.ts';

const failed = (stage: SendStage, code: string) =>
  connectionFailure(stage, Object.assign(new Error(), { code }));

describe('an attempt that exceeded its timeout', () => {
  it.each([
    ['dns', 'Within 2.5 s the host name was not resolved.'],
    ['connect', 'Within 2.5 s no connection was made.'],
    ['tls', 'Within 2.5 s the TLS handshake did not end.'],
    ['headers', 'Within 2.5 s no answer came.'],
  ] as const)('at the stage %s: %s', (stage, detail) => {
    expect(timedOut(stage, 2_500)).toEqual({ error: 'timeout', detail });
  });
});

describe('a connection that ended', () => {
  it.each([
    ['dns', 'ECONNREFUSED', 'dns', 'The host name was not resolved.'],
    ['connect', 'ECONNREFUSED', 'connect', 'The receiver refused the connection.'],
    ['connect', 'ETIMEDOUT', 'connect', 'The receiver did not accept the connection.'],
    ['connect', 'EHOSTUNREACH', 'connect', 'The receiver cannot be reached.'],
    ['connect', 'ENETUNREACH', 'connect', 'The receiver cannot be reached.'],
    ['connect', 'EPIPE', 'connect', 'No connection was made.'],
    ['tls', 'CERT_HAS_EXPIRED', 'tls', "The receiver's certificate has expired."],
    ['tls', 'CERT_NOT_YET_VALID', 'tls', "The receiver's certificate is not valid yet."],
    ['tls', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'tls', "The receiver's certificate is self-signed."],
    ['tls', 'SELF_SIGNED_CERT_IN_CHAIN', 'tls', "The receiver's certificate is from an unknown authority."],
    [
      'tls',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'tls',
      "The receiver's certificate is from an unknown authority.",
    ],
    [
      'tls',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'tls',
      "The receiver's certificate comes without those of its authorities.",
    ],
    ['tls', 'ERR_TLS_CERT_ALTNAME_INVALID', 'tls', "The receiver's certificate is for another host."],
    ['tls', 'ECONNRESET', 'tls', 'The TLS handshake failed (TLS 1.2 or later is required).'],
    ['headers', 'ERR_SSL_BAD_RECORD', 'tls', 'The TLS handshake failed (TLS 1.2 or later is required).'],
    ['headers', 'HPE_HEADER_OVERFLOW', 'protocol', "The answer's headers are too long."],
    ['headers', 'HPE_INVALID_VERSION', 'protocol', 'The answer is not valid HTTP/1.1.'],
    ['headers', 'ECONNRESET', 'reset', 'The receiver closed the connection before it answered.'],
    ['headers', 'NOT_HPE_', 'reset', 'The receiver closed the connection before it answered.'],
    ['headers', 'NOT_ERR_SSL_', 'reset', 'The receiver closed the connection before it answered.'],
    ['body', 'ECONNRESET', 'reset', 'The receiver closed the connection before its answer was complete.'],
  ] as const)('at the stage %s with %s: %s', (stage, code, error, detail) => {
    expect(failed(stage, code)).toEqual({ error, detail });
  });

  it('without an error has the detail of its stage', () => {
    expect(connectionFailure('connect', undefined)).toEqual({
      error: 'connect',
      detail: 'No connection was made.',
    });
  });
});

describe('a status', () => {
  it.each([200, 204, 299])('%d is not a failure', (status) => {
    expect(failedStatus(status)).toBeUndefined();
  });

  it.each([300, 301, 399])('%d is a redirect, which is not followed', (status) => {
    expect(failedStatus(status)).toEqual({
      error: 'redirect',
      detail: `The receiver answered ${status}; redirects are not followed.`,
    });
  });

  it.each([199, 400, 404, 500])('%d is a failure', (status) => {
    expect(failedStatus(status)).toEqual({ error: 'status', detail: `The receiver answered ${status}.` });
  });
});
