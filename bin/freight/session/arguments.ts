import { InvalidArgumentError } from 'commander';
import { KEY_SCOPES, type KeyScope } from '../../../shared/accounts/api-keys/key-scope.ts';
import { MAX_OVERLAP_HOURS } from '../../../shared/accounts/key-operations/read-key-body.ts';
import { MAX_MONTHS } from '../../../shared/accounts/usage/usage-statement.ts';
import type { ContainerEquipment } from '../../../shared/costs/equipment/equipment-type.ts';
import { readContainerEquipment } from '../../../shared/costs/equipment/read-equipment-type.ts';
import { readDay } from '../../../shared/platform/time/utc-day.ts';
import { LANE_ERRORS } from '../../../shared/rates/lane-errors.ts';
import { readSpan } from './clock-text.ts';

const HOUR_MS = 3_600_000;

/** Parses a whole number of 0 or more. @throws InvalidArgumentError */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** A whole number of 0 or more, or "none", which is null. @throws InvalidArgumentError */
export const wholeNumberOrNone = (text: string): number | null =>
  text === 'none' ? null : wholeNumber(text);

/** A percentage, 0 to 100. @throws InvalidArgumentError */
export function percentage(text: string): number {
  const percent = wholeNumber(text);
  if (percent <= 100) return percent;
  throw new InvalidArgumentError('It must be from 0 to 100.');
}

/** A number of months that a usage statement may cover. @throws InvalidArgumentError */
export function monthCount(text: string): number {
  const months = wholeNumber(text);
  if (months >= 1 && months <= MAX_MONTHS) return months;
  throw new InvalidArgumentError(`It must be from 1 to ${MAX_MONTHS}.`);
}

/** Scopes with commas between them; each once. @throws InvalidArgumentError */
export function scopeList(text: string): readonly KeyScope[] {
  const names = text.split(',').map((name) => name.trim());
  const chosen = KEY_SCOPES.filter((scope) => names.includes(scope));
  const unknown = names.filter((name) => !KEY_SCOPES.some((scope) => scope === name));
  if (unknown.length > 0) throw new InvalidArgumentError(`Use one or more of: ${KEY_SCOPES.join(', ')}.`);
  return chosen;
}

/** A container in any common spelling. @throws InvalidArgumentError */
export function containerEquipment(text: string): ContainerEquipment {
  const equipment = readContainerEquipment(text);
  if (equipment === undefined) throw new InvalidArgumentError(`${LANE_ERRORS.equipment}.`);
  return equipment;
}

/** Parses a duration to milliseconds. @throws InvalidArgumentError */
export function timeSpan(text: string): number {
  const ms = readSpan(text);
  if (ms === undefined) throw new InvalidArgumentError('It must be a duration such as 8d, 12h, 5m or 90s.');
  return ms;
}

/** Parses how long a rotated key still works to milliseconds, with the maximum of the API. @throws InvalidArgumentError */
export function keyOverlap(text: string): number {
  const ms = timeSpan(text);
  if (ms <= MAX_OVERLAP_HOURS * HOUR_MS) return ms;
  throw new InvalidArgumentError(`It must be at most ${MAX_OVERLAP_HOURS}h.`);
}

/** Parses a date, YYYY-MM-DD. @throws InvalidArgumentError */
export function calendarDay(text: string): string {
  if (readDay(text) === undefined) throw new InvalidArgumentError(`${LANE_ERRORS.date}.`);
  return text;
}
