import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { createOrganization, type ServiceUnderTest } from '../../support/service-under-test.ts';

const NAME = 'Port of Hueneme Terminal';
const NEW_NAME = 'Hueneme Harbor Terminal';

interface RateBody {
  readonly data?: readonly {
    readonly origin: { terminal: string };
    readonly analysis: { warnings: string[] };
  }[];
}

/** The operator changes a terminal; callers see the change soon, without a deployment. Restores the terminal. */
export function terminalChangeSuite(service: () => ServiceUnderTest): void {
  describe('the terminals table, changed while the service runs,', () => {
    let apiKey: string;
    beforeAll(async () => {
      ({ apiKey } = await createOrganization(service()));
    });
    afterAll(async () => {
      await service()
        .freight('terminals', 'open', NEW_NAME, '--json')
        .catch(() => undefined);
      await service()
        .freight('terminals', 'rename', NEW_NAME, NAME, '--json')
        .catch(() => undefined);
    });

    const search = async (query: string) => {
      const path = `/api/v1/terminals/search?query=${encodeURIComponent(query)}`;
      const { json } = await service().call('GET', path, { key: apiKey });
      return (json as { data: { name: string }[] }).data.map(({ name }) => name);
    };
    const price = async (originTerminal: string) => {
      const lane = { originTerminal, destinationCity: 'Fresno', destinationState: 'CA' };
      const { status, json } = await service().call('POST', '/api/v1/rates', { key: apiKey, body: [lane] });
      const [rate] = (json as RateBody).data ?? [];
      // Ignores other warnings, such as a stale diesel price.
      const warnings = rate?.analysis.warnings.filter((warning) => warning.startsWith('Terminal '));
      return { status, terminal: rate?.origin.terminal, warnings };
    };

    it('contains the catalogue', async () => {
      const listed = await service().freight<{ name: string; origin: string }[]>(
        'terminals',
        'list',
        '--json',
      );

      expect(listed.length).toBeGreaterThan(60);
      expect(listed).toContainEqual(expect.objectContaining({ name: NAME, origin: 'catalogue' }));
      expect(await search(NAME)).toContain(NAME);
      expect(await price(NAME)).toEqual({ status: 200, terminal: NAME, warnings: [] });
    });

    it('has a new name in search and rates; the old name is still priced, with a warning', async () => {
      await service().freight('terminals', 'rename', NAME, NEW_NAME, '--json');

      expect(
        await eventually(
          () => search(NAME),
          ([first]) => first === NEW_NAME,
        ),
      ).not.toContain(NAME);
      const priced = await eventually(
        () => price(NEW_NAME),
        ({ status }) => status === 200,
      );
      expect(priced).toEqual({ status: 200, terminal: NEW_NAME, warnings: [] });
      const byOldName = await eventually(
        () => price(NAME),
        ({ terminal }) => terminal === NEW_NAME,
      );
      expect(byOldName).toEqual({
        status: 200,
        terminal: NEW_NAME,
        warnings: [expect.stringContaining(`"${NAME}" was renamed to "${NEW_NAME}"`)],
      });
    });

    it('has no closed terminal in search; the terminal is still priced, with a warning', async () => {
      await service().freight('terminals', 'close', NEW_NAME, '--json');

      expect(
        await eventually(
          () => search(NAME),
          (names) => !names.includes(NEW_NAME),
        ),
      ).not.toContain(NEW_NAME);
      const priced = await eventually(
        () => price(NEW_NAME),
        ({ warnings = [] }) => warnings.length > 0,
      );
      expect(priced).toEqual({
        status: 200,
        terminal: NEW_NAME,
        warnings: [expect.stringContaining('is closed')],
      });
    });
  });
}
