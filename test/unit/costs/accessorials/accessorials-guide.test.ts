import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Accessorial } from '../../../../shared/costs/accessorials/accessorial.ts';
import { servedTerminal } from '../../../../shared/costs/accessorials/served-terminal.ts';
import { TARIFF } from '../../../../shared/costs/accessorials/tariff.ts';
import {
  CONTAINER_EQUIPMENT,
  EQUIPMENT_TYPES,
  ROAD_EQUIPMENT,
} from '../../../../shared/costs/equipment/equipment-type.ts';
import { CARGO_LIMITS } from '../../../../shared/costs/equipment/equipment-warnings.ts';
import { loadTerminals } from '../../../../shared/terminals/catalogue/embedded-terminals.ts';

const GUIDE = readFileSync(new URL('../../../../docs/integrators/accessorials.md', import.meta.url), 'utf8');

/** The trimmed cells of every table row. */
const ROWS = GUIDE.split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

const TERMINAL_NAMES = new Map(
  loadTerminals().map((terminal) => [servedTerminal(terminal).terminalKey, terminal.name]),
);

function amount({ charge, includesFuel, frequency, defaultQuantity }: Accessorial): string {
  if ('percentOfBase' in charge)
    return `${charge.percentOfBase}% of base_rate${includesFuel ? ' and fuel_surcharge' : ''}`;
  const each = `${(charge.cents / 100).toFixed(2)} ${frequency}`;
  return defaultQuantity === 1 ? each : `${each}, ${defaultQuantity} days`;
}

function equipmentOf({ equipment }: Accessorial): string {
  const groups = [
    ['all', EQUIPMENT_TYPES],
    ['containers', CONTAINER_EQUIPMENT],
    ['trailers', ROAD_EQUIPMENT],
    ['containers but iso_tank', CONTAINER_EQUIPMENT.filter((type) => type !== 'iso_tank')],
  ] as const;
  const group = groups.find(
    ([, types]) => types.length === equipment.length && types.every((type) => equipment.includes(type)),
  );
  return group ? group[0] : equipment.join(', ');
}

function applies({ occasion, at }: Accessorial): string {
  if (occasion === 'on request') return 'when asked for';
  if (occasion === 'by equipment') return 'always';
  if (occasion === 'after the move') return 'after the move, never in a quote';
  const names = at?.terminals?.map((key) => TERMINAL_NAMES.get(key)).join(', ');
  return names ?? `marine terminals of ${at?.ports.join(', ')}`;
}

describe('the guide to accessorials', () => {
  it('lists every charge of the tariff in order, with amount, equipment, terminals and source', () => {
    const rows = ROWS.filter(([name]) => TARIFF.some((accessorial) => `\`${accessorial.name}\`` === name));
    expect(rows).toEqual(
      TARIFF.map((accessorial) => [
        `\`${accessorial.name}\``,
        amount(accessorial),
        equipmentOf(accessorial),
        applies(accessorial),
        accessorial.source,
      ]),
    );
  });

  it('lists the maximum cargo of each container', () => {
    const pounds = (weight?: number) => weight?.toLocaleString('en-US') ?? '';
    const rows = ROWS.filter(([name = '']) => /^`(reefer_)?container_/.test(name));
    expect(rows).toEqual(
      Object.entries(CARGO_LIMITS).map(([type, limit]) => [
        `\`${type}\``,
        pounds(limit.standardChassis),
        pounds(limit.triaxleChassis),
      ]),
    );
  });
});
