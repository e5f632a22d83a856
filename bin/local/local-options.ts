import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { LocalSetupError } from '../../lib/local/local-setup-error.ts';
import { readAllowedOrigins } from '../../lib/settings/allowed-origins.ts';
import { DELIVERY_RATES, deliveryRates } from '../../shared/webhooks/limits/webhook-limits.ts';
import { WEBHOOK_OWNERSHIPS } from '../../shared/webhooks/registration/ownership-challenge.ts';
import { retrySchedule } from '../../shared/webhooks/sending/retry-schedule.ts';

export const USAGE = `Usage: npm start [-- OPTIONS]
  --ephemeral   do not store data
  --watch       rebuild and reload when a source file changes (npm run dev)
  --verbose     print a line for each call and log line, which otherwise are only in service.log
  --no-demo     start without the demo market of simulated loads (same as FREIGHT_DEMO_MARKET=off)
Environment variables:
  PORT=3000
      port of the API (default 3000); 0 uses a free port
  WEBHOOK_RETRY_SCHEDULE=3,3,3,3,3
      seconds after each failed webhook attempt until the next one
  ALLOWED_ORIGINS=http://localhost:5173
      web origins that can call the API, comma-separated
  WEBHOOK_RATES='{"organization":6000,"unproven":20}'
      limits of webhook requests per minute: of an organization, for live and for test events each;
      of all organizations to an address that has not acknowledged an event
  WEBHOOK_OWNERSHIP=challenge
      registers a webhook URL only after it has answered an ownership challenge`;

/** Reads the options of `npm start -- ...`. @throws LocalSetupError with the usage, for an unknown option. */
export function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        ephemeral: { type: 'boolean', default: false },
        watch: { type: 'boolean', default: false },
        verbose: { type: 'boolean', default: false },
        'no-demo': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    return { ...values, demo: !values['no-demo'] && process.env.FREIGHT_DEMO_MARKET !== 'off' };
  } catch (error) {
    throw new LocalSetupError(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

/** The port from the variable PORT. @throws LocalSetupError for an invalid port. */
export function requestedPort(): number {
  const { PORT = '3000' } = process.env;
  const port = Number(PORT);
  if (PORT.trim() === '' || !Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new LocalSetupError(`PORT must be a number from 0 to 65535, but is "${PORT}".`);
  }
  return port;
}

/** The formats of variables of functions, and their descriptions. */
const SETTINGS = {
  WEBHOOK_RETRY_SCHEDULE: [retrySchedule, '1 to 5 whole numbers of seconds with at most 6 digits'],
  WEBHOOK_RATES: [deliveryRates, `numbers above 0, such as ${JSON.stringify(DELIVERY_RATES)}`],
  WEBHOOK_OWNERSHIP: [v.picklist(WEBHOOK_OWNERSHIPS), WEBHOOK_OWNERSHIPS.join(' or ')],
} as const;

/** Overrides for variables of functions, from environment variables. @throws LocalSetupError for an invalid value. */
export function requestedSettings(): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const [name, [schema, form]] of Object.entries(SETTINGS)) {
    const text = process.env[name];
    if (text === undefined) continue;
    if (!v.is(schema, text)) throw new LocalSetupError(`${name}: "${text}" must be ${form}.`);
    settings[name] = text;
  }
  return settings;
}

/** @throws LocalSetupError for an invalid origin in the variable ALLOWED_ORIGINS, which the build reads. */
export function checkOrigins(): void {
  try {
    readAllowedOrigins(process.env.ALLOWED_ORIGINS ?? '');
  } catch (error) {
    throw new LocalSetupError(`ALLOWED_ORIGINS: ${error instanceof Error ? error.message : error}`);
  }
}
