import { ActionGrid } from '../../label-form/work-screen.tsx';
import { toggleRawTexts, useRawTexts } from '../../ui/raw-texts.ts';
import { useKeyBindings, useLabel, usePanel } from './label-context.ts';

/** What else can be done with the item, each with its key. */
export function ItemActions() {
  const isFlagged = useLabel((state) => state.item?.flagged ?? false);
  const hasNote = useLabel((state) => (state.item?.note ?? '') !== '');
  const hasPassage = useLabel((state) => state.item?.passage != null);
  const isAnswered = useLabel((state) => state.item?.current != null);
  const isPutOff = useLabel(
    (state) =>
      state.item?.ref !== state.next &&
      state.items.find((one) => one.ref === state.item?.ref)?.state === 'later',
  );
  const putOff = useLabel((state) => state.putOff);
  const toggleFlag = useLabel((state) => state.toggleFlag);
  const side = usePanel((state) => state.side);
  const passage = usePanel((state) => state.passage);
  const guidelines = usePanel((state) => state.guidelines);
  const { toggleSide, setPassage, setGuidelines } = usePanel((state) => state);
  const isRaw = useRawTexts();
  const keys = useKeyBindings();
  const actions = [
    { name: 'Skip…', key: keys.skip, isOn: side === 'skip', run: () => toggleSide('skip') },
    {
      name: isPutOff ? 'Put off' : 'Later',
      key: keys.later,
      isOn: isPutOff,
      disabled: isAnswered,
      run: () => void putOff(),
    },
    { name: isFlagged ? 'Flagged' : 'Flag', key: keys.flag, isOn: isFlagged, run: () => void toggleFlag() },
    {
      name: hasNote ? 'Note ✎' : 'Note',
      key: keys.note,
      isOn: side === 'note',
      run: () => toggleSide('note'),
    },
    ...(hasPassage
      ? [{ name: 'Passage', key: keys.passage, isOn: passage, run: () => setPassage(!passage) }]
      : []),
    { name: 'Guidelines', key: keys.guidelines, isOn: guidelines, run: () => setGuidelines(!guidelines) },
    { name: 'Raw texts', key: keys.raw, isOn: isRaw, run: toggleRawTexts },
  ];
  return <ActionGrid actions={actions} />;
}
