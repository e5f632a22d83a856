import { connect } from 'node:tls';
import { type Check, failed, passed } from './check.ts';

const ANSWERS_WITHIN_MS = 10_000;
const DAY_MS = 86_400_000;

/** As the alarm on the custom domain, which cannot see a certificate of CloudFront: that one is in us-east-1. */
const DAYS = 30;

/** When the certificate of a server ends. @throws Error if the server does not answer or the certificate is not trusted. */
function endOfCertificate(url: URL, ca: string | undefined): Promise<Date> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: url.hostname,
      port: Number(url.port || 443),
      servername: url.hostname,
      ...(ca === undefined ? {} : { ca }),
    });
    const end = (settle: () => void) => {
      socket.destroy();
      settle();
    };
    socket.setTimeout(ANSWERS_WITHIN_MS, () => end(() => reject(new Error('no answer within 10 s'))));
    socket
      .once('secureConnect', () => {
        const { valid_to } = socket.getPeerCertificate();
        end(() => resolve(new Date(valid_to)));
      })
      .once('error', (error) => end(() => reject(error)));
  });
}

/**
 * Checks that the certificate of the service does not end soon.
 * @param ca PEM of the only trusted authority; those of Node if it is left out.
 */
export const certificateCheck = (url: string, ca?: string): Check => ({
  name: `the certificate is trusted and valid for more than ${DAYS} days`,
  emulatorLacks: 'TLS',
  run: async () => {
    const days = Math.floor(((await endOfCertificate(new URL(url), ca)).getTime() - Date.now()) / DAY_MS);
    const detail = `${days} days`;
    return days > DAYS
      ? passed(detail)
      : failed(`${detail}: docs/operators/runbook.md#the-certificate-expires`);
  },
});
