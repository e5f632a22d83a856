import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ChatQuestion } from '../api/client.ts';
import { Fields, FormPlace, FormSelect, FormText } from '../form/form.tsx';
import { EQUIPMENT_CHOICES, equipmentName } from '../rates/equipment.ts';
import { TextButton } from '../shell/buttons.tsx';
import { SendForm } from '../shell/dialog.tsx';
import { Panel } from '../shell/page.tsx';
import styles from './chats.module.css';

interface AskedQuestion extends ChatQuestion {
  /** Numbers from 1; none: it is about the whole text. */
  readonly lanes: readonly number[];
}

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

export const ChatQuestions = ({ questions, isPending, onAnswer }: ChatQuestionsProps) => (
  <Panel title="Questions" note="Answers are kept with the mail, and all texts are read again.">
    <ul className="plain stack">
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
  const send = () => {
    if (value.trim() === '') return;
    const answer = field === 'equipment_type' ? equipmentName(value) : value.trim();
    onAnswer(`${lanes.length === 0 ? '' : `${lanesText(lanes)}: `}${WORDS[field] ?? ''}${answer}`);
  };
  return (
    <SendForm label={`${label}${lanes.length === 0 ? '' : `, ${lanesText(lanes)}`}`} onSend={send}>
      <div className={styles.answer}>
        <Fields values={{ value }} onChange={({ value: next = '' }) => setValue(next)}>
          {field === 'equipment_type' ? (
            <FormSelect
              name="value"
              label={label}
              data={[{ value: '', label: 'Choose…' }, ...EQUIPMENT_CHOICES]}
            />
          ) : field === 'pickup_date' ? (
            <FormText name="value" type="date" label={label} />
          ) : (
            <FormPlace name="value" label={label} placeholder="City, state or ZIP code, or a terminal" />
          )}
        </Fields>
        <Button type="submit" variant="default" loading={isPending} disabled={value.trim() === ''}>
          Answer
        </Button>
      </div>
      {choices.length === 0 ? null : (
        <p className="choices">
          {choices.map((choice) => (
            <TextButton key={choice} onClick={() => setValue(choice)} isPressed={choice === value}>
              <bdi>{choice}</bdi>
            </TextButton>
          ))}
        </p>
      )}
    </SendForm>
  );
}
