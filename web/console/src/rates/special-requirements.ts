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

/** Accessorials that arise after the move, by tariff name. */
const AFTER_THE_MOVE = {
  detention: 'Detention',
  per_diem: 'Per diem',
  layover: 'Layover',
  dry_run: 'Dry run',
  redelivery: 'Redelivery',
};

/** Accessorials whose price a strategy, a rule or a contract rate can replace, by tariff name. */
export const PRICED_ACCESSORIALS: Readonly<Record<string, string>> = {
  ...SPECIAL_REQUIREMENTS,
  ...AFTER_THE_MOVE,
};

export const requirementName = (name: string): string =>
  Object.hasOwn(PRICED_ACCESSORIALS, name) ? (PRICED_ACCESSORIALS[name] ?? name) : name;
