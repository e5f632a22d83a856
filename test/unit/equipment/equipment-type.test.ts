import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  CONTAINER_EQUIPMENT,
  EQUIPMENT_TYPES,
  ROAD_EQUIPMENT,
  readEquipmentType,
} from '../../../shared/equipment/equipment-type.ts';

describe('equipment', () => {
  it.each([
    ['Dry Van', 'dryvan'],
    ['DRYVAN', 'dryvan'],
    ["53' van", 'dryvan'],
    ['Reefer', 'reefer'],
    ['flat-bed', 'flatbed'],
    ["20'", 'container_20'],
    ['20GP', 'container_20'],
    ["40' dry", 'container_40'],
    ['40HC', 'container_40hc'],
    ['40HQ', 'container_40hc'],
    ["45' HC", 'container_45hc'],
    ['22R1', 'reefer_container_20'],
    ['40 reefer', 'reefer_container_40'],
    ['Flat Rack', 'flatrack'],
    ['open-top', 'open_top'],
    ['ISO tank', 'iso_tank'],
  ])('%j is %s', (text, equipment) => {
    expect(readEquipmentType(text)).toBe(equipment);
  });

  it.each(['', 'truck', '__proto__', 'constructor', 'container', '30', 'x'.repeat(10_000)])(
    '%j is none',
    (text) => {
      expect(readEquipmentType(text)).toBeUndefined();
    },
  );

  it('is found under its own name, in any case and with any separator', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...EQUIPMENT_TYPES),
        fc.constantFrom('_', ' ', '-', ''),
        (equipment, separator) => {
          expect(readEquipmentType(equipment.toUpperCase().replaceAll('_', separator))).toBe(equipment);
        },
      ),
    );
  });

  it('is a container or goes over the road', () => {
    expect([...ROAD_EQUIPMENT, ...CONTAINER_EQUIPMENT].toSorted()).toEqual([...EQUIPMENT_TYPES].toSorted());
  });
});
