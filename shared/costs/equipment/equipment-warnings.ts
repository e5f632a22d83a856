import type { EquipmentType } from './equipment-type.ts';

/** Maximum cargo in pounds within a gross weight of 80,000 lb. */
interface CargoLimit {
  readonly container: string;
  readonly standardChassis: number;
  readonly triaxleChassis?: number;
}

const FORTY: CargoLimit = { container: '40 ft', standardChassis: 44_000 };

/** Source: Arrow Link, suggested container weights for U.S. highways (23 CFR 658.17 limits the gross weight). */
export const CARGO_LIMITS: Readonly<Partial<Record<EquipmentType, CargoLimit>>> = {
  container_20: { container: '20 ft', standardChassis: 35_000, triaxleChassis: 42_000 },
  container_40: FORTY,
  container_40hc: FORTY,
  container_45hc: { container: '45 ft', standardChassis: 42_000 },
  reefer_container_20: { container: '20 ft refrigerated', standardChassis: 32_000, triaxleChassis: 39_000 },
  reefer_container_40: { container: '40 ft refrigerated', standardChassis: 41_000 },
};

const pounds = (weight: number): string => `${weight.toLocaleString('en-US')} lb`;

function overweightWarning({ container, standardChassis, triaxleChassis }: CargoLimit): string {
  const onTriaxle =
    triaxleChassis === undefined ? '' : ` and about ${pounds(triaxleChassis)} on a tri-axle chassis`;
  return `Overweight: a ${container} container carries about ${pounds(standardChassis)} of cargo on a standard chassis${onTriaxle}; heavier loads need a permit from each state.`;
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
  const limit = CARGO_LIMITS[equipment];
  return [
    ...(equipment === 'container_45hc'
      ? [
          '45 ft containers are not handled everywhere and need a 45 ft chassis: confirm with the terminal and the carrier.',
        ]
      : []),
    ...(requests('overweight') && limit ? [overweightWarning(limit)] : []),
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
