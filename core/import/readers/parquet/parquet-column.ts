import { readSync } from 'node:fs';
import type { ColumnMetaData, SchemaTree } from 'hyparquet';
import { parquetHeader, readPage } from 'hyparquet/src/column.js';
import { convert, DEFAULT_PARSERS } from 'hyparquet/src/convert.js';
import { getMaxRepetitionLevel } from 'hyparquet/src/schema.js';
import type { ColumnDecoder, DecodedArray, PageHeader } from 'hyparquet/src/types.js';
import { parseJson } from '../../../platform/files/parse-json.ts';
import { compressors } from './parquet-codecs.ts';
import { ParquetFault } from './parquet-fault.ts';
import { unpackPage, valuesIn } from './parquet-page.ts';
import { assertStated } from './thrift-check.ts';

const firstLook = 8 * 1024;
const longestHeader = 16 * 1024 * 1024;

const utf8 = new TextDecoder();

export const parsers = { ...DEFAULT_PARSERS, jsonFromBytes };

/** A text of JSON as its value, or as it stands when it is none. */
function jsonFromBytes(bytes: Uint8Array): unknown {
  const text = bytes && utf8.decode(bytes);
  try {
    return text && parseJson(text);
  } catch {
    return text;
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Bytes that a file does not call a text: early writers say so of none. What is no UTF-8, such as a picture, is base64. */
function textOrBase64(bytes: Uint8Array): string | undefined {
  if (!bytes) return undefined;
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('base64');
  }
}

const isCalledText = ({ converted_type, logical_type }: SchemaTree['element']): boolean =>
  converted_type !== undefined || logical_type !== undefined;

/**
 * One column of one row group, read page by page: in memory are a page and the dictionary. Values of nested columns
 * come half assembled, one list for each row.
 */
export class ParquetColumn {
  readonly path: string;
  readonly #handle: number;
  readonly #decoder: ColumnDecoder;
  /** A row may go on in the next page. */
  readonly #runsOn: boolean;
  readonly #end: number;
  #offset: number;
  #dictionary: DecodedArray | undefined;
  #values: DecodedArray = [];
  #at = 0;
  /** The last row read, where the next page may go on with it. */
  #open: unknown[] = [];

  constructor(handle: number, fileBytes: number, column: ColumnMetaData, schemaPath: SchemaTree[]) {
    this.#handle = handle;
    this.path = column.path_in_schema.join('.');
    const { element } = schemaPath.at(-1)!;
    this.#decoder = {
      ...column,
      pathInSchema: column.path_in_schema,
      element,
      schemaPath,
      compressors,
      parsers: isCalledText(element) ? parsers : { ...parsers, stringFromBytes: textOrBase64 },
    };
    this.#runsOn = getMaxRepetitionLevel(schemaPath) > 0;
    this.#offset = Number(column.dictionary_page_offset || column.data_page_offset);
    this.#end = this.#offset + Number(column.total_compressed_size);
    if (!(this.#offset >= 4 && this.#end <= fileBytes && this.#end >= this.#offset)) {
      throw new ParquetFault(`the column "${this.path}" lies outside the file`);
    }
  }

  /** The values of the next rows. @throws ParquetFault naming the column, when it is damaged or has not so many */
  take(count: number): unknown[] {
    try {
      return this.#take(count);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const remedy = error instanceof ParquetFault ? error.remedy : undefined;
      throw new ParquetFault(`${why}, in the column "${this.path}"`, remedy);
    }
  }

  #take(count: number): unknown[] {
    const taken: unknown[] = [];
    while (taken.length < count) {
      if (this.#at === this.#values.length && !this.#nextPage()) {
        throw new ParquetFault('there are fewer values than rows');
      }
      const to = Math.min(this.#values.length, this.#at + count - taken.length);
      for (; this.#at < to; this.#at += 1) {
        const value: unknown = this.#values[this.#at];
        if (value === undefined) throw new ParquetFault('a value is missing');
        taken.push(value);
      }
    }
    return taken;
  }

  /** @throws ParquetFault when values are left after the last row */
  end(): void {
    if (this.#at < this.#values.length || this.#open.length > 0) {
      throw new ParquetFault(`the column "${this.path}" has more values than there are rows`);
    }
  }

  /** Reads on until there is a row; false at the end of the column. */
  #nextPage(): boolean {
    this.#values = [];
    this.#at = 0;
    while (this.#values.length === 0) {
      if (this.#offset >= this.#end) return this.#close();
      const header = this.#header();
      const bytes = this.#bytes(header.compressed_page_size);
      if (header.type === 'DICTIONARY_PAGE') this.#dictionary = this.#page(bytes, header);
      else if (header.type !== 'INDEX_PAGE' && valuesIn(header) > 0) this.#add(this.#page(bytes, header));
    }
    return true;
  }

  #add(rows: DecodedArray): void {
    if (!this.#runsOn) this.#values = rows;
    else {
      this.#open = [rows.at(-1)];
      this.#values = rows.slice(0, -1);
    }
  }

  #close(): boolean {
    this.#values = this.#open;
    this.#open = [];
    return this.#values.length > 0;
  }

  #page(packed: Uint8Array, packedHeader: PageHeader): DecodedArray {
    const encoding = (packedHeader.data_page_header ?? packedHeader.data_page_header_v2)?.encoding;
    if (encoding?.endsWith('_DICTIONARY') && !this.#dictionary)
      throw new ParquetFault('a dictionary is missing');
    const { bytes, header } = unpackPage(packed, packedHeader, this.#decoder);
    const reader = {
      view: new DataView(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength),
      offset: 0,
    };
    const before = this.#runsOn ? this.#open : undefined;
    const unpacked = { ...this.#decoder, codec: 'UNCOMPRESSED' as const };
    const { data } = readPage(reader, header, unpacked, this.#dictionary, before, 0);
    if (!data) throw new ParquetFault('a page is empty');
    return header.type === 'DICTIONARY_PAGE' ? convert(data, this.#decoder) : data;
  }

  #header(): PageHeader {
    for (let look = firstLook; ; look *= 8) {
      const bytes = this.#read(this.#offset, Math.min(look, this.#end - this.#offset));
      const reader = { view: new DataView(bytes.buffer), offset: 0 };
      try {
        assertStated(reader.view);
        const header = parquetHeader(reader);
        this.#offset += reader.offset;
        return header;
      } catch (error) {
        // Statistics of long texts make a header long.
        if (bytes.length < look || look > longestHeader) throw error;
      }
    }
  }

  #bytes(count: number): Uint8Array<ArrayBuffer> {
    if (!(count >= 0 && this.#offset + count <= this.#end)) {
      throw new ParquetFault('a page goes beyond the end');
    }
    const bytes = this.#read(this.#offset, count);
    this.#offset += count;
    return bytes;
  }

  #read(position: number, count: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(count);
    for (let done = 0; done < count; ) {
      const read = readSync(this.#handle, bytes, done, count - done, position + done);
      if (read === 0) throw new ParquetFault('the file breaks off');
      done += read;
    }
    return bytes;
  }
}
