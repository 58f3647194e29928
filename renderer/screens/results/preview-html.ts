/**
 * The report with this page's style nonce on its style elements. A `srcdoc` frame lives under the policy of the
 * page around it, and that policy admits no other inline style. The frame itself runs no script.
 */
export function previewHtml(html: string, nonce: string | undefined): string {
  if (!nonce) return html;
  return html.replaceAll(/<style(?=[\s>])/gi, `<style nonce="${nonce}"`);
}
