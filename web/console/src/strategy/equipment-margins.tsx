import { Button, NativeSelect } from '@mantine/core';
import type { EquipmentType } from '../api/client.ts';
import { EQUIPMENT, equipmentName } from '../rates/equipment.ts';
import { BandsEditor } from './bands-editor.tsx';
import type { BandDraft, EquipmentDraft } from './strategy-draft.ts';
import styles from './strategy-form.module.css';
import type { FieldErrors } from './strategy-limits.ts';

interface EquipmentMarginsProps {
  readonly byEquipment: readonly EquipmentDraft[];
  /** The general bands: a new list begins with them. */
  readonly margins: readonly BandDraft[];
  readonly errors: FieldErrors;
  onChange(byEquipment: readonly EquipmentDraft[]): void;
}

/** Margins that apply to one equipment type. */
export function EquipmentMargins({ byEquipment, margins, errors, onChange }: EquipmentMarginsProps) {
  const used = new Set(byEquipment.map(({ equipment }) => equipment));
  const choices = Object.entries(EQUIPMENT).filter(([type]) => !used.has(type as EquipmentType));
  const add = (equipment: EquipmentType) =>
    onChange([
      ...byEquipment,
      { equipment, bands: margins.map((band) => ({ ...band, id: crypto.randomUUID() })) },
    ]);
  return (
    <>
      {byEquipment.map(({ equipment, bands }) => (
        <div key={equipment} className={styles.group}>
          <div className={styles.groupHead}>
            <h3>{equipmentName(equipment)}</h3>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`Remove the margin for ${equipmentName(equipment)}`}
              onClick={() => onChange(byEquipment.filter((entry) => entry.equipment !== equipment))}
            >
              Remove
            </Button>
          </div>
          <BandsEditor
            of={`the margin for ${equipmentName(equipment)}`}
            path={`margins_by_equipment.${equipment}`}
            bands={bands}
            errors={errors}
            onChange={(next) =>
              onChange(
                byEquipment.map((entry) =>
                  entry.equipment === equipment ? { equipment, bands: next } : entry,
                ),
              )
            }
          />
        </div>
      ))}
      {choices.length === 0 ? null : (
        <NativeSelect
          aria-label="Add a margin for an equipment type"
          value=""
          data={[
            { value: '', label: 'Add an equipment type…' },
            ...choices.map(([value, label]) => ({ value, label })),
          ]}
          onChange={(event) => {
            if (event.currentTarget.value !== '') add(event.currentTarget.value as EquipmentType);
          }}
        />
      )}
    </>
  );
}
