import { readFile, writeFile } from 'node:fs/promises';
import { concurrencyTable, scenarioTable } from './authorizer/authorizer-tables.ts';
import { runScenario, SCENARIOS } from './authorizer/scenarios.ts';
import { withTable } from './capacity/markdown-table.ts';
import { amount, IS_SHORT, missReach } from './short.ts';

/**
 * Simulates the authorizer under the plans that are sold: executions over time, cold starts and throttled calls, with the
 * former and the derived reservation. Run with `npm run bench -- authorizer`; with `--renew` it also renews docs/explanation/capacity.md.
 */
const DOCUMENT = new URL('../../docs/explanation/capacity.md', import.meta.url);

const all = SCENARIOS.slice(0, amount(undefined, 2)).map((scenario) => runScenario(scenario));
console.log(scenarioTable(all));
console.log(`\n${concurrencyTable(all)}`);

for (const { scenario, provisioned } of all) {
  const throttled = provisioned.calls.filter(({ outcome }) => outcome === 'throttled').length;
  if (throttled === 0) continue;
  console.log(`${scenario.name}: ${throttled} calls are throttled (reach: 0; MISSED)`);
  missReach();
}
if (process.argv.includes('--renew') && !IS_SHORT) {
  const document = await readFile(DOCUMENT, 'utf8');
  const renewed = withTable(document, 'authorizer', scenarioTable(all));
  await writeFile(DOCUMENT, withTable(renewed, 'concurrency', concurrencyTable(all)));
}
