import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applicableCharges,
  type OwnAccessorial,
  offeredNames,
  ownEntriesOn,
} from '../../../../shared/costs/accessorials/own-tariff.ts';
import type { ServedTerminal } from '../../../../shared/costs/accessorials/served-terminal.ts';
import { chargesAt } from '../../../../shared/costs/accessorials/tariff.ts';
import { EQUIPMENT_TYPES } from '../../../../shared/costs/equipment/equipment-type.ts';
import { anyOwnEntry, ownEntry } from '../../../support/own-tariffs.ts';
import { SERVED } from '../../../support/pricing-strategies.ts';

const anyTerminal = fc.constantFrom(undefined, ...Object.values(SERVED));
const tariffOf = (accessorials: readonly OwnAccessorial[]) => ({ version: 1, updatedAt: '', accessorials });

describe('charges with an own tariff', () => {
  it('are those of the base tariff if there is none', () => {
    for (const equipment of EQUIPMENT_TYPES) {
      for (const terminal of [undefined, ...Object.values(SERVED)]) {
        expect(applicableCharges(equipment, terminal, [])).toEqual(chargesAt(equipment, terminal));
      }
    }
  });

  it('have of each name what a search of all entries finds', () => {
    const applies = ({ places }: OwnAccessorial, at: ServedTerminal | undefined, level: number) => {
      if (places === undefined) return level === 0;
      if (level === 1) return at?.port !== undefined && places.ports.includes(at.port);
      return level === 2 && places.terminals.some(({ key }) => key === at?.terminalKey);
    };
    fc.assert(
      fc.property(
        fc.array(anyOwnEntry, { maxLength: 12 }),
        fc.constantFrom(...EQUIPMENT_TYPES),
        anyTerminal,
        fc.integer({ min: 10, max: 28 }).map((date) => `2026-10-${date}`),
        (entries, equipment, terminal, day) => {
          const charges = applicableCharges(equipment, terminal, ownEntriesOn(tariffOf(entries), day));
          expect(new Set(charges.map(({ name }) => name)).size).toBe(charges.length);
          for (const name of new Set(
            [...entries, ...chargesAt(equipment, terminal)].map((one) => one.name),
          )) {
            const own = [2, 1, 0]
              .flatMap((level) => entries.filter((entry) => applies(entry, terminal, level)))
              .find(
                (entry) =>
                  entry.name === name &&
                  entry.equipment.includes(equipment) &&
                  (entry.from ?? '') <= day &&
                  day <= (entry.to ?? '9'),
              );
            const base = chargesAt(equipment, terminal).find((one) => one.name === name);
            const exists = own === undefined || (own.enabled && own.occasion !== 'after the move');
            const found = charges.find((one) => one.name === name);
            expect(found?.charge).toEqual(exists ? (own ?? base)?.charge : undefined);
          }
        },
      ),
    );
  });

  it('keep what only the base tariff states: a usual charge, what it replaces, and a second trip', () => {
    const own = ['chassis', 'triaxle', 'drop_and_pick'].map((name) => ownEntry({ name }));
    const charges = applicableCharges('container_40', SERVED.losAngeles, own);
    const of = (wanted: string) => charges.find(({ name }) => name === wanted);
    expect(of('chassis')?.usualReason).toMatch(/rented/);
    expect(of('triaxle')?.replaces).toEqual(['chassis']);
    expect(of('drop_and_pick')?.includesFuel).toBe(true);
  });

  it('without a day of pickup have only entries without a first and last day', () => {
    const entries = [ownEntry({ from: '2026-01-01' }), ownEntry({ to: '2026-01-01' }), ownEntry()];
    expect(ownEntriesOn(tariffOf(entries), undefined)).toEqual([entries[2]]);
  });
});

describe('the offered names', () => {
  it('are those that apply at some terminal, and none that is switched off everywhere', () => {
    fc.assert(
      fc.property(
        fc.array(anyOwnEntry, { maxLength: 12 }),
        fc.constantFrom(...EQUIPMENT_TYPES),
        (entries, equipment) => {
          const own = entries.map(({ from: _from, to: _to, ...entry }) => entry);
          const offered = offeredNames([equipment], own);
          for (const terminal of [undefined, ...Object.values(SERVED)]) {
            const applicable = applicableCharges(equipment, terminal, own).map(({ name }) => name);
            expect(offered).toEqual(expect.arrayContaining(applicable));
          }
        },
      ),
    );
    const off = ownEntry({ enabled: false });
    expect(offeredNames(EQUIPMENT_TYPES, [])).toContain('prepull');
    expect(offeredNames(EQUIPMENT_TYPES, [off])).not.toContain('prepull');
    const atOnePort = { ...off, places: { ports: ['USLAX'], terminals: [] } };
    expect(offeredNames(EQUIPMENT_TYPES, [atOnePort])).toContain('prepull');
    expect(offeredNames(EQUIPMENT_TYPES, [off, { ...atOnePort, enabled: true }])).toContain('prepull');
  });
});
