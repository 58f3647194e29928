import { useMemo } from 'react';
import type { Turn } from '../../shared/contract/index.ts';
import { groupTurns } from '../../shared/run-steps.ts';
import classes from './conversation-view.module.css';
import { ReadText } from './markdown.tsx';
import { ownWords, type Piece } from './own-words.ts';
import plainText from './plain-text.module.css';
import { notRated, type RatedReplies } from './rated-replies.ts';
import { ReplyBox } from './reply-box.tsx';
import { ReplyColumns } from './reply-columns.tsx';
import { RunSteps } from './run-steps.tsx';
import { useOwnWords } from './text-switches.ts';

interface ShownReply {
  prompt: string;
  text: string;
}

interface ConversationViewProps {
  turns: readonly Turn[];
  /** The replies under test, each with the user turn it answers; an empty prompt follows the turns above. */
  replies?: readonly ShownReply[] | undefined;
  /** A second system's replies to the same prompts: each stands on the right of its counterpart. */
  rightReplies?: readonly ShownReply[] | null | undefined;
  /** The replies of several systems, which stand side by side as far as there is room. */
  together?: readonly (readonly ShownReply[])[] | undefined;
  /** Which reply is being rated, and what was said of each. */
  rated?: RatedReplies | undefined;
  passage?: string | null | undefined;
  /** Of what it is, where several stand on one page: "item 3" tells their parts apart for those who cannot see them. */
  of?: string | undefined;
}

export const roleNames: Readonly<Record<string, string>> = {
  user: 'User',
  assistant: 'Assistant',
  system: 'Instructions',
};

/** Characters of a conversation above which all of it stands as it was written: laying it out would take seconds. */
const longestLaidOut = 500_000;

function isVeryLong({
  turns,
  replies = [],
  rightReplies,
  together = [],
  passage,
}: ConversationViewProps): boolean {
  const answers = [...replies, ...(rightReplies ?? []), ...together.flat()].flatMap(({ prompt, text }) => [
    prompt,
    text,
  ]);
  const texts = [passage ?? '', ...turns.map(({ content }) => content), ...answers];
  return texts.reduce((sum, { length }) => sum + length, 0) > longestLaidOut;
}

/** A conversation as it was, top to bottom, with the replies under test marked. */
export function ConversationView(props: ConversationViewProps) {
  const { turns, replies = [], rightReplies = null, together, rated = notRated, passage = null, of } = props;
  const named = (name: string) => (of === undefined ? name : `${name}, ${of}`);
  const isLong = isVeryLong(props);
  return (
    <div
      className={classes.conversation}
      data-paired={rightReplies !== null || together !== undefined || undefined}
    >
      {passage !== null && passage !== '' && (
        <section className={classes.passage} aria-label={named('Passage')}>
          <div className={classes.role}>Passage</div>
          <ReadText text={passage} isLong={isLong} />
        </section>
      )}
      {groupTurns(turns).map((group, index) =>
        'steps' in group ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: turns never change order
          <RunSteps key={index} turn={group.at} steps={group.steps} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: turns never change order
          <TurnView key={index} speaker={group.turn.role} text={group.turn.content} isLong={isLong} />
        ),
      )}
      {replies.map(({ prompt, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: replies never change order
        <div key={`reply-${index}`} className={classes.exchange}>
          {prompt !== '' && <TurnView speaker="user" text={prompt} isLong={isLong} />}
          {rightReplies ? (
            <PairView
              texts={[text, rightReplies[index]?.text ?? '']}
              nameOf={(side) => sideName(side, index, replies.length)}
              {...{ named, isLong, rated }}
            />
          ) : (
            <ReplyBox
              name={replyName(index, replies.length)}
              named={named}
              said={rated.said[index]}
              isActive={rated.active === index}
            >
              <ReplyText text={text} isLong={isLong} />
            </ReplyBox>
          )}
        </div>
      ))}
      {together && (
        <div className={classes.compare}>
          <ReplyColumns
            columns={together.map((one, at) => ({
              name: `Reply ${at + 1}`,
              short: `${at + 1}`,
              text: <RunReplies replies={one} isLong={isLong} />,
            }))}
            {...{ named, rated }}
          />
        </div>
      )}
    </div>
  );
}

interface PairViewProps {
  texts: readonly [left: string, right: string];
  nameOf: (side: string) => string;
  named: (name: string) => string;
  isLong: boolean;
  rated: RatedReplies;
}

/** Two replies side by side. */
function PairView({ texts, nameOf, rated, named, isLong }: PairViewProps) {
  const [left, right] = texts;
  const isCompared = useOwnWords();
  const pieces = useMemo(() => (isCompared ? ownWords(left, right) : null), [isCompared, left, right]);
  const columns = texts.map((text, at) => {
    const name = nameOf(replySides[at]!);
    const own = pieces?.[at];
    return {
      name,
      short: name,
      text: own && text.trim() !== '' ? <OwnWordsText pieces={own} /> : <ReplyText {...{ text, isLong }} />,
    };
  });
  return (
    <div className={classes.compare}>
      {isCompared && (
        <p className={classes.compared} role="status">
          {pieces ? comparedWords(pieces) : 'These replies are too long to be compared.'}
        </p>
      )}
      <ReplyColumns {...{ columns, named, rated }} />
    </div>
  );
}

/** A text as it was written, with what the other one lacks marked: by a ground and a line, for those who see no colors. */
function OwnWordsText({ pieces }: { pieces: readonly Piece[] }) {
  return (
    <div dir="auto" className={plainText.text}>
      {pieces.map(({ text, isOwn }, at) =>
        isOwn ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces never change order
          <mark key={at} className={plainText.own}>
            {text}
          </mark>
        ) : (
          text
        ),
      )}
    </div>
  );
}

const comparedWords = (pieces: readonly (readonly Piece[])[]): string =>
  pieces.flat().some(({ isOwn }) => isOwn)
    ? 'Words that only one reply has are marked.'
    : 'Both replies have the same words.';

/** All that one system said, with the prompts between where there are several. */
function RunReplies({ replies, isLong }: { replies: readonly ShownReply[]; isLong: boolean }) {
  return replies.map(({ prompt, text }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: replies never change order
    <div key={index} className={classes.part}>
      {prompt !== '' && <TurnView speaker="user" text={prompt} isLong={isLong} />}
      <ReplyText text={text} isLong={isLong} />
    </div>
  ));
}

const replySides = ['Left', 'Right'] as const;

const sideName = (side: string, index: number, count: number) =>
  count > 1 ? `${side} reply ${index + 1} of ${count}` : `${side} reply`;

/** A reply that has nothing in it says so: an empty box might be a fault of the page. */
export function ReplyText({ text, isLong = false }: { text: string; isLong?: boolean }) {
  return text.trim() === '' ? <em>(empty reply)</em> : <ReadText text={text} isLong={isLong} />;
}

export const replyName = (index: number, count: number) =>
  count > 1 ? `Reply ${index + 1} of ${count}` : 'Reply to judge';

function TurnView({ speaker, text, isLong }: { speaker: string; text: string; isLong: boolean }) {
  return (
    <div className={classes.turn} data-role={speaker}>
      <div className={classes.role}>{roleNames[speaker] ?? speaker}</div>
      <ReadText text={text} isLong={isLong} />
    </div>
  );
}
