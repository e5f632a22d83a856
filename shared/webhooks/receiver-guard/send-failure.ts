export const SEND_ERRORS = [
  ...(['timeout', 'connect', 'dns', 'tls', 'reset', 'rejected-address'] as const),
  ...(['protocol', 'redirect', 'status'] as const),
] as const;
export type SendError = (typeof SEND_ERRORS)[number];

export interface SendFailure {
  readonly error: SendError;
  /** A sentence for the receiver's owner, never the text of an exception. */
  readonly detail: string;
}

export type SendStage = 'dns' | 'connect' | 'tls' | 'headers' | 'body';

/** Stages that the timeout covers: after the status, an incomplete body is truncated. */
type AwaitedStage = Exclude<SendStage, 'body'>;

const UNFINISHED: Readonly<Record<AwaitedStage, string>> = {
  dns: 'the host name was not resolved',
  connect: 'no connection was made',
  tls: 'the TLS handshake did not end',
  headers: 'no answer came',
};

export const timedOut = (stage: AwaitedStage, timeoutMs: number): SendFailure => ({
  error: 'timeout',
  detail: `Within ${timeoutMs / 1000} s ${UNFINISHED[stage]}.`,
});

/** Messages for error codes of Node and OpenSSL that help the receiver's owner. */
const DETAILS: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'The receiver refused the connection.'],
  ['ETIMEDOUT', 'The receiver did not accept the connection.'],
  ['EHOSTUNREACH', 'The receiver cannot be reached.'],
  ['ENETUNREACH', 'The receiver cannot be reached.'],
  ['CERT_HAS_EXPIRED', "The receiver's certificate has expired."],
  ['CERT_NOT_YET_VALID', "The receiver's certificate is not valid yet."],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', "The receiver's certificate is self-signed."],
  ['SELF_SIGNED_CERT_IN_CHAIN', "The receiver's certificate is from an unknown authority."],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', "The receiver's certificate is from an unknown authority."],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', "The receiver's certificate comes without those of its authorities."],
  ['ERR_TLS_CERT_ALTNAME_INVALID', "The receiver's certificate is for another host."],
  ['HPE_HEADER_OVERFLOW', "The answer's headers are too long."],
]);

export const NOT_HTTP: SendFailure = { error: 'protocol', detail: 'The answer is not valid HTTP/1.1.' };

export function connectionFailure(stage: SendStage, error: unknown): SendFailure {
  const code = String(Object(error).code);
  const detail = DETAILS.get(code);
  if (stage === 'dns') return { error: 'dns', detail: 'The host name was not resolved.' };
  if (stage === 'connect') return { error: 'connect', detail: detail ?? 'No connection was made.' };
  if (stage === 'tls' || code.startsWith('ERR_SSL_')) {
    return { error: 'tls', detail: detail ?? 'The TLS handshake failed (TLS 1.2 or later is required).' };
  }
  if (code.startsWith('HPE_')) {
    return detail === undefined ? NOT_HTTP : { error: 'protocol', detail };
  }
  const before = stage === 'headers' ? 'before it answered' : 'before its answer was complete';
  return { error: 'reset', detail: `The receiver closed the connection ${before}.` };
}

/** The failure of a status; undefined for 2xx. */
export function failedStatus(status: number): SendFailure | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400) {
    return { error: 'redirect', detail: `The receiver answered ${status}; redirects are not followed.` };
  }
  return { error: 'status', detail: `The receiver answered ${status}.` };
}
