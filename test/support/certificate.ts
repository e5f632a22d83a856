import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export interface Certificate {
  /** Certificate and private key in PEM. */
  readonly cert: string;
  readonly key: string;
}

export interface CertificateTerms {
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** DNS names of the certificate. */
  readonly names?: readonly string[];
  /** IPv4 addresses of the certificate. */
  readonly addresses?: readonly string[];
}

const SEQUENCE = 0x30;
const SET = 0x31;
const UTC_TIME = 0x17;
const UTF8 = 0x0c;
const OCTETS = 0x04;
const BITS = 0x03;
const INTEGER = 0x02;
const OBJECT_ID = 0x06;
const BOOLEAN = 0x01;

/** Object identifiers of RFC 5280 and RFC 5758, in DER. */
const COMMON_NAME = Buffer.from('550403', 'hex');
const ALTERNATIVE_NAMES = Buffer.from('551d11', 'hex');
const BASIC_CONSTRAINTS = Buffer.from('551d13', 'hex');
const ECDSA_WITH_SHA256 = Buffer.from('2a8648ce3d040302', 'hex');

/** Creates a self-signed X.509 certificate (RFC 5280), which Node can read but not create. */
export function selfSigned(terms: CertificateTerms): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signed = toBeSigned(terms, publicKey);
  const signature = sign('sha256', signed, privateKey);
  const certificate = der(SEQUENCE, signed, algorithm(), der(BITS, Buffer.of(0), signature));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function toBeSigned(
  { notBefore, notAfter, names = [], addresses = [] }: CertificateTerms,
  publicKey: KeyObject,
) {
  const alternatives = [
    ...names.map((name) => der(0x82, Buffer.from(name))),
    ...addresses.map((address) => der(0x87, Buffer.from(address.split('.').map(Number)))),
  ];
  return der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.of(2))),
    // A positive number, without a leading zero byte.
    der(INTEGER, Buffer.of(0x5a), randomBytes(8)),
    algorithm(),
    name(),
    der(SEQUENCE, der(UTC_TIME, utcTime(notBefore)), der(UTC_TIME, utcTime(notAfter))),
    name(),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      der(
        SEQUENCE,
        extension(BASIC_CONSTRAINTS, der(SEQUENCE, der(BOOLEAN, Buffer.of(0xff)))),
        extension(ALTERNATIVE_NAMES, der(SEQUENCE, ...alternatives)),
      ),
    ),
  );
}

const algorithm = () => der(SEQUENCE, der(OBJECT_ID, ECDSA_WITH_SHA256));

const name = () =>
  der(
    SEQUENCE,
    der(SET, der(SEQUENCE, der(OBJECT_ID, COMMON_NAME), der(UTF8, Buffer.from('receiver under test')))),
  );

const extension = (id: Buffer, value: Buffer) => der(SEQUENCE, der(OBJECT_ID, id), der(OCTETS, value));

/** 2026-03-01T12:00:00Z as 260301120000Z. */
const utcTime = (time: Date) => Buffer.from(`${time.toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`);

function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  if (content.length < 0x80) return Buffer.concat([Buffer.of(tag, content.length), content]);
  const length = Buffer.from(content.length.toString(16).padStart(4, '0'), 'hex');
  return Buffer.concat([Buffer.of(tag, 0x80 | length.length), length, content]);
}
