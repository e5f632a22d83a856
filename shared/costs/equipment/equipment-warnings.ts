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
