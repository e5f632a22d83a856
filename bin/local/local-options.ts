import { parseArgs } from 'node:util';
import { LocalSetupError } from '../../lib/local/local-setup-error.ts';
import { readAllowedOrigins } from '../../lib/settings/allowed-origins.ts';
import { parseDeliveryRates, writeDeliveryRates } from '../../shared/webhooks/limits/delivery-rates.ts';
import { WEBHOOK_OWNERSHIPS } from '../../shared/webhooks/registration/ownership-challenge.ts';
import { parseRetrySchedule } from '../../shared/webhooks/sending/retry-schedule.ts';

export const USAGE = `Usage: npm start [-- OPTIONS]
  --ephemeral   keep no data
  --opensearch  search terminals on an OpenSearch node, fetched on first use
  --watch       rebuild and reload when a source file changes (npm run dev)
  --quiet       print no log lines of functions and calls
  --no-demo     without the demo market of simulated loads, as with FREIGHT_DEMO_MARKET=off
PORT chooses the port (3000), PORT=0 a free one.
WEBHOOK_RETRY_SCHEDULE=3,3,3,3,3 chooses the seconds from each failed attempt of a webhook to the next.
ALLOWED_ORIGINS=http://localhost:5173 lets pages of these origins, with commas between them, call the API.
WEBHOOK_RATES=burst=5000,live=6000,test=600,host=1200 limits the webhook requests of an organization: in a
  burst, and each minute (live, test, to one host).
WEBHOOK_OWNERSHIP=challenge has each address of a webhook answer a challenge before it is registered.`;

/**
 * What `npm start -- ...` was asked for.
 * @throws LocalSetupError with the usage, for an option there is not.
 */
export function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        ephemeral: { type: 'boolean', default: false },
        opensearch: { type: 'boolean', default: false },
        watch: { type: 'boolean', default: false },
        quiet: { type: 'boolean', default: false },
        'no-demo': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    return { ...values, demo: !values['no-demo'] && process.env.FREIGHT_DEMO_MARKET !== 'off' };
  } catch (error) {
    throw new LocalSetupError(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

/**
 * The port that the variable PORT asks for.
 * @throws LocalSetupError when it is no port.
 */
export function requestedPort(): number {
  const { PORT = '3000' } = process.env;
  const port = Number(PORT);
  if (PORT.trim() === '' || !Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new LocalSetupError(`PORT must be a number from 0 to 65535, and is "${PORT}".`);
  }
  return port;
}

const READ_SETTINGS: Readonly<Record<string, (text: string) => string>> = {
  WEBHOOK_RETRY_SCHEDULE: (text) => parseRetrySchedule(text, 0).join(','),
  WEBHOOK_RATES: (text) => writeDeliveryRates(parseDeliveryRates(text)),
  WEBHOOK_OWNERSHIP: (text) => {
    if (WEBHOOK_OWNERSHIPS.some((known) => known === text)) return text;
    throw new RangeError(`"${text}" must be one of ${WEBHOOK_OWNERSHIPS.join(', ')}.`);
  },
};

/**
 * Variables of functions that the environment sets instead of the template.
 * @throws LocalSetupError when one of them cannot be read.
 */
export function requestedSettings(): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const [name, normalize] of Object.entries(READ_SETTINGS)) {
    const text = process.env[name];
    if (text === undefined) continue;
    try {
      settings[name] = normalize(text);
    } catch (error) {
      throw new LocalSetupError(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return settings;
}

/**
 * Origins of pages in browsers that the variable ALLOWED_ORIGINS lets call the API.
 * @throws LocalSetupError when one is no origin.
 */
export function requestedOrigins(): readonly string[] {
  try {
    return readAllowedOrigins(process.env.ALLOWED_ORIGINS ?? '');
  } catch (error) {
    throw new LocalSetupError(`ALLOWED_ORIGINS: ${error instanceof Error ? error.message : error}`);
  }
}
