import type { IncomingMessage, ServerResponse } from 'node:http';
import { send } from './server.ts';

interface Batch {
  id: string;
  status: string;
  input_file_id: string;
  output_file_id: string | null;
  error_file_id: string | null;
  metadata: Record<string, string>;
  request_counts: { total: number; completed: number; failed: number };
}

interface Line {
  custom_id: string;
  body: Record<string, unknown>;
}

/** The files and batches of the server. A batch is done after a number of looks at it. */
export class BatchDesk {
  readonly batches: Batch[] = [];
  /** Requests answered through batches, by custom id, with how often. */
  readonly answered = new Map<string, number>();
  looksUntilDone = 1;
  /** Requests, by place, that a batch leaves unanswered. */
  failing: (place: number) => boolean = () => false;
  /** How a batch ends; by its place among all. */
  endsAs: string | ((place: number) => string) = 'completed';
  /** Puts what fails into a file of errors, as OpenAI does, and not among the answers. */
  hasErrorFile = false;
  /** What a failed request says. */
  failsWith: { status_code: number; body: unknown } = { status_code: 500, body: { error: {} } };
  /** So many downloads break off in the middle. */
  brokenDownloads = 0;
  /** Batches that were at work at once, at most, and how often they were listed. */
  mostAtWork = 0;
  listings = 0;
  readonly #files = new Map<string, string>();
  readonly #looks = new Map<string, number>();
  readonly #reply: (body: Record<string, unknown>) => unknown;

  constructor(reply: (body: Record<string, unknown>) => unknown) {
    this.#reply = reply;
  }

  async answer(
    request: IncomingMessage,
    path: string,
    raw: Buffer,
    response: ServerResponse,
  ): Promise<boolean> {
    const { method } = request;
    const content = /\/files\/([\w-]+)\/content$/.exec(path)?.[1];
    const batchId = /\/batches\/([\w-]+)$/.exec(path)?.[1];
    if (method === 'POST' && path.endsWith('/files')) {
      const form = await new Response(new Uint8Array(raw), {
        headers: { 'content-type': request.headers['content-type']! },
      }).formData();
      const id = `file-${this.#files.size}`;
      this.#files.set(id, await (form.get('file') as File).text());
      send(response, 200, { id, object: 'file', purpose: form.get('purpose') });
    } else if (method === 'POST' && path.endsWith('/batches')) {
      send(response, 200, this.#create(JSON.parse(raw.toString('utf8'))));
    } else if (method === 'GET' && path.endsWith('/batches')) {
      this.listings++;
      send(response, 200, { object: 'list', data: this.batches.toReversed(), has_more: false });
    } else if (batchId) {
      send(response, 200, this.#look(batchId));
    } else if (content) {
      const file = this.#files.get(content)!;
      response.writeHead(200, {
        'content-type': 'application/jsonl',
        'content-length': Buffer.byteLength(file),
      });
      if (this.brokenDownloads > 0) {
        this.brokenDownloads--;
        response.write(file.slice(0, file.length / 2), () => response.socket?.resetAndDestroy());
      } else response.end(file);
    } else return false;
    return true;
  }

  #create({ input_file_id, metadata }: { input_file_id: string; metadata: Record<string, string> }): Batch {
    const total = this.#lines(input_file_id).length;
    const batch: Batch = {
      id: `batch-${this.batches.length}`,
      status: 'in_progress',
      input_file_id,
      output_file_id: null,
      error_file_id: null,
      metadata,
      request_counts: { total, completed: 0, failed: 0 },
    };
    this.batches.push(batch);
    const atWork = this.batches.filter(({ status }) => status === 'in_progress').length;
    this.mostAtWork = Math.max(this.mostAtWork, atWork);
    return batch;
  }

  #look(id: string): Batch {
    const batch = this.batches.find((known) => known.id === id)!;
    const looks = (this.#looks.get(id) ?? 0) + 1;
    this.#looks.set(id, looks);
    if (batch.status === 'in_progress' && looks >= this.looksUntilDone) this.#finish(batch);
    return batch;
  }

  #finish(batch: Batch): void {
    const answers: unknown[] = [];
    const errors: unknown[] = [];
    for (const [place, { custom_id, body }] of this.#lines(batch.input_file_id).entries()) {
      if (this.failing(place)) {
        (this.hasErrorFile ? errors : answers).push({ custom_id, response: this.failsWith, error: null });
        batch.request_counts.failed++;
        continue;
      }
      batch.request_counts.completed++;
      this.answered.set(custom_id, (this.answered.get(custom_id) ?? 0) + 1);
      answers.push({ custom_id, response: { status_code: 200, body: this.#reply(body) }, error: null });
    }
    batch.output_file_id = this.#keep(answers);
    if (this.hasErrorFile) batch.error_file_id = this.#keep(errors);
    const { endsAs } = this;
    batch.status = typeof endsAs === 'string' ? endsAs : endsAs(this.batches.indexOf(batch));
  }

  #keep(lines: readonly unknown[]): string {
    const id = `file-${this.#files.size}`;
    this.#files.set(id, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return id;
  }

  #lines = (fileId: string): Line[] =>
    this.#files
      .get(fileId)!
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Line);
}
