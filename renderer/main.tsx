import '@mantine/core/styles.css';
import '@mantine/dropzone/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import '@fontsource-variable/source-sans-3/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './app/global.css';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';

const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '';
setNonce(nonce);

const show = () =>
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App nonce={nonce} />
    </StrictMode>,
  );

/** How long the page waits for its fonts, which lie beside it. */
const longestWaitMs = 10_000;
const fonts = ["1em 'Source Sans 3 Variable'", "1em 'JetBrains Mono Variable'"];

// Another font moves what is on the page: a button that moves while it is pressed is not pressed.
void Promise.race([
  Promise.allSettled(fonts.map((font) => document.fonts.load(font))),
  new Promise((resolve) => setTimeout(resolve, longestWaitMs)),
]).then(show);
