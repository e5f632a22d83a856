import { describe, expect, it } from 'vitest';
import { EQUIPMENT_TYPES } from '../../../../shared/costs/equipment/equipment-type.ts';
import { equipmentWarnings } from '../../../../shared/costs/equipment/equipment-warnings.ts';

describe('warnings of an equipment', () => {
  it('are empty for common equipment without special requirements', () => {
    const rare = ['container_45hc', 'iso_tank'];
    for (const equipment of EQUIPMENT_TYPES.filter((type) => !rare.includes(type)))
      expect(equipmentWarnings(equipment, ['chassis', 'hazmat', 'prepull'])).toEqual([]);
  });

  it('state that 45 ft containers are not handled everywhere', () => {
    expect(equipmentWarnings('container_45hc', [])).toEqual([
      expect.stringMatching(/^45 ft containers are not/),
    ]);
  });

  it('state the maximum cargo by container size for overweight', () => {
    expect(equipmentWarnings('container_20', ['overweight'])).toEqual([
      'Overweight: a 20 ft container carries about 35,000 lb of cargo on a standard chassis and about 42,000 lb on a tri-axle chassis; heavier loads need a permit from each state.',
    ]);
    expect(equipmentWarnings('container_40hc', ['overweight'])).toEqual([
      'Overweight: a 40 ft container carries about 44,000 lb of cargo on a standard chassis; heavier loads need a permit from each state.',
    ]);
  });

  it('report a chassis that is charged twice', () => {
    expect(equipmentWarnings('container_40', ['chassis', 'triaxle'])).toHaveLength(1);
    expect(equipmentWarnings('container_20', ['overweight', 'triaxle'])).toHaveLength(2);
  });

  it('mention hazmat for a tank, unless it is requested', () => {
    expect(equipmentWarnings('iso_tank', [])).toEqual([expect.stringMatching(/hazmat/)]);
    expect(equipmentWarnings('iso_tank', ['hazmat'])).toEqual([]);
    expect(equipmentWarnings('iso_tank', ['hazmat', 'overweight'])).toEqual([
      'iso_tank and overweight both include the surcharge for a special chassis, and both are charged.',
    ]);
  });
});
