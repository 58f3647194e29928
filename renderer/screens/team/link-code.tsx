import { encode } from 'uqr';

/** Letters of an address: a code of more has parts too small for a phone, and is shown as text alone. */
const longestCode = 213;
/** White modules that a code needs around it. */
const margin = 4;

/** A link as a code that the camera of a phone reads: dark on white in either color scheme. A longer link has none. */
export function LinkCode({ link }: { link: string }) {
  if (link.length > longestCode) return null;
  const { data: modules } = encode(link, { ecc: 'M', border: 0 });
  const size = modules.length + 2 * margin;
  const dark = modules.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x + margin} ${y + margin}h1v1h-1z`] : [])),
  );
  return (
    <svg
      role="img"
      aria-label="The link as a QR code"
      viewBox={`0 0 ${size} ${size}`}
      width={220}
      height={220}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
}
