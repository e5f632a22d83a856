import { parseArgs } from 'node:util';
import { readAllowedOrigins } from '../../lib/allowed-origins.ts';
import { LocalSetupError } from '../../lib/local/local-setup-error.ts';
import { parseRetrySchedule } from '../../shared/webhooks/retry-schedule.ts';

export const USAGE = `Usage: npm start [-- OPTIONS]
  --ephemeral   keep no data
  --opensearch  search terminals on an OpenSearch node, fetched on first use
  --watch       rebuild and reload when a source file changes (npm run dev)
  --quiet       print no log lines of functions and calls
  --no-demo     without the demo market of simulated loads, as with FREIGHT_DEMO_MARKET=off
PORT chooses the port (3000), PORT=0 a free one.
WEBHOOK_RETRY_SCHEDULE=3,3,3,3,3 chooses the seconds from each failed attempt of a webhook to the next.
ALLOWED_ORIGINS=http://localhost:5173 lets pages of these origins, with commas between them, call the API.`;

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

/**
 * Variables of functions that the environment sets instead of the template.
 * @throws LocalSetupError when WEBHOOK_RETRY_SCHEDULE is no schedule.
 */
export function requestedSettings(): Record<string, string> {
  const { WEBHOOK_RETRY_SCHEDULE } = process.env;
  if (WEBHOOK_RETRY_SCHEDULE === undefined) return {};
  try {
    return { WEBHOOK_RETRY_SCHEDULE: parseRetrySchedule(WEBHOOK_RETRY_SCHEDULE, 0).join(',') };
  } catch (error) {
    throw new LocalSetupError(`WEBHOOK_RETRY_SCHEDULE: ${error instanceof Error ? error.message : error}`);
  }
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
