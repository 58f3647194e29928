import '../label-form/page.css';
import { createRoot } from 'react-dom/client';
import { readBatch } from './handed-batch.ts';
import { HandedPage } from './handed-page.tsx';

const batch = readBatch(document.getElementById('batch')!.textContent);
createRoot(document.getElementById('page')!).render(<HandedPage batch={batch} />);
