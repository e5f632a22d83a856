import { Button, Checkbox, Group, NativeSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ContainerType, SuggestedPlace, TerminalType } from '../api/client.ts';
import { today } from '../format/dates.ts';
import { counted } from '../format/numbers.ts';
import { RemoveButton } from '../shell/buttons.tsx';
import { Dialog, SendForm } from '../shell/dialog.tsx';
import { CONTAINERS } from './equipment.ts';
import {
  emptyLane,
  isEmptyLane,
  type LaneDraft,
  type LaneErrors,
  type LaneOptions,
  pastedDraft,
} from './lanes.ts';
import { MAX_LANES, type PastedLanes, readPastedLanes } from './pasted-lanes.ts';
import { PlaceField, TerminalField } from './place-field.tsx';
import styles from './rates.module.css';

interface PasteLanesProps {
  readonly isOpen: boolean;
  onClose(): void;
  onPaste(lanes: PastedLanes): void;
}

const EXAMPLE = 'APM Elizabeth Terminal\tChicago\tIL\t60632\nMaher Terminals\tAllentown\tPA';

function PasteLanes({ isOpen, onClose, onPaste }: PasteLanesProps) {
  const [text, setText] = useState('');
  const pasted = readPastedLanes(text);
  const use = () => {
    onPaste(pasted);
    setText('');
    onClose();
  };
  return (
    <Dialog opened={isOpen} onClose={onClose} title="Paste lanes" size="lg">
      <Textarea
        label="Rows of a spreadsheet or a CSV file"
        description={`Terminal, city, state, then perhaps ZIP code, equipment and date. A row of headings is optional. At most ${MAX_LANES} lanes.`}
        placeholder={EXAMPLE}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        rows={8}
        spellCheck={false}
        data-autofocus
      />
      <p role="status">
        {text.trim() === ''
          ? ''
          : `${counted(pasted.lanes.length, 'lane')} found${pasted.omitted === 0 ? '' : `, ${pasted.omitted} more than a call can have`}.`}
      </p>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={use} disabled={pasted.lanes.length === 0}>
          Use these lanes
        </Button>
      </Group>
    </Dialog>
  );
}

interface LanesFormProps {
  readonly lanes: readonly LaneDraft[];
  readonly options: LaneOptions;
  readonly isPricing: boolean;
  readonly suggestions: ReadonlyMap<string, readonly string[]>;
  errorsOf(lane: LaneDraft): LaneErrors;
  onChange(lanes: readonly LaneDraft[]): void;
  onOptions(options: LaneOptions): void;
  onSubmit(): void;
}

const TYPES = [
  { value: '', label: 'All' },
  { value: 'marine', label: 'Marine' },
  { value: 'rail', label: 'Rail' },
  { value: 'intermodal', label: 'Intermodal' },
];

interface Near {
  readonly text: string;
  /** undefined while the text is not a choice from the list. */
  readonly place: SuggestedPlace | undefined;
  readonly isLeft: boolean;
}

const CHOOSE = 'Choose a place from the list.';

const CONTAINER_CHOICES = Object.entries(CONTAINERS).map(([value, label]) => ({ value, label }));

