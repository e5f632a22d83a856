import { describe, expect, it } from 'vitest';
import { loadId } from '../../../../shared/market/importing/load-intake.ts';
import type { LoadRow } from '../../../../shared/market/importing/read-load-row.ts';

const ROW: LoadRow = {
  date: '2026-10-05',
  origin: 'Pier 400',
  destinationCity: 'Ontario',
  destinationState: 'CA',
  destinationZip: '91761',
  equipment: 'container_40',
  rate: 500,
  fuelIncluded: true,
  contributor: 'company a',
};

describe('the id of a load', () => {
  it.each<Partial<LoadRow>>([
    { date: '2026-10-06' },
    { origin: 'Pier 300' },
    { destinationCity: 'Fontana' },
    { destinationState: 'AZ' },
    { destinationZip: '91762' },
    { equipment: 'container_20' },
    { rate: 500.01 },
    { fuelIncluded: false },
    { contributor: 'company b' },
  ])('differs if the row differs by %j', (change) => {
    expect(loadId({ ...ROW, ...change })).not.toBe(loadId(ROW));
  });

  it.each<Partial<LoadRow>>([
    { origin: ' pier  400 ' },
    { destinationCity: 'ONTARIO' },
    { equipment: "40' container" },
    { contributor: 'Company A' },
  ])('is the same for a row with the spelling %j', (change) => {
    expect(loadId({ ...ROW, ...change })).toBe(loadId(ROW));
  });
});
