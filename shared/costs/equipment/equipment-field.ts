import * as v from 'valibot';
import { boundedText } from '../../platform/text/bounded-text.ts';
import { requiredText } from '../../platform/text/caller-text.ts';
import { EQUIPMENT_TYPES, type EquipmentType } from './equipment-type.ts';
import { readEquipmentType } from './read-equipment-type.ts';

/** Longer than every accepted spelling of an equipment type. */
const MAX_LENGTH = 100;
const MESSAGE = `must be one of ${EQUIPMENT_TYPES.join(', ')}`;

/** An equipment type of a request body, in any accepted spelling. */
export const equipmentField = v.pipe(
  boundedText(MAX_LENGTH, requiredText, () => MESSAGE),
  v.rawTransform<string, EquipmentType>(({ dataset, addIssue, NEVER }) => {
    const equipment = readEquipmentType(dataset.value);
    if (equipment !== undefined) return equipment;
    addIssue({ message: MESSAGE });
    return NEVER;
  }),
);
