import { beforeAll, describe, expect, it } from '@jest/globals';
import { addDays, utcDay } from '../../../shared/platform/time/utc-calendar.ts';
import {
  type Answer,
  createOrganization,
  type ServiceUnderTest,
  type TestOrganization,
} from '../../support/service-under-test.ts';
import { strategyBody } from '../../support/strategy-body.ts';

const PATH = '/api/v1/accessorials';
const PICKUP = addDays(utcDay(new Date()), 10);

interface Accessorial {
  readonly name: string;
  readonly amount: number | null;
  readonly source: 'default' | 'custom';
  readonly equipment_types: readonly string[];
}
interface Tariff {
  readonly version: number;
  readonly updated_at: string;
  readonly accessorials: readonly Accessorial[];
}
interface Quote {
  readonly pricing: {
    readonly accessorial_charges: Readonly<Record<string, number>>;
    readonly accessorials: readonly { name: string; amount: number; source: string }[];
  };
  readonly pricing_strategy_version: number;
}

const STORAGE = {
  name: 'storage',
  tiers: [
    { from_day: 5, amount: 100 },
    { from_day: 9, amount: 150 },
  ],
  quantity: 10,
};
const CONGESTION = { name: 'port_congestion', title: 'Port congestion', unit: 'flat', amount: 85.5 };

