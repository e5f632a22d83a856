import { TO_CHICAGO } from '../api/suites/rates-caller.ts';
import type { Answer, TestOrganization } from '../support/service-under-test.ts';
import { strategyBody } from '../support/strategy-body.ts';
import { type Called, faultsOfRejection, whereItHas } from './caller-checks.ts';
import { type Check, failed, passed, unlessWrong } from './check.ts';

const DAY_MS = 86_400_000;

/** Parallel calls and rounds until a plan of five calls a minute rejects one. */
const AT_ONCE = 20;
const ROUNDS = 3;
const inThreeDays = () => new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10);
const QUOTE = { origin: '90731', destination: 'Phoenix, AZ', equipment_type: 'container_40' };

/** A call of a test organization. */
export const callerOf =
  (service: Called, { apiKey: key }: TestOrganization) =>
  (method: string, path: string, body?: unknown, headers = {}): Promise<Answer> =>
    service.call(method, path, { key, headers, ...(body === undefined ? {} : { body }) });

export const newQuote = () => ({ ...QUOTE, pickup_date: inThreeDays() });

/** @throws Error with the response if a required call fails. */
export function succeeded(answer: Answer, what: string): unknown {
  if (answer.status === 200 || answer.status === 201) return answer.json;
  throw new Error(`${what} answers ${answer.status}: ${answer.text.slice(0, 200)}`);
}

export const quoteIdOf = (json: unknown): string => String(Object(json).quote?.quote_id);

/** What writes; on organizations made for it, of which the second calls five times a minute. */
export function organizationChecks(service: Called, ours: TestOrganization, slow: TestOrganization): Check[] {
  const call = callerOf(service, ours);
  return [
    {
      name: 'a lane is priced and counted once',
      run: async () => {
        const key = { 'Idempotency-Key': `smoke-${Date.now()}` };
        const first = await call('POST', '/api/v1/rates', [TO_CHICAGO], key);
        const { data } = Object(succeeded(first, 'rates'));
        const again = await call('POST', '/api/v1/rates', [TO_CHICAGO], key);
        return unlessWrong(
          [
            ...(data?.[0]?.analysis?.suggestedRate > 0 ? [] : ['no rate']),
            ...(again.text === first.text ? [] : ['the repeated call answers something else']),
            ...(again.headers.get('x-usage-used') === '1' ? [] : ['the repeated call was counted']),
          ],
          `${data?.[0]?.analysis?.suggestedRate} USD to Chicago`,
        );
      },
    },
    {
      name: 'a quote is created, read, listed, converted and deleted',
      run: async () => {
        const id = quoteIdOf(succeeded(await call('POST', '/api/v1/quotes', newQuote()), 'creating'));
        const at = `/api/v1/quotes/${id}`;
        const read = succeeded(await call('GET', at), 'reading');
        const { events } = Object(succeeded(await call('GET', `${at}/events`), 'its events'));
        const listed = Object(succeeded(await call('GET', '/api/v1/quotes'), 'listing'));
        succeeded(await call('POST', `${at}/convert`), 'converting');
        const byOthers = await callerOf(service, slow)('GET', at);
        succeeded(await call('DELETE', at), 'deleting');
        const gone = await call('GET', at);
        return unlessWrong(
          [
            ...(quoteIdOf(read) === id ? [] : ['another one is read']),
            ...(Array.isArray(events) ? [] : ['its events are not listed']),
            ...(JSON.stringify(listed).includes(id) ? [] : ['it is not listed']),
            ...(byOthers.status === 404 ? [] : [`another organization gets ${byOthers.status}`]),
            ...(gone.status === 404 ? [] : [`deleted, it is answered ${gone.status}`]),
          ],
          'and no other organization sees it',
        );
      },
    },
    {
      name: 'a preview of other terms prices the newest quotes and changes no strategy',
      run: async () => {
        const id = quoteIdOf(succeeded(await call('POST', '/api/v1/quotes', newQuote()), 'creating'));
        const before = await call('GET', '/api/v1/pricing-strategy');
        const terms = strategyBody({ margins: [{ from_miles: 0, percent: 50, floor: 500 }] });
        const preview = succeeded(await call('POST', '/api/v1/pricing-strategy/preview', terms), 'preview');
        const after = await call('GET', '/api/v1/pricing-strategy');
        succeeded(await call('DELETE', `/api/v1/quotes/${id}`), 'deleting');
        const { quotes, total_change } = Object(Object(preview).summary);
        return unlessWrong(
          [
            ...(quotes >= 1 ? [] : [`it prices ${quotes} quotes`]),
            ...(total_change > 0 ? [] : [`a higher margin changes the total by ${total_change}`]),
            ...(after.text === before.text ? [] : ['the strategy changed']),
          ],
          `${total_change} USD more`,
        );
      },
    },
    {
      name: 'calls above the usage plan are rejected, calls of other organizations are not',
      run: () =>
        whereItHas(service, 'throttle-by-organization', async () => {
          const path = '/api/v1/quotes';
          const rejected: Answer[] = [];
          let asked = 0;
          // The gateway's buckets are not exact: a few rounds, until one has run over.
          for (let round = 0; round < ROUNDS && rejected.length === 0; round += 1) {
            const calls = Array.from({ length: AT_ONCE }, () => callerOf(service, slow)('GET', path));
            const answers = await Promise.all(calls);
            rejected.push(...answers.filter(({ status }) => status === 429));
            asked += answers.length;
          }
          if (rejected.length === 0) return failed(`${asked} parallel calls passed a plan of 5 a minute`);
          const faults = rejected.flatMap((answer) => [
            ...faultsOfRejection(path, answer, { status: 429, errorFormat: 'quotes' }),
            ...(Number(answer.headers.get('retry-after')) > 0 ? [] : ['no Retry-After']),
          ]);
          const other = await call('GET', path);
          return unlessWrong(
            [...new Set(faults), ...(other.status === 200 ? [] : [`the other one gets ${other.status}`])],
            `${rejected.length} of ${asked} rejected`,
          );
        }),
    },
    {
      name: 'usage shows the counted calls',
      run: async () => {
        const { data } = Object(succeeded(await call('GET', '/api/v1/usage'), 'usage'));
        return data?.used === 1 ? passed() : failed(`it is ${data?.used}`);
      },
    },
  ];
}
