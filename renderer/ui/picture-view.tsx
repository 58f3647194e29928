import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { StoredPicture } from '../../shared/contract/index.ts';
import { isRecording } from '../../shared/picture-words.ts';
import classes from './picture-view.module.css';

/** What stands in the place of a picture or recording that is not there: a warning, so that nobody judges it unseen. */
export const MissingPicture = ({ name }: { name: string }) => (
  <span className={classes.missing} data-missing-picture>
    [{name === 'recording' ? 'recording' : 'picture'} not shown here
    {name === '' || name === 'picture' || name === 'recording' ? '' : `: ${name}`}]
  </span>
);

/** Elements of the page, without those of an item that is drawn ahead of its turn. */
const onScreen = <Kind extends HTMLElement>(selector: string): Kind[] =>
  [...document.querySelectorAll<Kind>(selector)].filter((one) => one.closest('[data-ahead]') === null);

/** The pictures that somebody reads, in order: those of the item where there is one. */
const shownPictures = () => {
  const all = onScreen<HTMLButtonElement>('button[data-picture]');
  const read = all.filter((one) => one.closest('#label-reading'));
  return read.length > 0 ? read : all;
};

/** Enlarges the first picture of the item on screen, or plays and stops its recording where there is no picture. */
export function enlargePicture(): void {
  const [picture] = shownPictures();
  if (picture) {
    picture.click();
    return;
  }
  const players = onScreen<HTMLAudioElement>('audio[data-recording]');
  const player = players.find((one) => !one.paused) ?? players[0];
  if (player?.paused) void player.play();
  else player?.pause();
}

interface PictureViewProps {
  picture: StoredPicture;
  name: string;
}

/** A picture or a recording, as it came with the data. */
export const PictureView = (props: PictureViewProps) =>
  isRecording(props.picture) ? <Recording {...props} /> : <SmallPicture {...props} />;

/** A recording with the browser's own controls, which keys work, too. */
function Recording({ picture: { media, base64 }, name }: PictureViewProps) {
  return (
    // biome-ignore lint/a11y/useMediaCaption: nobody has written down what is said in it
    <audio
      controls
      preload="metadata"
      data-recording
      className={classes.recording}
      aria-label={name === '' ? 'recording' : name}
      src={`data:${media};base64,${base64}`}
    />
  );
}

/** A picture, small at first; a click or Enter opens it over the page. */
function SmallPicture({ picture, name }: PictureViewProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { media, base64, width, height } = picture;
  const called = name === '' ? 'picture' : name;
  const src = `data:${media};base64,${base64}`;
  return (
    <>
      <button
        type="button"
        ref={button}
        className={classes.picture}
        title="Enlarge"
        data-picture
        onClick={() => setOpen(true)}
      >
        <img {...{ src, width, height }} alt={called} decoding="async" />
      </button>
      {isOpen &&
        createPortal(
          <Enlarged
            {...{ src, width, height, called }}
            onClose={() => setOpen(false)}
            button={button.current!}
          />,
          document.body,
        )}
    </>
  );
}

interface EnlargedProps {
  src: string;
  width: number;
  height: number;
  called: string;
  /** The small picture, which tells its neighbors. */
  button: HTMLButtonElement;
  onClose: () => void;
}

const step = 1.5;
const most = 16;
/** Points of the view that the bar and the margins take. */
const margins = { x: 32, y: 110 };

/** A picture over the page: it fits at first, and is scrolled once it is larger. Keys of the page rest meanwhile. */
function Enlarged({ src, width, height, called, button, onClose }: EnlargedProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [zoom, setZoom] = useState(1);
  const fits = Math.min(
    (window.innerWidth - margins.x) / width,
    (window.innerHeight - margins.y) / height,
    4,
  );
  useEffect(() => dialog.current?.showModal(), []);
  // Closed before it goes, so that the focus returns to where it was.
  const close = () => {
    dialog.current?.close();
    onClose();
  };
  const shown = Math.round(width * fits * zoom);
  const zoomBy = (by: number) => setZoom((now) => Math.min(most, Math.max(1, now * by)));
  const go = (by: 1 | -1) => {
    const all = shownPictures();
    const next = all[all.indexOf(button) + by];
    if (!next) return;
    close();
    next.scrollIntoView({ block: 'nearest' });
    next.click();
  };
  const keys: Readonly<Record<string, () => void>> = {
    '+': () => zoomBy(step),
    '=': () => zoomBy(step),
    '-': () => zoomBy(1 / step),
    '0': () => setZoom(1),
    ';': () => go(1),
    ...(zoom === 1 && { ArrowRight: () => go(1), ArrowLeft: () => go(-1) }),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
  };
  return (
    <dialog
      ref={dialog}
      className={classes.enlarged}
      aria-label={called}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <p className={classes.bar}>
        <span className={classes.name} dir="auto">
          {called}, {width} × {height}
        </span>
        <button type="button" aria-label="Smaller" disabled={zoom === 1} onClick={() => zoomBy(1 / step)}>
          −
        </button>
        <button type="button" aria-label="Larger" disabled={zoom === most} onClick={() => zoomBy(step)}>
          +
        </button>
        <button type="button" onClick={close}>
          Close
        </button>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset holds fields */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <div className={classes.view} tabIndex={0} role="group" aria-label="Picture">
        <img src={src} alt={called} width={shown} height={Math.round(height * fits * zoom)} />
      </div>
    </dialog>
  );
}
