import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CONTAINER_EQUIPMENT,
  EQUIPMENT_TYPES,
  type EquipmentType,
  ROAD_EQUIPMENT,
} from '../../../../shared/costs/equipment/equipment-type.ts';
import {
  readContainerEquipment,
  readEquipmentType,
} from '../../../../shared/costs/equipment/read-equipment-type.ts';

describe('equipment', () => {
  it.each([
    ['Dry Van', 'dryvan'],
    ['DRYVAN', 'dryvan'],
    ['van', 'dryvan'],
    ['DV', 'dryvan'],
    ["53' van", 'dryvan'],
    ['53ft van', 'dryvan'],
    ["53' dry van", 'dryvan'],
    ['van 53', 'dryvan'],
    ['48 ft dry', 'dryvan'],
    ['dry truck', 'dryvan'],
    ['Reefer', 'reefer'],
    ['reefer 53', 'reefer'],
    ['refrigerated van', 'reefer'],
    ['reefer trailer', 'reefer'],
    ['flat-bed', 'flatbed'],
    ["48' flatbed", 'flatbed'],
    ['flatbed trailer', 'flatbed'],
    ["20'", 'container_20'],
    ['20\u2032', 'container_20'],
    ['20 ft', 'container_20'],
    ['20GP', 'container_20'],
    ["20'GP", 'container_20'],
    ['20DC', 'container_20'],
    ['20st', 'container_20'],
    ['TEU', 'container_20'],
    ['40', 'container_40'],
    ['40 foot', 'container_40'],
    ["40'", 'container_40'],
    ["40' dry", 'container_40'],
    ['40 standard dry container', 'container_40'],
    ['40ft general purpose', 'container_40'],
    ['40HC', 'container_40hc'],
    ['40HQ', 'container_40hc'],
    ['40ft high cube', 'container_40hc'],
    ['40-foot high cube', 'container_40hc'],
    ['40high-cube', 'container_40hc'],
    ['hi cube 40 dv', 'container_40hc'],
    ["45' HC", 'container_45hc'],
    ['45 foot high cube', 'container_45hc'],
    ['45ft', 'container_45hc'],
    ['20 reefer', 'reefer_container_20'],
    ['40 reefer', 'reefer_container_40'],
    ['40ft reefer', 'reefer_container_40'],
    ['40 HC reefer', 'reefer_container_40'],
    ['40RH', 'reefer_container_40'],
    ['refrigerated container 40', 'reefer_container_40'],
    ['Flat Rack', 'flatrack'],
    ['40FR', 'flatrack'],
    ['open-top', 'open_top'],
    ['open top 40', 'open_top'],
    ['20OT', 'open_top'],
    ['ISO tank', 'iso_tank'],
    ['tank container', 'iso_tank'],
    ['20TK', 'iso_tank'],
  ] as const)('%j is %s', (text, equipment) => {
    expect(readEquipmentType(text)).toBe(equipment);
  });

  it.each([
    ['22G1', 'container_20'],
    ['42g0', 'container_40'],
    ['45G1', 'container_40hc'],
    ['L5G1', 'container_45hc'],
    ['22R1', 'reefer_container_20'],
    ['42R1', 'reefer_container_40'],
    ['45R1', 'reefer_container_40'],
    ['22U1', 'open_top'],
    ['45P3', 'flatrack'],
    ['22T6', 'iso_tank'],
    ['22K2', 'iso_tank'],
  ] as const)('%j is %s by ISO 6346', (code, equipment) => {
    expect(readEquipmentType(code)).toBe(equipment);
  });

  it.each([
    ['nothing', ['', ' ', '-', "'", '__proto__', 'constructor', 'x'.repeat(10_000)]],
    [
      'no equipment',
      ['truck', 'trailer', 'container', 'standard', 'high cube', 'ft', '30', '4000', '120', '53'],
    ],
    ['an unknown word', ['forty foot', 'conestoga', 'step deck', '40 box', '40hcx', 'reefers', '22B1']],
    ['two sizes', ['20 40', '2040', '40/45 HC', '20ft 40ft', 'teu 40']],
    [
      'two kinds',
      ['reefer flatbed', 'flatbed van', 'dry reefer', 'open top flat rack', 'tank reefer 20', '40 dc rf'],
    ],
    [
      'a trailer and a container',
      ['40 van', 'van container', 'flatbed container', '20 flatbed', 'tank trailer'],
    ],
    [
      'a domestic container',
      ['53 container', "53' HC", '53 gp', '48 container', '53 flat rack', '53 domestic'],
    ],
    ['an unsupported size', ['20hc', '25G1', '45 reefer', '45 open top', '40 tank', '42T6', '40 st hc']],
    ['a container without a size', ['reefer container', 'dry container', 'gp', 'rh', 'iso']],
  ])('%s is not an equipment type: %j', (_, texts) => {
    expect(texts.filter((text) => readEquipmentType(text) !== undefined)).toEqual([]);
  });

  it('is a container or a trailer', () => {
    expect([...ROAD_EQUIPMENT, ...CONTAINER_EQUIPMENT].toSorted()).toEqual([...EQUIPMENT_TYPES].toSorted());
    for (const equipment of EQUIPMENT_TYPES)
      expect(readContainerEquipment(equipment)).toBe(
        CONTAINER_EQUIPMENT.find((container) => container === equipment),
      );
  });
});

