import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addDays, utcDay } from '../../shared/platform/time/utc-calendar.ts';
import type { FuzzedService } from './fuzzed-service.ts';

const SETTINGS = fileURLToPath(new URL('schemathesis.toml', import.meta.url));

/** Values that exist on the service, for most cases; names are those of [parameters] in schemathesis.toml. */
function dictionaries({
  organizations: [{ orgId }],
  receiverUrl,
  stored,
}: FuzzedService): Record<string, readonly string[]> {
  const today = utcDay(new Date());
  return {
    organizations: [orgId],
    receivers: [`${receiverUrl}/a`, `${receiverUrl}/b`],
    webhooks: stored.webhooks,
    deliveries: stored.deliveries,
    'market-uploads': stored.marketUploads,
    'rate-uploads': stored.rateUploads,
    'quote-uploads': stored.quoteUploads,
    places: ['USLAX', '90731', 'Chicago, IL', 'Phoenix, AZ', '07201', 'Port of Oakland'],
    'pickup-days': [1, 2, 7, 30].map((days) => addDays(today, days)),
    equipment: ['dryvan', 'container_40', 'reefer'],
    'period-starts': [-30, -1].map((days) => addDays(today, days)),
    'period-ends': [0, 1].map((days) => addDays(today, days)),
    terminals: ['APM Elizabeth Terminal'],
    cities: ['Chicago'],
    states: ['IL'],
  };
}

/** Writes the settings and the keys of a run to a folder. @returns the file of settings. */
export async function writeSettings(folder: string, service: FuzzedService): Promise<string> {
  const tables = Object.entries(dictionaries(service)).map(
    ([name, values]) => `\n[dictionaries.${name}]\nvalues = ${JSON.stringify(values)}\n`,
  );
  const settings = join(folder, 'schemathesis.toml');
  await writeFile(settings, `${await readFile(SETTINGS, 'utf8')}${tables.join('')}`);
  const [first, second] = service.organizations;
  const auth = [
    { name: 'first', fixedHeaders: [{ name: 'x-api-key', value: first.apiKey }] },
    { name: 'second', fixedHeaders: [{ name: 'Authorization', value: `Bearer ${second.apiKey}` }] },
  ];
  await writeFile(join(folder, 'keys.json'), JSON.stringify({ auth }));
  return settings;
}
