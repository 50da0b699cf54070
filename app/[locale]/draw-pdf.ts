import { renderToBuffer } from "@react-pdf/renderer";
import type { ReactElement } from "react";
import { runCostly, type Caller } from "@/lib/platform/costs";

/** Cost of a document with text and a few pictures, and of an issue of the magazine with its art. */
const POINTS = { text: 1, magazine: 8 } as const;

/** Renders a document of `@react-pdf/renderer` when it is the turn of the caller. */
export function drawPdf(
  document: () => Promise<ReactElement> | ReactElement,
  by: Omit<Caller, "isAnonymous">,
  kind: keyof typeof POINTS = "text",
): Promise<Uint8Array<ArrayBuffer>> {
  const job = { ...by, points: POINTS[kind], isShort: kind === "text" };
  return runCostly(
    "drawing",
    job,
    async () => new Uint8Array(await renderToBuffer((await document()) as Parameters<typeof renderToBuffer>[0])),
  );
}
