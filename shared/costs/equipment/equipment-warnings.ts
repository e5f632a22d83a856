import { type EquipmentType, equipmentFacts } from './equipment-type.ts';

const pounds = (weight: number): string => `${weight.toLocaleString('en-US')} lb`;

function overweightWarning(equipment: EquipmentType): string {
  const { trailer, title, payload, triaxlePayload } = equipmentFacts(equipment);
  const onTriaxle =
    triaxlePayload === undefined ? '' : ` and about ${pounds(triaxlePayload)} on a tri-axle chassis`;
  return `Overweight: ${title} carries about ${pounds(payload)} of cargo${trailer ? '' : ' on a standard chassis'}${onTriaxle}; heavier loads need a permit from each state.`;
}

/**
 * Warnings for callers about the equipment and the requested charges, in full sentences.
 * @param requirements names of charges of the tariff.
 */
export function equipmentWarnings(
  equipment: EquipmentType,
  requirements: readonly string[],
): readonly string[] {
  const requests = (name: string) => requirements.includes(name);
  return [
    ...(equipment === 'container_45hc'
      ? [
          '45 ft containers are not handled everywhere and need a 45 ft chassis: confirm with the terminal and the carrier.',
        ]
      : []),
    ...(requests('overweight') ? [overweightWarning(equipment)] : []),
    ...(requests('overweight') && requests('triaxle')
      ? ['overweight includes the surcharge for a special chassis; triaxle is charged in addition.']
      : []),
    ...(requests('overweight') && equipment === 'iso_tank'
      ? ['iso_tank and overweight both include the surcharge for a special chassis, and both are charged.']
      : []),
    ...(requests('chassis') && requests('triaxle')
      ? ['A container moves on one chassis: chassis and triaxle are both charged.']
      : []),
    ...(equipment === 'iso_tank' && !requests('hazmat')
      ? ['ISO tanks often carry hazardous materials: request hazmat if this tank does.']
      : []),
  ];
}

/** Gross weight on the Interstate System, pounds (23 CFR 658.17). */
const FEDERAL_GROSS = 80_000;
/** A tri-axle chassis weighs this much more than a standard one, pounds (general knowledge). */
const TRIAXLE_TARE = 3_000;

/**
 * Gross weight of six axles that neighboring states allow without a permit for one load, pounds. Maine: 23 U.S.C. 127(a)(11).
 * The Northwest: weights that ocean carriers publish for tri-axle chassis (general knowledge).
 */
const SIX_AXLE_GROSS: readonly { readonly states: readonly string[]; readonly pounds: number }[] = [
  { states: ['ME'], pounds: 100_000 },
  { states: ['ID', 'MT', 'OR', 'WA'], pounds: 88_000 },
];

/** What a truck may carry. */
export interface LegalPayload {
  /** Pounds of cargo on the usual vehicle. */
  readonly standard: number;
  /** The same on a tri-axle chassis; undefined for equipment that has none. */
  readonly triaxle: number | undefined;
}

/** The legal payload of an equipment type. @param states codes of the states of all stops. */
export function legalPayload(equipment: EquipmentType, states: readonly string[]): LegalPayload {
  const { trailer, payload, triaxlePayload } = equipmentFacts(equipment);
  const more = SIX_AXLE_GROSS.find(
    (group) => states.length > 0 && states.every((state) => group.states.includes(state)),
  );
  const heavier = (more?.pounds ?? FEDERAL_GROSS) - FEDERAL_GROSS;
  const onTriaxle = triaxlePayload ?? (heavier > 0 ? payload - TRIAXLE_TARE : undefined);
  return {
    standard: payload,
    triaxle: trailer === undefined && onTriaxle !== undefined ? onTriaxle + heavier : undefined,
  };
}
