import { ENDPOINTS, FUNCTIONS } from '../../functions/definitions.ts';
import { requiredCapacity } from '../capacity/required-capacity.ts';
import type { EnvironmentSettings } from './environments.ts';

const ALL_FUNCTIONS = new Set(FUNCTIONS.map((definition) => definition.function));

/** Functions with the alias `live`, which provisioned concurrency needs. `import-market` has none: its stack releases at once. */
const RELEASED_FUNCTIONS = new Set([
  ...ENDPOINTS.map((endpoint) => endpoint.function),
  'authorizer',
  'dispatch-event',
  'deliver-webhook',
  'retry-webhook',
  'price-rfp-lanes',
  'publish-quote-events',
  'publish-rfp-changes',
]);

/**
 * Validates reserved and provisioned concurrency.
 * @throws Error for a reservation below the plans that are sold, for an unknown function, and for provisioned concurrency
 *   that Lambda would reject.
 */
export function checkExecutionSettings({
  name,
  plans,
  reservedExecutions = {},
  provisionedExecutions = {},
  release,
}: Pick<
  EnvironmentSettings,
  'name' | 'plans' | 'reservedExecutions' | 'provisionedExecutions' | 'release'
>): void {
  const reject = (problem: string): never => {
    throw new Error(`${name}: ${problem}`);
  };
  const required = plans === undefined ? {} : requiredCapacity(plans).reservedExecutions;
  for (const [called, least] of Object.entries(required)) {
    const reserved = reservedExecutions[called];
    if (reserved === undefined || reserved < least) {
      reject(
        `${called} has ${reserved ?? 'no'} reserved executions, and the plans of the environment need ${least}.`,
      );
    }
  }
  for (const called of Object.keys(reservedExecutions)) {
    if (!ALL_FUNCTIONS.has(called)) reject(`executions are reserved for an unknown function ${called}.`);
  }
  for (const [called, provisioned] of Object.entries(provisionedExecutions)) {
    if (release === 'direct')
      reject('provisioned executions need the alias live, which release: direct lacks.');
    if (!RELEASED_FUNCTIONS.has(called)) reject(`${called} has no alias live for provisioned executions.`);
    if (!Number.isSafeInteger(provisioned) || provisioned < 1) {
      reject(`provisioned executions of ${called} must be a whole number from 1.`);
    }
    const reserved = reservedExecutions[called];
    if (reserved !== undefined && provisioned > reserved) {
      reject(
        `${called} has ${reserved} reserved executions, and ${provisioned} provisioned ones do not fit.`,
      );
    }
  }
}