const HIGH = ['hc', 'HQ', 'high cube', 'hi-cube', 'highcube'];
const DRY = ['dry', 'DV'];
const DRY_CONTAINER = [...DRY, 'dc', 'GP', 'standard', 'std', 'general purpose'];
const REEFER = ['reefer', 'RF', 'refrigerated'];
const FOOT = ['', 'ft', 'Foot', 'feet', "'"];
const CONTAINER = ['', 'container'];
const TRAILER_SIZES = ['48', '53', ''];

/** One word of each list, in any order. The unit follows its size. */
interface Wording {
  readonly equipment: EquipmentType;
  readonly sizes: readonly string[];
  readonly words: readonly (readonly string[])[];
}

const WORDINGS: readonly Wording[] = [
  { equipment: 'container_20', sizes: ['20'], words: [['', ...DRY_CONTAINER], CONTAINER] },
  { equipment: 'container_40', sizes: ['40'], words: [['', ...DRY_CONTAINER], CONTAINER] },
  { equipment: 'container_40hc', sizes: ['40'], words: [HIGH, ['', ...DRY, 'dc', 'GP'], CONTAINER] },
  { equipment: 'container_45hc', sizes: ['45'], words: [['', ...HIGH], ['', ...DRY, 'GP'], CONTAINER] },
  { equipment: 'reefer_container_20', sizes: ['20'], words: [REEFER, CONTAINER] },
  { equipment: 'reefer_container_40', sizes: ['40'], words: [REEFER, ['', ...HIGH], CONTAINER] },
  { equipment: 'flatrack', sizes: ['20', '40', ''], words: [['flat rack', 'FR', 'flatrack'], CONTAINER] },
  { equipment: 'open_top', sizes: ['20', '40', ''], words: [['open top', 'OT', 'open-top'], CONTAINER] },
  { equipment: 'iso_tank', sizes: ['20', ''], words: [['tank', 'ISO tank', 'TK'], CONTAINER] },
  { equipment: 'dryvan', sizes: TRAILER_SIZES, words: [['van'], ['', ...DRY]] },
  { equipment: 'reefer', sizes: TRAILER_SIZES, words: [REEFER, ['', 'van', 'trailer']] },
  {
    equipment: 'flatbed',
    sizes: TRAILER_SIZES,
    words: [
      ['flat bed', 'flatbed', 'FB'],
      ['', 'trailer'],
    ],
  },
];

const anyWording = fc.constantFrom(...WORDINGS).chain(({ equipment, sizes, words }) =>
  fc
    .record({
      size: fc.constantFrom(...sizes),
      foot: fc.constantFrom(...FOOT),
      others: fc.tuple(...words.map((list) => fc.constantFrom(...list))),
      separator: fc.constantFrom(' ', '-', '_', '', ' / ', ', '),
    })
    .chain(({ size, foot, others, separator }) => {
      const parts = [size === '' ? '' : `${size}${foot}`, ...others].filter((part) => part !== '');
      return fc
        .shuffledSubarray(parts, { minLength: parts.length })
        .map((ordered) => ({ equipment, text: ordered.join(separator) }));
    }),
);

describe('any wording of an equipment', () => {
  const RUNS = { numRuns: 10_000 };

  it('is read with size, height, kind and frame in any order, separator and case', () => {
    fc.assert(
      fc.property(anyWording, fc.boolean(), ({ equipment, text }, upper) => {
        expect([text, readEquipmentType(upper ? text.toUpperCase() : text)]).toEqual([text, equipment]);
      }),
      RUNS,
    );
  });

  it('is read if it is an official name in any case and with any separator', () => {
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

  it('is not read together with another size or kind', () => {
    const sizeOf = (text: string) => /\d\d/.exec(text)?.[0];
    // A dry van may be written without a word for dry, so that "van" and "reefer" are one refrigerated van.
    const kindOf = (equipment: EquipmentType) => (equipment === 'dryvan' ? 'reefer' : equipment);
    const isPlainContainer = (equipment: EquipmentType) => equipment.includes('container');
    fc.assert(
      fc.property(anyWording, anyWording, (one, other) => {
        const [size, otherSize] = [sizeOf(one.text), sizeOf(other.text)];
        const sizesDiffer = size !== undefined && otherSize !== undefined && size !== otherSize;
        const kindsDiffer =
          kindOf(one.equipment) !== kindOf(other.equipment) &&
          ![one.equipment, other.equipment].some(isPlainContainer);
        fc.pre(sizesDiffer || kindsDiffer);
        expect(readEquipmentType(`${one.text} ${other.text}`)).toBeUndefined();
      }),
      RUNS,
    );
  });

  it('is not read with an unknown word', () => {
    fc.assert(
      fc.property(anyWording, fc.constantFrom('domestic', 'conestoga', 'x', '7'), ({ text }, word) => {
        expect(readEquipmentType(`${text} ${word}`)).toBeUndefined();
      }),
    );
  });

  it('is rejected quickly for any long text', () => {
    const texts = [
      'high '.repeat(1e6),
      'st'.repeat(1e6),
      `${'-'.repeat(1e6)}cube`,
      '2040'.repeat(15),
      'st'.repeat(29),
    ];
    for (const text of texts) expect(readEquipmentType(text)).toBeUndefined();
  });

  it('never throws for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 70 }), (text) => {
        const equipment = readEquipmentType(text);
        if (equipment !== undefined) expect(EQUIPMENT_TYPES).toContain(equipment);
      }),
    );
  });
});
