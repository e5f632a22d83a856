/** Accessorials that a quote can request, by tariff name. */
export const SPECIAL_REQUIREMENTS: Readonly<Record<string, string>> = {
  chassis: 'Chassis',
  triaxle: 'Triaxle chassis',
  chassis_split: 'Chassis split',
  prepull: 'Prepull',
  storage: 'Storage',
  drop_and_pick: 'Drop and pick',
  genset: 'Generator set',
  overweight: 'Overweight',
  hazmat: 'Hazardous goods',
  liftgate: 'Liftgate',
  inside_delivery: 'Inside delivery',
  residential: 'Residential delivery',
  limited_access: 'Limited access',
  stop_off: 'Stop-off',
  tarp: 'Tarp',
  tank_cleaning: 'Tank cleaning',
  team_drivers: 'Team drivers',
  guaranteed: 'Guaranteed service',
  reefer_handling: 'Reefer handling',
  flatrack: 'Flat rack',
  open_top: 'Open top',
  iso_tank: 'ISO tank',
  traffic_mitigation_fee: 'Traffic mitigation fee',
  clean_truck_fund: 'Clean truck fund',
  extended_gate_fee: 'Extended gate fee',
};

export const requirementName = (name: string): string =>
  Object.hasOwn(SPECIAL_REQUIREMENTS, name) ? (SPECIAL_REQUIREMENTS[name] ?? name) : name;
