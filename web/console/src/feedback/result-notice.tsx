import { type ReactNode, useEffect, useRef } from 'react';
import { Notice } from './notice.tsx';

interface ResultNoticeProps {
  readonly title: string;
  readonly children?: ReactNode;
}

/** What a finished action has done. It takes the focus, because the button of the action is gone. */
export function ResultNotice({ title, children }: ResultNoticeProps) {
  const notice = useRef<HTMLElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <section ref={notice} tabIndex={-1} aria-label={title}>
      <Notice tone="green" title={title}>
        {children}
      </Notice>
    </section>
  );
}
