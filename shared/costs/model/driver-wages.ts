/**
 * Mean hourly wage of heavy and tractor-trailer truck drivers (SOC 53-3032), USD, by state, the U.S. first. Source:
 * U.S. Bureau of Labor Statistics, Occupational Employment and Wage Statistics, May 2025, released 2026-05-15 (public
 * domain); series OEUS{area}00000053303203 and OEUN000000000000053303203. No wage is published for AS and MP.
 */
const MEAN_HOURLY_WAGES = `US 28.71
AL 27.03 AK 33.42 AZ 28.30 AR 27.59 CA 29.82 CO 30.60 CT 29.80 DE 27.59 DC 32.55 FL 26.37 GA 27.78 HI 29.26 ID 28.44
IL 30.01 IN 29.30 IA 28.88 KS 29.08 KY 28.78 LA 24.96 ME 26.91 MD 29.13 MA 30.56 MI 27.10 MN 30.59 MS 26.88 MO 27.32
MT 28.45 NE 28.88 NV 31.25 NH 29.13 NJ 32.10 NM 25.53 NY 31.63 NC 26.83 ND 30.45 OH 29.16 OK 27.73 OR 30.81 PA 28.67
RI 28.68 SC 26.77 SD 28.15 TN 29.06 TX 27.88 UT 29.28 VT 29.37 VA 27.78 WA 32.80 WV 25.21 WI 28.31 WY 30.37 GU 19.17
PR 13.17 VI 21.75`;

const WAGE_BY_STATE: ReadonlyMap<string, number> = new Map(
  MEAN_HOURLY_WAGES.split('\n')
    .flatMap((line) => line.match(/[A-Z]{2} [\d.]+/g) ?? [])
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(3))] as const),
);

/** The U.S. mean, USD per hour. */
export const US_MEAN_WAGE = WAGE_BY_STATE.get('US') ?? Number.NaN;

/** The mean wage in a state (two-letter code), USD per hour. The U.S. mean if none is published for the state. */
export const meanWage = (state: string): number => WAGE_BY_STATE.get(state) ?? US_MEAN_WAGE;
