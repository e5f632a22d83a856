import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ChatLane, ChatQuote } from '../api/client.ts';
import { fieldTitle, inFormWords } from '../api/field-messages.ts';
import { dayText } from '../format/dates.ts';
import { dollars } from '../format/money.ts';
import { equipmentName } from '../rates/equipment.ts';
import { requirementName } from '../rates/special-requirements.ts';
import { Facts } from '../shell/facts.tsx';
import { Panel } from '../shell/panel.tsx';
import { partId } from './marked-parts.ts';

const FIELDS: readonly (readonly [field: string, label: string, isNeeded: boolean])[] = [
  ['origin', 'Origin', true],
  ['destination', 'Destination', true],
  ['equipment_type', 'Equipment', true],
  ['pickup_date', 'Pickup', true],
  ['special_requirements', 'Accessorials', false],
  ['weekly_volume', 'Loads a week', false],
  ['customer_reference', 'Reference', false],
];

function valueText({ request, route }: ChatLane, field: string): string | undefined {
  switch (field) {
    case 'origin':
    case 'destination':
      return route[field]?.name ?? request[field] ?? undefined;
    case 'equipment_type':
      return request.equipment_type === null ? undefined : equipmentName(request.equipment_type);
    case 'pickup_date':
      return request.pickup_date === null ? undefined : dayText(request.pickup_date);
    case 'special_requirements':
      return request.special_requirements.map(requirementName).join(', ') || undefined;
    default: {
      const value = request[field as 'weekly_volume' | 'customer_reference'];
      return value === null ? undefined : String(value);
    }
  }
}

interface LanePanelProps {
  readonly lane: ChatLane;
  /** Of the current version. */
  readonly quoteId: string | undefined;
  /** The answer of the last call that quoted the lane. */
  readonly quoted: ChatQuote | undefined;
}

/** A lane: its values with the words that they come from, what was assumed, and its quote. */
export function LanePanel({ lane, quoteId, quoted }: LanePanelProps) {
  const facts = FIELDS.flatMap(([field, label, isNeeded]): (readonly [string, ReactNode])[] => {
    const value = valueText(lane, field);
    const words = lane.found.filter((part) => part.field === field);
    if (value === undefined && words.length === 0 && !isNeeded) return [];
    return [
      [
        label,
        <span key={field}>
          {value === undefined ? (
            <span className="dimmed">{words.length === 0 ? 'Not in the text' : 'Not clear'}</span>
          ) : (
            <bdi>{value}</bdi>
          )}
          {words.map(({ text, start, source = 0 }) => (
            <a key={`${source} ${start}`} className="small" href={`#${partId(source, start)}`}>
              <span className="hidden-text">{label} from </span>“<bdi>{text}</bdi>”
            </a>
          ))}
        </span>,
      ],
    ];
  });
  return (
    <Panel title={`Lane ${lane.index + 1}`}>
      <Facts facts={facts} />
      {lane.assumptions.length === 0 ? null : (
        <>
          <h3 className="subtitle">Assumed</h3>
          <ul className="list">
            {lane.assumptions.map((sentence) => (
              <li key={sentence}>
                <bdi>{sentence}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
      {quoteId === undefined ? null : (
        <p className="text">
          <Link to={`/quotes/${encodeURIComponent(quoteId)}`}>
            {quoted?.quote === undefined
              ? 'Open the quote'
              : `Quote: ${dollars(quoted.quote.pricing.total_rate)}`}
            <span className="hidden-text"> of lane {lane.index + 1}</span>
          </Link>
        </p>
      )}
      {quoted?.error === undefined ? null : <LaneError error={quoted.error} />}
    </Panel>
  );
}

/** Why a lane has no quote. */
function LaneError({ error: { message, details } }: { readonly error: NonNullable<ChatQuote['error']> }) {
  const errors = (details.errors ?? []) as readonly { readonly field: string; readonly message: string }[];
  const texts =
    errors.length === 0 ? [message] : errors.map((one) => `${fieldTitle(one.field)}: ${one.message}`);
  return (
    <div role="alert">
      {texts.map((text) => (
        <p key={text} className="error-text">
          <bdi>{inFormWords(text)}</bdi>
        </p>
      ))}
    </div>
  );
}
