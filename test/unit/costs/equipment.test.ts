import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  CONTAINER_EQUIPMENT,
  EQUIPMENT_TYPES,
  type EquipmentType,
  ROAD_EQUIPMENT,
} from '../../../shared/costs/equipment/equipment-type.ts';
import {
  readContainerEquipment,
  readEquipmentType,
} from '../../../shared/costs/equipment/read-equipment-type.ts';

describe('equipment', () => {
  it.each<[EquipmentType, readonly string[]]>([
    [
      'dryvan',
      ['Dry Van', 'DRYVAN', 'van', 'DV', "53' van", "53' dry van", 'van 53', '48 ft dry', 'dry truck'],
    ],
    ['reefer', ['Reefer', 'Refrigerado 53', 'reefer 53', 'refrigerated van', 'reefer trailer']],
    ['flatbed', ['flat-bed', "48' flatbed", 'flatbed trailer']],
    ['container_20', ["20'", '20\u2032', '20 ft', '20GP', "20'GP", '20DC', '20st', 'TEU', '22G1']],
    [
      'container_40',
      ['40', '40 foot', "40' dry", '40 standard dry container', '40ft general purpose', '42g0'],
    ],
    ['container_40hc', ['40HC', '40HQ', '40-foot high cube', '40high-cube', 'hi cube 40 dv', '45G1']],
    ['container_45hc', ["45' HC", '45 foot high cube', '45ft', 'L5G1']],
    ['reefer_container_20', ['20 reefer', '22R1']],
    [
      'reefer_container_40',
      ['40ft reefer', '40 HC reefer', '40RH', 'refrigerated container 40', '42R1', '45R1'],
    ],
    ['flatrack', ['Flat Rack', '40FR', '45P3']],
    ['open_top', ['open-top', 'open top 40', '20OT', '22U1']],
    [
      'domestic_53',
      ['53 container', "53' HC", '53 gp', '53 DOM', '53 domestic', "53' container", 'Domestic'],
    ],
    ['step_deck', ['Step Deck', 'step-deck', 'drop deck', '48 step deck', 'SD', "53' stepdeck trailer"]],
    ['conestoga', ['Conestoga', '53 conestoga']],
    ['power_only', ['Power Only', 'power-only', 'PO']],
    ['hot_shot', ['Hot Shot', 'hotshot', "40' hot shot", 'HS']],
    ['iso_tank', ['ISO tank', 'tank container', '20TK', '22T6', '22K2']],
  ])('%s is each of %j', (equipment, texts) => {
    for (const text of texts) expect([text, readEquipmentType(text)]).toEqual([text, equipment]);
  });

  it.each([
    ['nothing', ['', ' ', '-', "'", '__proto__', 'constructor', 'x'.repeat(10_000)]],
    [
      'no equipment',
      ['truck', 'trailer', 'container', 'standard', 'high cube', 'ft', '30', '4000', '120', '53'],
    ],
    [
      'a trailer and a container',
      ['40 van', 'van container', 'flatbed container', '20 flatbed', 'tank trailer'],
    ],
    ['an unsupported domestic container', ['48 container', '53 flat rack', '40 domestic', 'domestic reefer']],
    ['a contradiction', ['step deck van', 'power only reefer', 'conestoga flatbed', '20 hot shot']],
    ['an unsupported size', ['20hc', '25G1', '45 reefer', '45 open top', '40 tank', '42T6', '40 st hc']],
    ['a container without a size', ['reefer container', 'dry container', 'gp', 'rh', 'iso']],
  ])('%s is not an equipment type: %j', (_, texts) => {
    expect(texts.filter((text) => readEquipmentType(text) !== undefined)).toEqual([]);
  });

  it('is a container or a trailer', () => {
    expect([...ROAD_EQUIPMENT, ...CONTAINER_EQUIPMENT].toSorted()).toEqual([...EQUIPMENT_TYPES].toSorted());
    for (const equipment of EQUIPMENT_TYPES) {
      const container = CONTAINER_EQUIPMENT.find((type) => type === equipment);
      for (const separator of ['_', ' ', '-', '']) {
        const text = equipment.toUpperCase().replaceAll('_', separator);
        expect([readEquipmentType(text), readContainerEquipment(text)]).toEqual([equipment, container]);
      }
    }
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
  const RUNS = { numRuns: 1_000 };

  it('is read with size, height, kind and frame in any order, separator and case', () => {
    fc.assert(
      fc.property(anyWording, fc.boolean(), ({ equipment, text }, upper) => {
        expect([text, readEquipmentType(upper ? text.toUpperCase() : text)]).toEqual([text, equipment]);
      }),
      RUNS,
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
});
