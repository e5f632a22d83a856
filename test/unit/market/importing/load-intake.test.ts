import { describe, expect, it } from 'vitest';
import { createEmbeddedGeocoder } from '../../../../shared/geography/places/embedded-geocoder.ts';
import { contributorHash, slotOf } from '../../../../shared/market/cells/market-cell.ts';
import { loadId, loadIntake } from '../../../../shared/market/importing/load-intake.ts';
import { loadPlacer } from '../../../../shared/market/importing/place-load.ts';
import type { LoadRow } from '../../../../shared/market/importing/read-load-row.ts';
import { type LoadOwner, organizationOwner } from '../../../../shared/market/loads/load-owner.ts';
import { kindOf } from '../../../../shared/market/loads/market-levels.ts';
import { weekNumber } from '../../../../shared/platform/time/utc-week.ts';
import { loadTerminals } from '../../../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../../../shared/terminals/search/embedded-terminal-directory.ts';

const ROW: LoadRow = {
  date: '2026-03-04',
  origin: 'Long Beach, CA',
  destinationCity: 'Ontario',
  destinationState: 'CA',
  destinationZip: '91761',
  equipment: '40HC',
  rate: 500,
  fuelIncluded: false,
  contributor: ' Acme  Drayage ',
};

const PORTS = {
  terminals: buildEmbeddedDirectory(loadTerminals()),
  places: createEmbeddedGeocoder(),
  roadDistances: {
    between: async () => ({ routable: true, miles: 55, source: 'test road', warnings: [] }) as const,
  },
  dieselFor: () => ({ pricePerGallon: 4 }) as never,
};

async function accept(owner: LoadOwner, change: Partial<LoadRow> = {}) {
  const result = await loadIntake(PORTS, owner)({ ...ROW, ...change });
  if ('fault' in result) throw new Error(result.fault);
  return result.accepted;
}

describe('a row that is accepted', () => {
  it('becomes one load of its freight market and week', async () => {
    const placed = await loadPlacer(PORTS)(ROW);
    if ('fault' in placed) throw new Error(placed.fault);
    expect(await accept('operator')).toEqual({
      freightMarket: 'los-angeles',
      week: weekNumber('2026-03-04'),
      load: {
        id: loadId(ROW),
        lane: {
          terminal: undefined,
          terminalType: 'marine',
          originState: 'CA',
          destinationState: 'CA',
          zip3: '917',
        },
        slot: slotOf(kindOf(55, false, 'container_40hc'), placed.placed.residual),
        contributor: contributorHash('acme drayage'),
        count: 1,
      },
    });
  });

  it("counts for the contributor that the operator's file names, or for the operator", async () => {
    expect((await accept('operator', { contributor: '' })).load.contributor).toBe(
      contributorHash('operator'),
    );
    expect((await accept('operator', { contributor: 'ACME drayage' })).load.contributor).toBe(
      contributorHash('acme drayage'),
    );
  });

  it('counts for the organization that imports it, whatever contributor its file contains', async () => {
    const owner = organizationOwner('org_1', 'live');
    for (const contributor of ['', 'one', 'two']) {
      expect((await accept(owner, { contributor })).load.contributor).toBe(contributorHash(owner));
    }
  });
});

describe('a row that cannot be placed', () => {
  it('is rejected with the reason', async () => {
    expect(await loadIntake(PORTS, 'operator')({ ...ROW, equipment: 'reefer' })).toEqual({
      fault: 'equipment "reefer" is not a container type',
    });
  });
});
