import type { Dialect } from './pool-source.ts';

/** DuckDB, in the process. */
export const duckdbDialect: Dialect = {
  id: 'duckdb',
  name: 'DuckDB',
  isFlat: false,
  plainTypes: /^(?:VARCHAR|U?(?:TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)|UUID)$/,
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  text: (value) => `'${value.replaceAll("'", "''")}'`,
  asText: (expression) => `CAST(${expression} AS VARCHAR)`,
  // Its driver drops a byte order mark at the beginning of every text, and of two the first alone.
  handedOver: (expression) =>
    `CASE WHEN starts_with(${expression}, chr(65279)) THEN chr(65279) || ${expression} ELSE ${expression} END`,
  asDouble: (expression) => `CAST(${expression} AS DOUBLE)`,
  // To DuckDB NaN is larger than every number.
  heldInteger: (expression, low, high) => `CAST(greatest(${low}, least(${high}, ${expression})) AS INTEGER)`,
  hashHex: (expression) => `sha256(${expression})`,
  hashBelow: (hash, digits) => `${hash} < '${digits}'`,
  listed: (expression, condition) => `list(${expression}) FILTER (WHERE ${condition})`,
  hashBits: (hash, from) => `CAST('0x' || substr(${hash}, ${from + 1}, 6) AS BIGINT)`,
};
