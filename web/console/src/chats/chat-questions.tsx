import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ChatQuestion } from '../api/client.ts';
import { EQUIPMENT_CHOICES, equipmentName } from '../rates/equipment.ts';
import { PlaceField } from '../rates/place-field.tsx';
import { TextButton } from '../shell/buttons.tsx';
import { Panel } from '../shell/page.tsx';
import styles from './chats.module.css';

/** A question with the lanes that it is asked for. */
interface AskedQuestion extends ChatQuestion {
  /** Numbers from 1; none: it is about the whole text. */
  readonly lanes: readonly number[];
}

/** Lanes with the same question are asked once. */
function askedQuestions(questions: readonly ChatQuestion[]): readonly AskedQuestion[] {
  const asked = new Map<string, AskedQuestion>();
  for (const { lane, ...question } of questions) {
    const key = JSON.stringify(question);
    const lanes = [...(asked.get(key)?.lanes ?? []), ...(lane === null ? [] : [lane + 1])];
    asked.set(key, { ...question, lane, lanes });
  }
  return [...asked.values()];
}

/** "Lanes 1, 2 and 4", as the reader of answers understands it. */
const lanesText = (lanes: readonly number[]): string =>
  lanes.length < 2 ? `Lane ${lanes[0]}` : `Lanes ${lanes.slice(0, -1).join(', ')} and ${lanes.at(-1)}`;

const LABELS: Readonly<Record<string, string>> = {
  origin: 'Origin',
  destination: 'Destination',
  equipment_type: 'Equipment',
  pickup_date: 'Pickup date',
  stops: 'Stop',
};

/** The words before a value, so that the reader knows what it is. */
const WORDS: Readonly<Record<string, string>> = {
  origin: 'origin ',
  destination: 'destination ',
  pickup_date: 'pick up ',
  stops: 'stop in ',
};

interface ChatQuestionsProps {
  readonly questions: readonly ChatQuestion[];
  readonly isPending: boolean;
  /** Sends a message to the chat; absent: the key can only read. */
  readonly onAnswer: ((text: string) => void) | undefined;
}

/** What the texts leave open, with a field for each answer. */
export const ChatQuestions = ({ questions, isPending, onAnswer }: ChatQuestionsProps) => (
  <Panel title="Questions" note="Answers are kept with the mail, and all texts are read again.">
    <ul className={styles.questions}>
      {askedQuestions(questions).map((question) => (
        <li key={`${question.field} ${question.text}`}>
          <p className="text">
            {question.lanes.length === 0 ? null : <strong>{lanesText(question.lanes)}: </strong>}
            <bdi>{question.text}</bdi>
          </p>
          {onAnswer !== undefined && Object.hasOwn(LABELS, question.field) ? (
            <AnswerForm question={question} isPending={isPending} onAnswer={onAnswer} />
          ) : null}
        </li>
      ))}
    </ul>
  </Panel>
);

interface AnswerFormProps {
  readonly question: AskedQuestion;
  readonly isPending: boolean;
  onAnswer(text: string): void;
}

function AnswerForm({ question, isPending, onAnswer }: AnswerFormProps) {
  const { field, lanes, choices = [] } = question;
  const [value, setValue] = useState('');
  const label = LABELS[field] ?? field;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value.trim() === '') return;
    const answer = field === 'equipment_type' ? equipmentName(value) : value.trim();
    onAnswer(`${lanes.length === 0 ? '' : `${lanesText(lanes)}: `}${WORDS[field] ?? ''}${answer}`);
  };
  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label={`${label}${lanes.length === 0 ? '' : `, ${lanesText(lanes)}`}`}
    >
      <div className={styles.answer}>
        {field === 'equipment_type' ? (
          <NativeSelect
            label={label}
            value={value}
            data={[{ value: '', label: 'Choose…' }, ...EQUIPMENT_CHOICES]}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        ) : field === 'pickup_date' ? (
          <TextInput
            label={label}
            type="date"
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        ) : (
          <PlaceField
            label={label}
            placeholder="City, state or ZIP code, or a terminal"
            value={value}
            onChange={setValue}
          />
        )}
        <Button type="submit" variant="default" loading={isPending} disabled={value.trim() === ''}>
          Answer
        </Button>
      </div>
      {choices.length === 0 ? null : (
        <p className={styles.choices}>
          {choices.map((choice) => (
            <TextButton key={choice} onClick={() => setValue(choice)} isPressed={choice === value}>
              <bdi>{choice}</bdi>
            </TextButton>
          ))}
        </p>
      )}
    </form>
  );
}
