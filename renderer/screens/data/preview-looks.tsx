import { Text } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { ImportPreview } from '../../../shared/contract/index.ts';
import { shortScore } from '../../../shared/number-text.ts';
import { plural } from '../../api/format.ts';
import { ConversationView } from '../../ui/conversation-view.tsx';
import { ShownPictures } from '../../ui/markdown.tsx';
import { MissingPicture, PictureView } from '../../ui/picture-view.tsx';
import classes from './data.module.css';

type Look = ImportPreview['looks'][number];

interface PreviewLooksProps extends Pick<ImportPreview, 'looks' | 'items' | 'pictures'> {
  /** Whose replies are judged: one, or two that stand side by side; the first of the item where it has none of them. */
  systems: readonly string[];
}

/** The first items as whoever labels will see them. */
export function PreviewLooks({ looks, items, pictures, systems }: PreviewLooksProps) {
  const draw = (sha256: string, name: string) => {
    const picture = Object.hasOwn(pictures, sha256) && pictures[sha256];
    return picture ? <PictureView picture={picture} name={name} /> : <MissingPicture name={name} />;
  };
  return (
    <ShownPictures value={draw}>
      <div className={classes.looks}>
        {looks.map((look, index) => {
          const shown = repliesOf(look, systems);
          const count = items[index]?.systems.length ?? look.replies.length;
          const scores = scoresOf(look, shown);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a faulty file may repeat ids
            <LookBox key={index} id={look.id} of={shown.map(({ system }) => system).join()}>
              <Text size="xs" c="dimmed" mb={6} className={classes.lookName}>
                Item {look.id}
                {count > shown.length &&
                  shown.length > 0 &&
                  `, with ${plural(count, 'reply', 'replies')}: here `}
                {count > 1 && shown.length > 1 && count === shown.length && ': '}
                {count > 1 && shown.map(({ system }) => system).join(' and ')}
              </Text>
              <ConversationView
                {...shownOf(look.conversation, shown)}
                passage={look.context}
                of={`item ${look.id}`}
              />
              {scores.length > 0 && (
                <Text size="xs" c="dimmed" mt={6}>
                  Scores: {scores.map(scoreWords).join('; ')}.
                </Text>
              )}
            </LookBox>
          );
        })}
      </div>
    </ShownPictures>
  );
}

/** The frame of one item. What is judged is in view however long the conversation before it is. */
function LookBox({ id, of, children }: { id: string; of: string; children: ReactNode }) {
  const box = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another reply is looked for anew
  useLayoutEffect(() => {
    const reply = [...(box.current?.querySelectorAll('[data-reply]') ?? [])].at(-1);
    if (!box.current || !reply) return;
    const [frame, found] = [box.current.getBoundingClientRect(), reply.getBoundingClientRect()];
    box.current.scrollTop += Math.max(
      0,
      Math.min(found.bottom - frame.bottom, found.top - frame.top - headRoom),
    );
  }, [of]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section ref={box} className={classes.look} aria-label={`Item ${id}`} tabIndex={0}>
      {children}
    </section>
  );
}

/** Of what stands before a long reply at least this much is in view, in pixels. */
const headRoom = 120;

/** The scores of the replies that are shown; of an item whose scores name none of them, all. */
function scoresOf({ scores }: Look, shown: Look['replies']): Look['scores'] {
  const own = scores.filter((score) => shown.some(({ system }) => system === score.system));
  return own.length > 0 ? own : scores;
}

/** A score with who gave it: "rating 4, 5 by people". */
const scoreWords = ({ system, name, values, by }: Look['scores'][number], _: number, all: Look['scores']) => {
  const of = new Set(all.map((one) => one.system)).size > 1 ? ` of ${system}` : '';
  return `${name}${of} ${values.map(shortScore).join(', ')}, by ${by}`;
};

function repliesOf({ replies }: Look, systems: readonly string[]): Look['replies'] {
  const found = systems.flatMap((name) => replies.find(({ system }) => system === name) ?? []);
  return found.length > 0 ? found : replies.slice(0, 1);
}

/** Several replies of one system stand each after the turn that it answers, those of two systems side by side. */
function shownOf(conversation: Look['conversation'], replies: Look['replies']) {
  const [first] = replies;
  if (replies.length > 1) {
    const together = replies.map(({ texts }) => texts.map((text) => ({ prompt: '', text })));
    return { turns: conversation, together };
  }
  const texts = first?.texts ?? [];
  if (texts.length < 2) return { turns: conversation, replies: texts.map((text) => ({ prompt: '', text })) };
  const asked = conversation.filter(({ role }) => role === 'user');
  return { turns: [], replies: texts.map((text, i) => ({ prompt: asked[i]?.content ?? '', text })) };
}