export function LanesForm(props: LanesFormProps) {
  const { lanes, options, isPricing, suggestions, errorsOf, onChange, onOptions, onSubmit } = props;
  const [type, setType] = useState('');
  const [near, setNear] = useState<Near>({ text: '', place: undefined, isLeft: false });
  const [isPasting, setPasting] = useState(false);
  const [notice, setNotice] = useState('');
  const change = (id: string, part: Partial<LaneDraft>) =>
    onChange(lanes.map((lane) => (lane.id === id ? { ...lane, ...part } : lane)));
  const appendRows = (pasted: PastedLanes) => {
    const kept = lanes.filter((lane) => !isEmptyLane(lane));
    const all = [...kept, ...pasted.lanes.map(pastedDraft)];
    onChange(all.slice(0, MAX_LANES));
    const omitted = pasted.omitted + Math.max(0, all.length - MAX_LANES);
    const unread = pasted.lanes.flatMap((lane) => lane.unread);
    setNotice(
      [
        ...(omitted === 0 ? [] : [`A call has at most ${MAX_LANES} lanes: ${omitted} rows were left out.`]),
        ...(unread.length === 0
          ? []
          : [`Not understood, so the default is used: ${unread.join(', ')}. Check equipment and dates.`]),
      ].join(' '),
    );
  };
  /** Uses a pasted text only if it has several cells; other text is a name. */
  const pasteRows = (text: string) => {
    if (!/[\t\n]/.test(text.trim())) return false;
    appendRows(readPastedLanes(text));
    return true;
  };
  return (
    <SendForm className="card" label="Lanes" onSend={onSubmit}>
      <Group justify="space-between" gap="sm" mb="md">
        <div className={`choices dimmed ${styles.types}`}>
          <span id="terminal-types">Suggest terminals</span>
          <SegmentedControl
            size="xs"
            data={TYPES}
            value={type}
            onChange={setType}
            aria-labelledby="terminal-types"
          />
          <PlaceField
            label="Near"
            isCityOnly
            placeholder="City or ZIP code"
            size="xs"
            value={near.text}
            error={near.isLeft && near.text.trim() !== '' && near.place === undefined ? CHOOSE : undefined}
            onChange={(text, place) => setNear({ text, place, isLeft: false })}
            onLeave={() => setNear((typed) => ({ ...typed, isLeft: true }))}
          />
        </div>
        <Button variant="default" size="xs" onClick={() => setPasting(true)}>
          Paste from a spreadsheet
        </Button>
      </Group>
      <div className={`${styles.formLane} form-heads`} aria-hidden="true">
        <span>Terminal</span>
        <span>Destination</span>
        <span>Equipment</span>
        <span>Date</span>
      </div>
      {lanes.map((lane, index) => {
        const errors = errorsOf(lane);
        const names = suggestions.get(lane.id) ?? [];
        const position = lanes.length === 1 ? '' : ` of lane ${index + 1}`;
        return (
          <fieldset key={lane.id} className={styles.formLane}>
            <legend className="hidden-text">Lane {index + 1}</legend>
            <TerminalField
              label={`Terminal${position}`}
              value={lane.terminal}
              type={(type || undefined) as TerminalType | undefined}
              near={near.text.trim() === '' ? undefined : near.place}
              error={errors.terminal}
              onChange={(terminal) => change(lane.id, { terminal })}
              onPasteRows={pasteRows}
            />
            <PlaceField
              label={`Destination${position}`}
              isCityOnly
              placeholder="City, ST ZIP"
              value={lane.destination}
              error={errors.destination}
              onChange={(destination) => change(lane.id, { destination })}
            />
            <NativeSelect
              label={`Equipment${position}`}
              data={CONTAINER_CHOICES}
              value={lane.equipment}
              onChange={(event) => change(lane.id, { equipment: event.currentTarget.value as ContainerType })}
            />
            <TextInput
              type="date"
              label={`Date${position}`}
              value={lane.date === '' ? today() : lane.date}
              onChange={(event) => change(lane.id, { date: event.currentTarget.value })}
            />
            {lanes.length === 1 ? null : (
              <RemoveButton
                label={`Remove lane ${index + 1}`}
                onRemove={() => onChange(lanes.filter(({ id }) => id !== lane.id))}
              />
            )}
            {names.length === 0 ? null : (
              <p className="choices wide">
                Similar terminals:{' '}
                {names.map((name) => (
                  <Button
                    key={name}
                    size="compact-xs"
                    variant="light"
                    onClick={() => change(lane.id, { terminal: { name, type: undefined } })}
                  >
                    {name}
                  </Button>
                ))}
              </p>
            )}
          </fieldset>
        );
      })}
      <p role="status" className="note">
        {notice}
      </p>
      <div className="spread">
        <Group gap="lg">
          <Button
            variant="subtle"
            disabled={lanes.length >= MAX_LANES}
            onClick={() => onChange([...lanes, emptyLane()])}
          >
            Add a lane
          </Button>
          <Checkbox
            label="Hazardous goods"
            checked={options.hazmat}
            onChange={(event) => onOptions({ ...options, hazmat: event.currentTarget.checked })}
          />
          <Checkbox
            label="Overweight"
            checked={options.overweight}
            onChange={(event) => onOptions({ ...options, overweight: event.currentTarget.checked })}
          />
        </Group>
        <Button type="submit" loading={isPricing}>
          {lanes.length === 1 ? 'Get the rate' : 'Get the rates'}
        </Button>
      </div>
      <PasteLanes isOpen={isPasting} onClose={() => setPasting(false)} onPaste={appendRows} />
    </SendForm>
  );
}
