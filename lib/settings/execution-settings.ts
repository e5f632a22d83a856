import { ENDPOINTS, QUEUE_FUNCTIONS } from '../../functions/definitions.ts';
import type { EnvironmentSettings } from './environments.ts';

const namesOf = (functions: readonly { readonly function: string }[]) =>
  functions.map((each) => each.function);

const CONSUMERS = new Set(namesOf(QUEUE_FUNCTIONS));

/** Functions with the alias `live`, which provisioned concurrency needs. */
const RELEASED_FUNCTIONS = new Set([
  ...namesOf(ENDPOINTS),
  ...namesOf(QUEUE_FUNCTIONS),
  'authorizer',
  'publish-quote-events',
  'publish-rfp-changes',
]);

/**
 * Validates executions by function.
 * @throws Error for what would have no effect, and for provisioned concurrency that Lambda would reject.
 */
export function checkExecutionSettings({
  name,
  reservedExecutions = {},
  provisionedExecutions = {},
  queueExecutions = {},
  release,
}: Pick<
  EnvironmentSettings,
  'name' | 'reservedExecutions' | 'provisionedExecutions' | 'queueExecutions' | 'release'
>): void {
  const reject = (problem: string): never => {
    throw new Error(`${name}: ${problem}`);
  };
  for (const called of Object.keys(queueExecutions)) {
    if (!CONSUMERS.has(called)) reject(`queueExecutions: ${called} consumes no queue.`);
  }
  for (const [called, provisioned] of Object.entries(provisionedExecutions)) {
    if (release === 'direct')
      reject('provisioned executions need the alias live, which release: direct lacks.');
    if (!RELEASED_FUNCTIONS.has(called)) reject(`${called} has no alias live for provisioned executions.`);
    const reserved = reservedExecutions[called];
    if (reserved !== undefined && provisioned > reserved) {
      reject(
        `${called} has ${reserved} reserved executions, and ${provisioned} provisioned ones do not fit.`,
      );
    }
  }
}
