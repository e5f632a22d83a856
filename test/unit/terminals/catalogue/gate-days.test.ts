import { describe, expect, it } from 'vitest';
import { gateDay } from '../../../../shared/terminals/catalogue/gate-days.ts';

const SATURDAY = '2026-11-28';
const SUNDAY = '2026-11-29';
const MONDAY = '2026-11-30';
const THANKSGIVING = '2026-11-26';

describe('the gate of a terminal', () => {
  it.each<['marine' | 'rail' | 'intermodal', string, string, boolean, boolean]>([
    ['marine', 'Mo-Fr 07:00-17:00; Sa 08:00-12:00; PH off', SATURDAY, true, true],
    ['marine', 'Mo-Fr 07:00-17:00; Sa 08:00-12:00; PH off', SUNDAY, false, true],
    ['marine', 'Mo-Fr 07:00-17:00; Sa 08:00-12:00; PH off', THANKSGIVING, false, true],
    ['marine', 'Mo-Fr 07:00-17:00', THANKSGIVING, false, false],
    ['rail', 'Mo-Sa 06:00-22:00', SUNDAY, false, true],
    ['rail', 'Mo-Sa 06:00-22:00', THANKSGIVING, true, false],
    ['rail', '24/7', THANKSGIVING, true, true],
    ['marine', '', SATURDAY, false, false],
    ['marine', '', MONDAY, true, false],
    ['rail', '', SATURDAY, true, false],
    ['intermodal', '', SATURDAY, false, false],
  ])('%s with the hours %j on %s: open %s, published %s', (type, hours, day, open, published) => {
    expect(gateDay({ type, hours }, day)).toEqual({ open, published });
  });
});
