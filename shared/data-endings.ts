/** Endings of the files that can be imported: what a picker of files shows, in the app and in the system's dialog. */
export const dataEndings = ['jsonl', 'ndjson', 'json', 'csv', 'tsv', 'parquet', 'txt'] as const;
