import { chromiumContext } from './chromium.ts';
import { onlyKnown } from './strict.ts';
import { WebContents } from './web-contents.ts';

const printOptions = ['preferCSSPageSize', 'generateTaggedPDF', 'generateDocumentOutline'];

/** The page of a window that nobody sees: a tab of its own, without a preload, with scripts off if so asked. */
export class HiddenContents extends WebContents {
  private readonly javascript: boolean;

  constructor({ javascript = true }: { javascript?: boolean }) {
    super('');
    this.javascript = javascript;
  }

  override async load(url: string): Promise<void> {
    this.page = await chromiumContext().newPage();
    const cdp = await chromiumContext().newCDPSession(this.page);
    await cdp.send('Emulation.setScriptExecutionDisabled', { value: !this.javascript });
    await cdp.detach();
    await this.page.goto(url);
  }

  async printToPDF(options: object): Promise<Buffer> {
    onlyKnown('printToPDF', options, printOptions);
    const cdp = await chromiumContext().newCDPSession(this.page!);
    const { data } = await cdp.send('Page.printToPDF', options);
    return Buffer.from(data, 'base64');
  }
}
