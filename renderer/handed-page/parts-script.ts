import * as code from '../ui/code-part.ts';
import * as formulas from '../ui/formula-part.ts';

// What formulas and code need, in a script of its own beside the page's.
globalThis.assayParts = { formulas, code };
