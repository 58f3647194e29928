import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { whyUnread } from '../../api/queries.ts';
import { type AdjudicationPlace, adjudicationItemQuery } from '../../parts/team/agreement-queries.ts';
import { ConversationView } from '../../ui/conversation-view.tsx';
import { isFocusFree } from '../../ui/keep-focus.ts';
import { defaultBindings } from '../../ui/key-bindings.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { MarkdownText } from '../../ui/markdown.tsx';
import { RawTextsButton, SwitchButton } from '../../ui/switch-button.tsx';
import { AdjudicationForm } from './adjudication-form.tsx';
import classes from './agreement.module.css';

interface AdjudicationItemViewProps {
  /** Which pair of a ranking it stands in; null in a study alone. */
  pair: string | null;
  place: AdjudicationPlace;
  /** Names who decides. */
  as: string;
  /** Where the item stands in the list. */
  standing: string;
  onDecided: () => void;
  onMove: (step: 1 | -1) => void;
}

/** One item: the conversation on one side, the labels and the decision on the other. */
export function AdjudicationItemView(props: AdjudicationItemViewProps) {
  const { pair, place, as, standing, onDecided, onMove } = props;
  const { data: item, error } = useQuery(adjudicationItemQuery(place, as));
  const [isGuided, setGuided] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = item?.itemId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field that had the focus goes with the item before
  useEffect(() => {
    if (isFocusFree()) heading.current?.focus({ preventScroll: true });
  }, [shown]);
  if (whyUnread({ data: item, error })) return <ProblemNote problem={toProblem(error)} />;
  if (!item) return <LoadingNote label="Opening the item" />;
  const { conversation, replies, rightReplies, passage, guidelines } = item;
  return (
    <section aria-labelledby="adjudicated-item">
      <Group justify="space-between" mb="sm">
        <div>
          <h2 id="adjudicated-item" ref={heading} tabIndex={-1} className={classes.heading}>
            {pair !== null && `${pair}, `}
            {pair === null ? 'Item' : 'item'} {item.draw}, {item.criterion}
          </h2>
          <Text size="sm" c="dimmed">
            {item.question}
          </Text>
        </div>
        <ItemActions
          {...{ standing, onMove, isGuided }}
          hasGuidelines={guidelines.trim() !== ''}
          onGuide={setGuided}
        />
      </Group>
      <div className={classes.decide} data-paired={item.sideBySide || undefined}>
        <section
          className={classes.conversation}
          aria-label="Conversation"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
        >
          <ConversationView turns={conversation} {...{ replies, rightReplies, passage }} />
        </section>
        <div className={classes.decision}>
          {isGuided && (
            <section
              className={classes.guidelines}
              aria-label="Guidelines"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
              tabIndex={0}
            >
              <MarkdownText text={guidelines} hasExamples />
            </section>
          )}
          <AdjudicationForm item={item} as={as} onDecided={onDecided} onMove={onMove} />
        </div>
      </div>
    </section>
  );
}

interface ItemActionsProps extends Pick<AdjudicationItemViewProps, 'standing' | 'onMove'> {
  hasGuidelines: boolean;
  isGuided: boolean;
  onGuide: (isGuided: boolean) => void;
}

/** What can be looked at beside the item, and the way to the others. */
function ItemActions({ standing, onMove, hasGuidelines, isGuided, onGuide }: ItemActionsProps) {
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {standing}
      </Text>
      {hasGuidelines && (
        <SwitchButton
          name="Guidelines"
          keyName={defaultBindings.guidelines}
          isOn={isGuided}
          onSwitch={() => onGuide(!isGuided)}
        />
      )}
      <RawTextsButton />
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => onMove(-1)}
        rightSection={<KeyHint name="k" />}
      >
        Before
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => onMove(1)}
        rightSection={<KeyHint name="j" />}
      >
        Next
      </Button>
    </Group>
  );
}