/** An organization's own accessorial tariff over HTTP, and quotes that it prices. */
export function accessorialsSuite(service: () => ServiceUnderTest): void {
  describe(PATH, () => {
    let organization: TestOrganization;
    beforeAll(async () => {
      organization = await createOrganization(service());
    });

    const call = (method: string, path: string, body?: unknown, headers = {}, key = organization.apiKey) =>
      service().call(method, path, { key, headers, ...(body === undefined ? {} : { body }) });
    const tariffIn = ({ status, json }: Answer): Tariff => {
      expect([status, json]).toEqual([200, expect.objectContaining({ version: expect.any(Number) })]);
      return json as Tariff;
    };
    const list = async (query = '', key = organization.apiKey) =>
      tariffIn(await call('GET', `${PATH}${query}`, undefined, {}, key));
    const replace = async (...accessorials: readonly object[]) =>
      tariffIn(await call('PUT', PATH, { accessorials }));
    const quote = async (changes: object = {}): Promise<Quote> => {
      const { status, json } = await call('POST', '/api/v1/quotes', {
        origin: 'USLGB',
        destination: 'Phoenix, AZ',
        equipment_type: 'container_40',
        pickup_date: PICKUP,
        ...changes,
      });
      expect([status, json]).toEqual([200, { quote: expect.anything() }]);
      return (json as { quote: Quote }).quote;
    };
    const rejected = ({ status, json }: Answer) => {
      expect([status, json]).toEqual([
        400,
        { error: expect.objectContaining({ code: 'INVALID_PARAMETERS' }) },
      ]);
      const { errors } = Object(json).error.details as { errors: { field: string; message: string }[] };
      return errors.map(({ field, message }) => `${field} ${message}`);
    };

    it('lists the base tariff with version 0 for an organization without its own', async () => {
      const { apiKey } = await createOrganization(service());
      const { version, updated_at, accessorials } = await list('', apiKey);

      expect([version, updated_at]).toEqual([0, '']);
      expect(new Set(accessorials.map(({ source }) => source))).toEqual(new Set(['default']));
      expect(accessorials.filter(({ name }) => name === 'extended_gate_fee')).toEqual([
        expect.objectContaining({
          amount: 40,
          unit: 'per container',
          occasion: 'port fee',
          terminals: ['Oakland International Container Terminal'],
          source_text: expect.stringContaining('2024-08-09'),
        }),
        expect.objectContaining({ amount: 30, terminals: ['TraPac Oakland'] }),
      ]);
    });

    it('filters by equipment and by name, and rejects unknown equipment', async () => {
      const vans = await list('?equipment_type=Dry%20Van');
      expect(vans.accessorials.map(({ name }) => name)).toContain('liftgate');
      expect(vans.accessorials.every((one) => one.equipment_types.includes('dryvan'))).toBe(true);
      const named = await list('?name=Chassis%20Split');
      expect(named.accessorials.map(({ name }) => name)).toEqual(['chassis_split']);
      expect((await list('?name=nothing')).accessorials).toEqual([]);
      expect(rejected(await call('GET', `${PATH}?equipment_type=boat`))).toEqual([
        expect.stringMatching(/^equipment_type must be one of /),
      ]);
    });

    it('prices surcharges of rates, until the tariff is empty again', async () => {
      const { apiKey } = await createOrganization(service());
      const surcharges = async () => {
        const lanes = [
          {
            originTerminal: 'APM Elizabeth Terminal',
            destinationCity: 'Chicago',
            destinationState: 'IL',
            hazmat: true,
          },
        ];
        const { status, json } = await service().call('POST', '/api/v1/rates', { key: apiKey, body: lanes });
        expect([status, json]).toEqual([200, expect.anything()]);
        const [{ analysis }] = Object(json).data;
        return analysis.surcharges.map(({ name, amount }: Accessorial) => ({ name, amount }));
      };
      const set = async (...accessorials: readonly object[]) =>
        tariffIn(await call('PUT', PATH, { accessorials }, {}, apiKey));
      expect(await surcharges()).toEqual([{ name: 'hazmat', amount: 200 }]);
      await set({ name: 'hazmat', amount: 312.5 });
      expect(await surcharges()).toEqual([{ name: 'hazmat', amount: 312.5 }]);
      await set();
      expect(await surcharges()).toEqual([{ name: 'hazmat', amount: 200 }]);
    });

    it('prices new quotes by the own tariff: tiers of days, own names, what is switched off', async () => {
      const before = await quote({ special_requirements: ['storage', 'prepull'] });
      expect(before.pricing.accessorial_charges).toEqual({ storage: 50, prepull: 150 });
      const unknown = await call('POST', '/api/v1/quotes', {
        ...{ origin: 'USLGB', destination: 'Phoenix, AZ', equipment_type: 'container_40' },
        ...{ pickup_date: PICKUP, special_requirements: ['port_congestion'] },
      });
      expect(rejected(unknown)).toEqual([
        expect.stringMatching(/^special_requirements must not have "port_congestion"; allowed with/),
      ]);

      const { version } = await replace(STORAGE, CONGESTION, { name: 'prepull', enabled: false });
      const after = await quote({ special_requirements: ['Port Congestion', 'storage'] });

      // Days 5 to 8 for $100 each, days 9 and 10 for $150 each.
      expect(after.pricing.accessorial_charges).toEqual({ storage: 700, port_congestion: 85.5 });
      expect(after.pricing.accessorials).toEqual([
        expect.objectContaining({ name: 'storage', amount: 700, source: 'own_tariff' }),
        expect.objectContaining({ name: 'port_congestion', amount: 85.5, source: 'own_tariff' }),
      ]);
      expect(version).toBe(1);
      expect(after.pricing_strategy_version).toBe(before.pricing_strategy_version + 1);
      const off = await call('POST', '/api/v1/quotes', {
        ...{ origin: 'USLGB', destination: 'Phoenix, AZ', equipment_type: 'container_40' },
        ...{ pickup_date: PICKUP, special_requirements: ['prepull'] },
      });
      expect(rejected(off)).toEqual([expect.stringMatching(/must not have "prepull" at /)]);
    });

    it('uses the entry of the day of pickup, at the terminal that it names', async () => {
      const gate = { name: 'gate_fee', title: 'Gate fee', unit: 'flat' };
      await replace(
        { ...gate, amount: 10, effective_to: addDays(PICKUP, -1) },
        { ...gate, amount: 20, effective_from: PICKUP },
        {
          ...gate,
          amount: 30,
          effective_from: PICKUP,
          terminals: ['Oakland International Container Terminal'],
        },
      );
      const priceOf = async (changes: object) => {
        const { pricing } = await quote({ special_requirements: ['gate_fee'], ...changes });
        return pricing.accessorial_charges.gate_fee;
      };

      expect(await priceOf({ pickup_date: addDays(PICKUP, -1) })).toBe(10);
      expect(await priceOf({})).toBe(20);
      expect(await priceOf({ origin: 'Oakland International Container Terminal' })).toBe(30);
    });

    it('gives way to the accessorial overrides of the pricing strategy', async () => {
      const { apiKey } = await createOrganization(service());
      await call('PUT', PATH, { accessorials: [{ name: 'prepull', amount: 175 }] }, {}, apiKey);
      const body = strategyBody({ accessorial_overrides: { prepull: { rate: 199 } } });
      await call('PUT', '/api/v1/pricing-strategy', body, {}, apiKey);
      const { json } = await call(
        'POST',
        '/api/v1/quotes',
        {
          ...{ origin: 'USLGB', destination: 'Phoenix, AZ', equipment_type: 'container_40' },
          ...{ pickup_date: PICKUP, special_requirements: ['prepull'] },
        },
        {},
        apiKey,
      );

      expect(Object(json).quote.pricing.accessorials).toEqual([
        expect.objectContaining({ name: 'prepull', amount: 199, source: 'pricing_strategy' }),
      ]);
      expect(await list('?name=prepull', apiKey)).toMatchObject({
        version: 1,
        accessorials: [{ amount: 175, source: 'custom' }],
      });
    });

    it('can be sent back as it was read, and is removed by an empty list', async () => {
      const set = await replace(STORAGE, { ...CONGESTION, ports: ['usoak'], equipment_types: ['dryvan'] });
      const answer = await call('GET', PATH);
      const again = await call('PUT', PATH, answer.json);

      expect(answer.headers.get('etag')).toBe(`"${set.version}"`);
      expect(again.json).toEqual(answer.json);
      const removed = tariffIn(await call('PUT', PATH, { accessorials: [] }));
      expect(removed.version).toBe(set.version + 1);
      expect(removed.accessorials.some(({ source }) => source === 'custom')).toBe(false);
    });

    it('is replaced with If-Match only if that version is current', async () => {
      const { version } = await replace({ name: 'prepull', amount: 160 });
      const put = (amount: number, tag: string) =>
        call('PUT', PATH, { accessorials: [{ name: 'prepull', amount }] }, { 'If-Match': tag });

      expect((await put(161, `"${version}"`)).status).toBe(200);
      const late = await put(162, `"${version}"`);
      expect([late.status, late.json]).toEqual([
        409,
        {
          error: {
            code: 'TARIFF_CHANGED',
            message: expect.any(String),
            details: { current_version: version + 1 },
          },
        },
      ]);
      expect(rejected(await put(163, 'x'))).toEqual([expect.stringMatching(/^If-Match must be /)]);
      // A change of the strategy does not change the version of the tariff.
      await call('PUT', '/api/v1/pricing-strategy', strategyBody({ validity_days: 9 }));
      expect((await put(164, `"${version + 1}"`)).status).toBe(200);
    });

    it('is in the audit log, and its note in the history of the strategy', async () => {
      const { apiKey: admin } = await service().freight<{ apiKey: string }>(
        ...['key', 'create', organization.orgId, '--scopes', 'admin,read', '--json'],
      );
      const body = { accessorials: [{ name: 'prepull', amount: 181 }], note: 'New contract' };
      const { version } = tariffIn(await call('PUT', PATH, body));
      const { json } = await call('GET', '/api/v1/audit-log?limit=1', undefined, {}, admin);
      const history = await call('GET', '/api/v1/pricing-strategy/history?limit=1');

      expect(Object(json).data).toEqual([
        expect.objectContaining({
          action: 'accessorial_tariff.replaced',
          target: { type: 'accessorial_tariff', id: String(version) },
        }),
      ]);
      expect(Object(history.json).versions).toEqual([expect.objectContaining({ note: 'New contract' })]);
    });
  });
}
