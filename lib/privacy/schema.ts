import { z } from "zod";
import { ACKNOWLEDGED_DOCUMENTS } from "./rules";

/** What export_account() answers; the rest of it is written out as it is. */
export const accountCopySchema = z.looseObject({ files: z.array(z.looseObject({ bucket: z.string(), name: z.string() })) });

export const erasureSchema = z.preprocess(
  (value) => (value instanceof FormData ? Object.fromEntries(value) : value),
  z.object({ sure: z.literal("on", { error: "sureMissing" }) }),
);

export const documentSchema = z.object({ document: z.enum(ACKNOWLEDGED_DOCUMENTS) });
